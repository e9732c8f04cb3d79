// market.md 12, scenario 1: an order of the marketplace over rules and packages to the cockpit.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { start } from "../bench/servers.mjs";
import { controlOf, orderWorld } from "./order-world.mjs";
import { people } from "./people.mjs";

const told = JSON.parse(readFileSync(new URL("../orders/scenario-1.json", import.meta.url), "utf8"));
const PLATFORM = "/platformorder/order";
const ORDERS = "/ordermanage/order";
const PACKAGES = "/packageorder/order";
const PATIENCE_MS = 150_000;

/** What is found once it is so, or when patience ends: jobs work by the clock. */
async function soon(find, good) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (good(found) || Date.now() > end) return found;
    await setTimeout(500);
  }
}

async function play(as, { step, check }, db, there) {
  const { admin, marketplaceId, skus, places, channels, market } = await orderWorld(as, db, there, told);
  const rows = async (api) => (await admin.get(`${api}/page?size=50`)).records;
  const platform = async () => (await rows(PLATFORM))[0];
  const order = async () => (await rows(ORDERS))[0];
  /** The heavier one first. */
  const parcels = async () =>
    (await rows(PACKAGES)).sort((a, b) => Number(b.packageWeightKg) - Number(a.packageWeightKg) || a.id - b.id);
  const sync = () => admin.act("/base/connector", market, "sync");
  const stock = async (code) => {
    const { rows: found } = await db.query(
      `select on_hand_qty || '/' || reserved_qty || '/' || available_qty as n from stock
       where warehouse_id = $1 and sku_id = $2`,
      [places["GC-W"], skus[code]],
    );
    return found[0]?.n;
  };
  const { found } = told;

  step("1. 平台订单");
  await there("marketplace", {
    place: {
      ...told.order,
      orderNo: told.no,
      seller: "AMZ-US-1",
      marketplaceId,
      purchaseTime: new Date(Date.now() - 60_000).toISOString(),
    },
  });
  await sync();
  const first = await soon(platform, Boolean);
  check("状态 配送方式", "Unshipped MFN", `${first?.status} ${first?.fulfillmentChannel}`);
  check("订单金额", found.total, first?.orderTotal);

  step("2. 订单与规则");
  const ours = await soon(order, (o) => o?.status === "audited");
  check("状态", "audited", ours?.status);
  const whole = await admin.get(`${ORDERS}/${ours.id}`);
  check("订单金额", found.total, whole.totalAmount);
  check("预估利润 利润率", `${found.profit} ${found.profitRate}`, `${whole.estProfit} ${whole.estProfitRate}`);
  const { rows: looks } = await db.query(
    `select r.rule_name || case when (s ->> 'matched')::boolean then ' yes' else ' no' end as look
     from order_rule_log g, jsonb_array_elements(g.steps) with ordinality x(s, n)
       join order_rule r on r.id = (s ->> 'ruleId')::bigint order by g.id, n`,
  );
  check("规则日志", told.looks.join("，"), looks.map(({ look }) => look).join("，"));

  step("3. 包裹与预占");
  const packed = await parcels();
  check("包裹重量", "0.900 0.800", packed.map((p) => p.packageWeightKg).join(" "));
  check("渠道", `${channels["GC-USPS"]} ${channels["GC-FEDEX"]}`, packed.map((p) => p.logisticsChannelId).join(" "));
  check("状态", "reserved reserved", packed.map((p) => p.status).join(" "));
  check("A100 在库/预占/可用", "10/2/8", await stock("A100"));
  check("B200 在库/预占/可用", "3/1/2", await stock("B200"));

  const kept = async () =>
    (
      await db.query(
        `select md5((select json_agg(t)::text from platform_order t)
           || (select json_agg(l order by l.id)::text from platform_order_line l)) as n`,
      )
    ).rows[0].n;
  const before = await kept();
  const idle = async () => !(await db.query("select 1 from feed_run where status in ('queued', 'running')")).rowCount;
  await soon(idle, Boolean);
  await sync();
  await soon(idle, Boolean);
  check("再次同步无变化", before, await kept());

  step("4. 发送、面单、发货");
  const press = async (action) => {
    for (const { id } of await parcels()) await admin.act(PACKAGES, id, action);
  };
  const all = (column) => soon(parcels, (list) => list.every((p) => p[column]));
  await press("send");
  await all("externalOrderNo");
  await press("getLabel");
  const labelled = await all("trackingNo");
  check("跟踪号", told.channels.map((c) => c.tracking).join(" "), labelled.map((p) => p.trackingNo).join(" "));
  check("运费", told.channels.map((c) => c.freight).join(" "), labelled.map((p) => p.actualFreight).join(" "));
  const mirror = async (status) => {
    const confirmed = async () => {
      if (await idle()) await sync();
      return platform();
    };
    return (await soon(confirmed, (p) => p?.status === status))?.status;
  };
  const [one, two] = labelled;
  await admin.act(PACKAGES, one.id, "ship");
  check("发一件后订单", "partShipped", (await order()).status);
  check("平台状态", "PartiallyShipped", await mirror("PartiallyShipped"));
  await admin.act(PACKAGES, two.id, "ship");
  check("都发后订单", "shipped", (await order()).status);
  check("平台状态", "Shipped", await mirror("Shipped"));
  check("A100 在库/预占/可用", "8/0/8", await stock("A100"));
  check("B200 在库/预占/可用", "2/0/2", await stock("B200"));
  const { rows: moves } = await db.query(
    `select k.sku_code || ' ' || m.qty as n from stock_move m join sku k on k.id = m.sku_id
     where m.biz_type = 'pkgOut' order by 1`,
  );
  check("包裹出库流水", "A100 -2，B200 -1", moves.map(({ n }) => n).join("，"));

  step("8. 驾驶舱（退款前）");
  const month = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Los_Angeles" })
    .format(Date.now())
    .slice(0, 7)
    .replace("-", "");
  const at = "/cockpit/cocBusinessReport";
  const { summary } = await admin.get(`${at}/getCocAmazonTradeReportByGroup?reportMonth=${month}`);
  check("订单 件数", "1 3", `${summary.orders} ${summary.units}`);
  check("主营业务收入", found.income, summary.mainBusinessIncome);
  check("毛利", found.gross, summary.grossProfit);
  const home = await admin.get(`${at}/getDeptReport?reportMonth=${month}`);
  check("首页收入", found.income, home.cocBusinessBaseDateGroupByMonth.at(-1).mainBusinessIncome);
}

export async function orders(book) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-scenario-"));
  try {
    console.log("正在新建空库……");
    const outside = await start(() => ["scripts/start.mjs", "stand-ins"]);
    const backend = await start(() => ["scripts/start.mjs", "backend"], {
      ready: "/readyz",
      env: {
        DATA_DIR: dir,
        DATABASE_URL: "",
        DEMO: "on",
        DEMO_PROFILE: "staff",
        PASSWORD_ENCODING: "base64",
        STAND_INS: outside.url,
      },
    });
    const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
    db.on("error", () => {}); // its server ends
    await db.connect();
    await play(people(`${backend.url}/api`), book, db, controlOf(outside.url));
    await db.end();
    await backend.stop();
    await outside.stop();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
