import { type Field, field, type Leads, labelled, unshown } from "../kit";

/** Figures of a profit by the column of the trade facts that they are a sum of; in CNY at the rate of their month. */
export const profitParts = labelled({
  item_sales: "商品销售额",
  shipping_income: "运费收入",
  promo_amt: "促销折扣",
  refund_amt: "退款",
  vat_amt: "增值税",
  platform_fee: "平台佣金",
  fulfill_fee: "配送费",
  ad_spend: "广告费",
  storage_fee: "仓储费",
  other_fee: "其他费用",
  reimburse_amt: "平台赔偿",
  product_cost: "采购成本",
  first_leg_cost: "头程费用",
  stock_loss: "库存损失",
  promo_fee: "推广费",
});

/** Whether a settlement said it, or it is expected until one does (figures.md C.3). */
export const profitPhases = {
  settled: { label: "实际", tone: "green" },
  estimated: { label: "预估", tone: "orange" },
} as const;

export const profitTabs = [
  "profit_msku",
  "profit_sku",
  "profit_asin",
  "profit_parent",
  "profit_store",
  "profit_group",
  "profit_month",
  "profit_order",
  "profit_entry",
] as const;

export const profitList = {
  module: "cockpit",
  permission: "cockpit_profit",
  scopeBy: undefined,
  many: true,
  can: { add: false, edit: false, del: false },
} as const;

/** What a figure leads to: by which fields of the row it is found there. */
type ProfitBy = Readonly<Record<string, string>>;
const within = { bizDateFrom: "firstDay", bizDateTo: "lastDay" };
const days = { dayFrom: "firstDay", dayTo: "lastDay" };
/** Stores, groups and kinds of entries that a list was asked for: what its figures lead to is asked for these alone, too. */
const ofStores = { storeId: "askedStores" };
const ofAsked = { groupId: "askedGroups", phase: "phase", late: "late" };

interface ProfitLevel {
  /** Fields by which entries of a row are found; nothing: they are found by what its figures lead to first. */
  entries?: ProfitBy;
  /** Another level that shows the rows of this one, and by what. */
  rows?: { document: string; by: ProfitBy };
}

const counted = { hide: true, sortable: true, summary: "sum", phone: false } as const;

/**
 * Figures of a row, each leading to what it is made of.
 * @param then what they are compared with
 */
export function profitFigures<M extends Readonly<Record<string, Field>>>({ entries, rows }: ProfitLevel, then: M) {
  const leads = (where?: Readonly<Record<string, string>>): { leads?: Leads } => {
    if (rows) return { leads: { document: rows.document, by: { ...days, ...ofStores, ...ofAsked, ...rows.by } } };
    if (!entries) return {};
    return { leads: { document: "profit_entry", by: { ...within, ...ofAsked, ...entries }, ...(where && { where }) } };
  };
  const money = (label: string, where: Readonly<Record<string, string>> | undefined, more: object = {}) =>
    field.money(label, {
      unit: "CNY",
      computed: true,
      column: { width: 112, sortable: true, summary: "sum", phone: false, ...leads(where), ...more },
    });
  const part = (name: keyof typeof profitParts, more?: object) => money(profitParts[name].label, { part: name }, more);
  const cost = (name: keyof typeof profitParts) => ({ ...part(name, { hide: true }), mask: "stock_cost_view" });
  const percent = (label: string, tooltip: string, more: object = {}) =>
    field.percent(label, {
      computed: true,
      later: true,
      unit: "%",
      column: { width: 88, sortable: true, tooltip, ...more },
    });
  return {
    units: field.int("销量", { computed: true, column: { width: 80, sortable: true, summary: "sum", phone: false } }),
    income: money("收入", undefined, { phone: "fact", tooltip: "商品销售额＋运费收入－促销折扣－退款－增值税" }),
    grossProfit: money("毛利", undefined, { tooltip: "收入－采购成本－头程费用－平台佣金－配送费" }),
    grossPercent: percent("毛利率", "毛利÷收入", { phone: false }),
    netProfit: money("净利润", undefined, {
      phone: "fact",
      tooltip: "毛利－广告费－仓储费－其他费用＋平台赔偿－库存损失－推广费",
    }),
    basis: field.enum("口径", {
      computed: true,
      options: { ...profitPhases, partial: { label: "未全", tone: "grey" } },
      column: { width: 64 },
    }),
    netPercent: percent("净利率", "净利润÷收入", { phone: false }),
    ...then,
    platformFee: part("platform_fee"),
    fulfillFee: part("fulfill_fee"),
    adSpend: part("ad_spend"),
    refundAmt: part("refund_amt"),
    estimatedFee: money("预估费用", { phase: "estimated" }, { tooltip: "佣金、配送费、仓储费中还没有结算的" }),
    missing: field.text("未含", {
      computed: true,
      column: { width: 150, phone: false, tooltip: "部分商品还没有的成本，利润中没有扣除" },
    }),
    orders: field.int("订单数", { computed: true, column: counted }),
    unitProfit: field.money("单件净利", {
      unit: "CNY",
      computed: true,
      later: true,
      column: { hide: true, phone: false },
    }),
    itemSales: part("item_sales", { hide: true }),
    shippingIncome: part("shipping_income", { hide: true }),
    promoAmt: part("promo_amt", { hide: true }),
    vatAmt: part("vat_amt", { hide: true }),
    storageFee: part("storage_fee", { hide: true }),
    otherFee: part("other_fee", { hide: true }),
    reimburseAmt: part("reimburse_amt", { hide: true }),
    productCost: cost("product_cost"),
    firstLegCost: cost("first_leg_cost"),
    stockLoss: cost("stock_loss"),
    promoFee: part("promo_fee", { hide: true }),
    refundUnits: field.int("退款件数", { computed: true, column: counted }),
    returnUnits: field.int("退货件数", {
      computed: true,
      later: true,
      column: { ...counted, tooltip: "平台仓收到的买家退货，来自FBA买家退货报告；没有报告的为—" },
    }),
    firstDay: field.date("期间首日", { computed: true }),
    lastDay: field.date("期间末日", { computed: true }),
    askedStores: field.text("所选店铺", { ...unshown }),
    askedGroups: field.text("所选小组", { ...unshown }),
  };
}

