import { toldOrders, type World } from "../world/world";
import { html, Markup, table } from "./html";
import { STYLE } from "./style";

/** What the page says of what was just done. */
export interface Said {
  done?: string;
  wrong?: string;
}

const LINES = 3;
const SERVICES = [
  ["marketplace", "销售平台"],
  ["warehouse", "三方仓"],
  ["carrier", "承运商"],
  ["oa", "OA"],
  ["rates", "汇率"],
] as const;
const MOODS = [
  ["fail", "拒绝（503）"],
  ["throttle", "限流（429）"],
  ["garbage", "回答乱码"],
  ["lose", "办理后断线"],
] as const;
const STATES: Record<string, string> = {
  Pending: "待付款",
  Unshipped: "未发货",
  PartiallyShipped: "部分发货",
  Shipped: "已发货",
  Canceled: "已取消",
  created: "已接单",
  labelled: "已出面单",
  shipped: "已出库",
  cancelled: "已取消",
  delivered: "已妥投",
  returned: "已退回",
  review: "待审核",
  rejected: "已拒绝",
  draft: "草稿",
};
const stateOf = (state: string) => STATES[state] ?? state;
const timeOf = (time: string) => time.slice(0, 19).replace("T", " ");

const NOTHING = new Markup("");
const box = (label: string, name: string, value = "", more = NOTHING) =>
  html`<label><span>${label}</span><input name="${name}" value="${value}" ${more}></label>`;

/** One button that does one thing with one row. */
function button(what: string, value: string, label: string): Markup {
  return html`<form method="post" action="/do/${what}"><input type="hidden" name="no" value="${value}"><button>${label}</button></form>`;
}

function orderForm(world: World): Markup {
  const lines = Array.from(
    { length: LINES },
    (_, i) => html`<div class="line">
${box(`平台SKU ${i + 1}`, `sku${i}`, "", html`list="skus" ${i ? NOTHING : html`required`}`)}
${box("数量", `qty${i}`, "1", html`type="number" min="1" max="9999"`)}
${box("商品金额", `price${i}`, "29.99", html`inputmode="decimal"`)}</div>`,
  );
  const known = world.sellers.flatMap(({ name, skus = [] }) =>
    skus.map((sku) => html`<option value="${sku}">${name}</option>`),
  );
  return html`<section><h2>下单</h2><form method="post" action="/do/place"><div class="grid">
<label><span>店铺</span><select name="seller">${world.sellers.map((s) => html`<option value="${s.account}">${s.name}</option>`)}</select></label>
<label><span>配送方式</span><select name="channel"><option value="MFN">自发货</option><option value="AFN">亚马逊配送</option></select></label>
<label><span>付款</span><select name="status"><option value="Unshipped">已付款</option><option value="Pending">未付款</option></select></label>
</div>${lines}<datalist id="skus">${known}</datalist><div class="grid">
${box("收件人", "name", "Jordan Example")}${box("电话", "phone", "2135550142")}${box("国家", "country", "US", html`maxlength="2"`)}
${box("州", "state", "CA")}${box("城市", "city", "Los Angeles")}${box("地址", "line1", "100 Example Ave")}${box("邮编", "postcode", "90001")}
</div><button class="main">下单</button></form></section>`;
}

/** Orders that a buyer may write about: those placed here, and some of before. */
const writable = (world: World): string[] =>
  Object.values(world.orders)
    .sort((a, b) => Number(!!a.known) - Number(!!b.known))
    .slice(0, 100)
    .map(({ head }) => head.AmazonOrderId);

const letterForm = (
  world: World,
) => html`<section><h2>买家写信</h2><form method="post" action="/do/write"><div class="grid">
<label><span>订单号</span><select name="orderNo">${writable(world).map((no) => html`<option>${no}</option>`)}</select></label>
${box("主题", "subject", "One arrived broken")}${box("内容", "text", "One of the two arrived broken, please help.")}
</div><button class="main">发送</button></form></section>`;

const moodForm = () => html`<section><h2>行为</h2>
<form method="post" action="/do/behave"><div class="grid">
<label><span>系统</span><select name="name">${SERVICES.map(([id, name]) => html`<option value="${id}">${name}</option>`)}</select></label>
<label><span>接下来的请求</span><select name="mood">${MOODS.map(([id, name]) => html`<option value="${id}">${name}</option>`)}</select></label>
${box("次数", "times", "1", html`type="number" min="0" max="1000"`)}${box("每次等待（毫秒）", "slowMs", "0", html`type="number" min="0" max="60000"`)}
</div><button class="main">设置</button></form></section>`;

