import { documentNamed } from "#documents";

/** Where a step of a chapter leads: the row that a question finds, or a page with its filters. */
export type StoryStep =
  | { label: string; document: string; sql: string }
  | { label: string; permission: string; href: string };

export interface Chapter {
  code: string;
  title: string;
  about: string;
  steps: readonly StoryStep[];
}

/** The first or newest row whose lines, or which itself, name the SKU. `$1` is the SKU. */
function naming(document: string, order: "first" | "last", condition = "true"): string {
  const { table, lines = {} } = documentNamed(document);
  const of = Object.values(lines).find(({ fields }) => "skuId" in fields);
  const named = of
    ? `exists (select 1 from ${of.table} l where l.${table}_id = t.id and l.sku_id = $1 and l.del_flag = 0)`
    : "t.sku_id = $1";
  const by = order === "first" ? "t.id" : "t.id desc";
  return `select t.id from ${table} t where ${named} and t.del_flag = 0 and ${condition} order by ${by} limit 1`;
}

const first = (document: string, label: string, condition?: string): StoryStep => ({
  label,
  document,
  sql: naming(document, "first", condition),
});
const last = (document: string, label: string, condition?: string): StoryStep => ({
  label,
  document,
  sql: naming(document, "last", condition),
});
const found = (document: string, label: string, sql: string): StoryStep => ({ label, document, sql });

const profit = (spu: string, label: string): StoryStep => ({
  label,
  permission: "cockpit_report_view",
  href: `/cockpit/tradeReport/index?by=model&modelCode=${spu}`,
});
const ordered = "select purchase_order_id from purchase_order_line where sku_id = $1 and del_flag = 0";
const asked = `select payment_request_id from payment_request_line where po_id in (${ordered}) and del_flag = 0`;
const paying = `from payment t where t.request_id in (${asked}) and t.del_flag = 0`;
const sold = "select platform_order_id from platform_order_line where sku_id = $1";

const orderOf = (end: string) =>
  `select s.id from sales_order s join platform_order o on o.id = s.platform_order_id
   where o.platform_order_no = '113-2001000-${end}' and $1::bigint > 0`;
const parcelOf = (end: string) =>
  `select p.id from package_order p where p.status = 'cancelled' and $1::bigint > 0 and exists (
     select 1 from package_order_line l where l.package_order_id = p.id and l.order_id in (
       select s.id from sales_order s join platform_order o on o.id = s.platform_order_id
       where o.platform_order_no = '113-2001000-${end}')) order by p.id limit 1`;