/** The days that rows are made of. */
export const profitPeriod = (help: string) => ({
  day: field.date("期间", { computed: true, hiddenIn: ["view"], filter: "range", help }),
});
export const profitThisMonth = profitPeriod("不填则为本月，每月1日为上月");

export const profitStoreColumn = field.ref("店铺", {
  to: "store",
  computed: true,
  column: { width: 130 },
  filter: "in",
});
export const profitGroupColumn = field.ref("小组", {
  to: "group",
  computed: true,
  column: { width: 90, phone: false },
  filter: "in",
});
/** Rows are of all of them: it only says which facts they are made of. */
export const profitStoreFilter = field.ref("店铺", { to: "store", ...unshown, filter: "in" });
export const profitGroupFilter = field.ref("小组", { to: "group", ...unshown, filter: "in" });
/** Leaves out what is about months before the one in which it landed. */
export const profitLateFilter = field.enum("以前月份", {
  ...unshown,
  options: labelled({ without: "不含以前月份" }),
  filter: "in",
  filterOne: true,
});
const compared = { asked: "versus", sortable: true, phone: false } as const;
const then = (label: string) =>
  field.money(`对比期${label}`, {
    unit: "CNY",
    computed: true,
    later: true,
    column: { ...compared, width: 120, summary: "sum", tooltip: `所选“对比”期间的${label}；那时没有数据的为—` },
  });
const change = (label: string, more?: { phone: "fact" }) =>
  field.percent(`${label}增减`, {
    computed: true,
    later: true,
    unit: "%",
    column: {
      ...compared,
      width: 100,
      signed: true,
      tooltip: `（${label}－对比期${label}）÷|对比期${label}|`,
      ...more,
    },
  });
/** What a row's figures were in the period that it is compared with, and by how much they changed. */
export const profitThen = {
  incomeThen: then("收入"),
  incomeChange: change("收入"),
  grossThen: then("毛利"),
  grossChange: change("毛利"),
  netThen: then("净利润"),
  netChange: change("净利润", { phone: "fact" }),
};

/** Which entries rows are made of, and what with they are compared: it only says which facts. */
export const profitAsks = {
  phase: field.enum("口径", { ...unshown, options: labelled({ settled: "实际" }), filter: "in", filterOne: true }),
  late: profitLateFilter,
  versus: field.enum("对比", {
    ...unshown,
    options: labelled({ before: "上一期间", lastYear: "去年同期" }),
    filter: "in",
    filterOne: true,
  }),
};

export const profitText = (label: string, width: number, fixed = false) =>
  field.text(label, { computed: true, column: { width, ...(fixed && { fixed: "left" as const }) }, filter: "prefix" });
export const profitFrom =
  "利润由订单、费用和成本算出：店铺连接后每天自动取得；没有连接的店铺在“基础设置 → 报告文件”上传";