function tables(world: World): Markup[] {
  const shop = (account: string) => world.sellers.find((s) => s.account === account)?.name ?? account;
  return [
    table({
      title: "平台订单",
      empty: "还没有订单",
      heads: ["订单号", "店铺", "金额", "已发/件数", "状态", "更新时间（UTC）", "操作"],
      rows: toldOrders(world),
      cells: ({ account, head }) => [
        head.AmazonOrderId,
        shop(account),
        `${head.OrderTotal.CurrencyCode} ${head.OrderTotal.Amount}`,
        `${head.NumberOfItemsShipped}/${head.NumberOfItemsShipped + head.NumberOfItemsUnshipped}`,
        stateOf(head.OrderStatus),
        timeOf(head.LastUpdateDate),
        html`${head.OrderStatus === "Pending" && button("pay", head.AmazonOrderId, "付款")}${
          head.OrderStatus === "Unshipped" && [
            button("askCancel", head.AmazonOrderId, "买家申请取消"),
            button("cancel", head.AmazonOrderId, "取消"),
          ]
        }`,
      ],
    }),
    table({
      title: "收到的发货回传",
      empty: "还没有收到",
      heads: ["订单号", "包裹", "承运商", "运单号", "件数", "发货时间（UTC）", "次数"],
      rows: world.confirmed,
      cells: (c) => [
        c.orderNo,
        c.packageReferenceId,
        c.carrierCode,
        c.trackingNumber,
        c.items.reduce((sum, i) => sum + i.quantity, 0),
        timeOf(c.shipDate),
        c.times,
      ],
    }),
    table({
      title: "站内信",
      empty: "还没有往来",
      heads: ["订单号", "方向", "内容", "时间（UTC）"],
      rows: world.letters,
      cells: (l) => [l.orderNo, l.from === "buyer" ? "买家" : "卖家", l.text.slice(0, 80), timeOf(l.sentTime)],
    }),
    table({
      title: "仓库订单",
      empty: "还没有收到",
      heads: ["单号", "参考号", "渠道", "商品", "运单号", "运费", "状态", "操作"],
      rows: Object.values(world.warehouseOrders),
      cells: (o) => [
        o.orderNo,
        o.referenceNo,
        o.channelCode,
        o.lines.map((l) => `${l.code}×${l.qty}`).join(" "),
        o.trackingNo,
        o.freight && `${o.freightCurrency} ${o.freight}`,
        stateOf(o.state),
        o.state === "labelled" && button("ship", o.orderNo, "出库"),
      ],
    }),
    table({
      title: "待审核商品",
      empty: "没有待审核的商品",
      heads: ["编码", "名称", "重量（g）", "状态", "操作"],
      rows: Object.values(world.products).filter((p) => p.state !== "approved"),
      cells: (p) => [
        p.code,
        p.name,
        p.weightG,
        stateOf(p.state),
        [button("approve", p.code, "通过"), button("reject", p.code, "拒绝")],
      ],
    }),
    table({
      title: "在途包裹",
      empty: "还没有包裹",
      heads: ["运单号", "承运商", "参考号", "国家", "最近轨迹", "时间（UTC）", "操作"],
      rows: Object.values(world.shipments),
      cells({ trackingNo, carrierCode, referenceNo, receiver, events }) {
        const last = events[events.length - 1];
        const over = last?.status === "delivered" || last?.status === "returned";
        return [
          trackingNo,
          carrierCode,
          referenceNo,
          receiver.country,
          last?.desc,
          last && timeOf(last.time),
          !over && [button("deliver", trackingNo, "妥投"), button("giveBack", trackingNo, "退回")],
        ];
      },
    }),
    table({
      title: "OA待办",
      empty: "还没有待办",
      heads: ["编号", "标题", "手机号", "状态"],
      rows: world.tasks,
      cells: (t) => [t.id, t.title, t.userMobile.slice(-4).padStart(t.userMobile.length, "*"), t.state],
    }),
  ];
}

/** The page for a person who tries it: what may be done there, and what was heard. */
export function pageOf(world: World, { done, wrong }: Said): string {
  const page = html`<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>模拟外部系统</title><style>${new Markup(STYLE)}</style></head><body><main>
<h1>模拟外部系统</h1>
<p class="dim">销售平台、三方仓、承运商和OA的替身，只用于演示和测试。这里下的单同步后出现在系统里。</p>
${done && html`<section class="said" role="status">${done}</section>`}
${wrong && html`<section class="wrong" role="alert">${wrong}</section>`}
${orderForm(world)}${letterForm(world)}${tables(world)}${moodForm()}
</main></body></html>`;
  return page.text;
}