/** The six goods of the guide, each with what happened to it in order (company.md 3.4). */
export const CHAPTERS: readonly Chapter[] = [
  {
    code: "HKC2001-BK",
    title: "电子厨房秤：最畅销的一款",
    about: "从请购、询价定标、下单、到货，到调往平台仓、卖出、算出利润；平台仓快要卖完，今天又有一条补货建议。",
    steps: [
      last("purchase_requisition", "请购"),
      last("inquiry_order", "询价与定标"),
      last("purchase_order", "采购单"),
      last("wms_sign", "到货签收"),
      last("transfer", "调往美国平台仓"),
      found(
        "platform_order",
        "最近的订单",
        `select t.id from platform_order t where t.id in (${sold}) order by t.id desc limit 1`,
      ),
      profit("HKC2001", "销量与利润"),
      found(
        "replenish",
        "今天的补货建议",
        "select t.id from replenish t where t.sku_id = $1 and t.del_flag = 0 order by t.base desc, t.id limit 1",
      ),
    ],
  },
  {
    code: "PTF2001-WH",
    title: "宠物饮水机：刚上市的新品",
    about: "立项以后第一版样品因水泵太响被驳回，改进后封样；首批到货，请人试用，红人发布视频带来订单。",
    steps: [
      found(
        "product",
        "产品立项",
        "select s.product_id as id from sku k join spu s on s.id = k.spu_id where k.id = $1",
      ),
      last("seal_sample", "驳回过一次的封样"),
      last("purchase_order", "首批采购"),
      last("evaluation_application", "测评申请"),
      last("evaluation", "测评任务"),
      last("cooperation", "红人合作"),
      profit("PTF2001", "上市以来的销量"),
    ],
  },
  {
    code: "ELC2001-US",
    title: "快充充电器：出了质量问题",
    about: "几天里接连收到投诉；新到的一批质检拒收9%，一部分退货扣款、一部分换货，资料经特殊编辑改正。",
    steps: [
      first("voc", "第一条投诉"),
      last("voc", "还没分派的投诉"),
      last("inspection", "拒收9%的质检", "t.reject_qty > 0"),
      last("purchase_return", "退货扣款"),
      last("purchase_exchange", "换货，等待补发"),
      last("sku_special_edit", "特殊编辑"),
      profit("ELC2001", "亏损的月份"),
    ],
  },
  {
    code: "ODC2001-GN",
    title: "露营灯：旺季过后的库存",
    about: "旺季备的货放了两百多天，转为清仓；德国平台仓的一部分移除回来，坏的就地弃置。",
    steps: [
      { label: "超过180天的库龄", permission: "wms_stock_view", href: "/wms/stock/age?skuCode=ODC2001-GN&v=0" },
      found("sku", "销售状态：清仓", "select $1::bigint as id"),
      first("other_in", "旺季的入库"),
      last("fba_return", "从平台仓移除"),
      last("fba_disposal", "在平台仓弃置"),
      profit("ODC2001", "销量与利润"),
    ],
  },
  {
    code: "BTH2001-PK",
    title: "卷发棒：用日元采购",
    about: "向日本供应商下单，货款分两笔合并付款，被银行退汇后重新付出，付款日汇率与下单日不同；到货后报关发往美国。",
    steps: [
      last("purchase_order", "日元采购单"),
      found(
        "payment_request",
        "请款单",
        `select t.id from payment_request t where t.id in (${asked}) order by t.id limit 1`,
      ),
      found(
        "merged_payment",
        "合并付款",
        `select t.merged_id as id ${paying} and t.merged_id is not null order by t.id limit 1`,
      ),
      found(
        "oa_payment",
        "退汇的OA付款",
        `select t.oa_payment_id as id ${paying} and t.oa_payment_id is not null order by t.id limit 1`,
      ),
      found("payment", "重新付出", `select t.id ${paying} and t.status = 'paid' order by t.id desc limit 1`),
      last("transfer", "发往美国"),
      found(
        "customs_declaration",
        "报关单",
        `select t.customs_id as id from transfer t where t.customs_id is not null
           and exists (select 1 from transfer_line l where l.transfer_id = t.id and l.sku_id = $1) order by t.id limit 1`,
      ),
    ],
  },
  {
    code: "SET2001-A",
    title: "桌面收纳套装：组合商品，自己发货",
    about:
      "平台上卖的是一套，仓库里是两种配件：拆成两个包裹，一个在途中被拦截；大单缺货等待处理；买家来信，退了一部分款。",
    steps: [
      found("sku", "套装由什么组成", "select $1::bigint as id"),
      found("sales_order", "拆成两个包裹的订单", orderOf("0000002")),
      found("package_order", "被拦截的包裹", parcelOf("0000002")),
      found("sales_order", "缺货的大单", orderOf("0000003")),
      found(
        "cs_thread",
        "买家来信",
        "select id from cs_thread where platform_order_no = '113-2001000-0000001' and $1::bigint > 0",
      ),
      found(
        "cs_refund",
        "部分退款",
        "select r.id from cs_refund r join platform_order o on o.id = r.platform_order_id where o.platform_order_no = '113-2001000-0000001' and $1::bigint > 0",
      ),
      { label: "订单规则", permission: "om_orderrule_view", href: "/ordermanage/orderRule/index" },
    ],
  },
];
