import { field, type Leads, labelled, unshown } from "../kit";

export const performanceTabs = [
  "performance_msku",
  "performance_asin",
  "performance_parent",
  "performance_sku",
  "performance_store",
  "performance_day",
  "listing_note",
] as const;

export const performanceList = {
  module: "cockpit",
  permission: "cockpit_listing",
  scopeBy: undefined,
  many: true,
  can: { add: false, edit: false, del: false },
} as const;

export const performanceFrom =
  "来自SKU的平台映射、订单，和平台的流量、库存、广告报告：店铺连接后每天自动取得；没有连接的店铺在“基础设置 → 报告文件”上传";

/** What of a row calls for somebody (figures.md D.5); the numbers are those of the tooltip below. */
export const performanceAlarms = labelled({
  stockOut: "断货风险",
  loss: "亏损",
  conversion: "转化下降",
  buyBox: "购物车丢失",
  returns: "高退货",
  reason: "退货原因上升",
  fee: "配送费变动",
  unsold: "有货无动销",
  blocked: "不可售",
  aged: "库龄>180",
});
const ALARMS =
  "断货风险：可售天数少于交期加运输天数（不知道的按30天）。亏损：净利润为负。转化下降：近7天比之前14天低30%以上。购物车丢失：近7天低于80%。高退货：期间销量10件以上且退款率达10%。退货原因上升：近30天同一原因的FBA退货5件以上，且为之前30天的两倍以上。配送费变动：最近结算的单件配送费与费用预览相差2%以上，或30天内平台换了尺寸段、预览的配送费变了2%以上。有货无动销：近7天没有销量。不可售：有货而平台不可售。库龄>180：最近的长期仓储费报告里有";

/** Days of which sales a day are taken for what is in stock. */
const paces = labelled({ d7: "近7天", d14: "近14天", d30: "近30天", mixed: "7/14/30天按5:3:2" });

const shown = { sortable: true, phone: false } as const;
const hidden = { ...shown, hide: true } as const;
type PerformanceColumn = Readonly<Record<string, unknown>>;
const counted = (label: string, more: PerformanceColumn = {}) =>
  field.int(label, { computed: true, later: true, column: { ...shown, width: 84, summary: "sum", ...more } });
const money = (label: string, more: PerformanceColumn = {}) =>
  field.money(label, {
    unit: "CNY",
    computed: true,
    later: true,
    column: { ...shown, width: 110, summary: "sum", ...more },
  });
/** `of`: columns whose sums it is of. */
const percent = (label: string, of: `${string}/${string}` | undefined, tooltip: string, more: PerformanceColumn = {}) =>
  field.percent(label, {
    computed: true,
    later: true,
    unit: "%",
    column: { ...shown, width: 90, tooltip, ...(of && { summary: of }), ...more },
  });
const change = (label: string) =>
  field.percent(`${label}增减`, {
    computed: true,
    later: true,
    unit: "%",
    column: {
      ...shown,
      width: 100,
      signed: true,
      asked: "versus",
      tooltip: `（${label}－对比期${label}）÷|对比期${label}|`,
    },
  });
const then = (label: string, of: typeof counted | typeof money) =>
  of(`对比期${label}`, { asked: "versus", tooltip: `所选“对比”期间的${label}；那时没有数据的为—` });

/**
 * What people looked at, bought and advertised, and what was earned by it. Of `days` stands what fits beside each other; one
 * comes there from a list that explains it.
 */
export const performanceSold = (leads?: Leads, days = false) => {
  // Above the days stand their sums.
  const told = days ? { tooltip: undefined, summary: undefined } : {};
  return {
    units: counted("销量", { ...(leads && { leads }), phone: "fact", ...told }),
    ...(!days && { unitsThen: then("销量", counted), unitsChange: change("销量") }),
    orders: counted("订单数", { hide: true }),
    sales: money("销售额", { tooltip: "商品销售额，按当月汇率", ...told }),
    ...(!days && { salesThen: then("销售额", money), salesChange: change("销售额") }),
    sessions: counted("访问次数", { tooltip: "来自销售与流量报告；没有报告的为—", ...told }),
    ...(!days && { sessionsThen: then("访问次数", counted), sessionsChange: change("访问次数") }),
    pageViews: counted("页面浏览", { hide: true }),
    conversion: percent("转化率", "seenUnits/sessions", "销量÷访问次数，只算有流量报告的日子", told),
    buyBox: percent("购物车占比", undefined, "按页面浏览加权", { width: 100, ...told }),
    adSpend: money("广告费", told),
    adSales: money("广告销售额", { hide: true, tooltip: "广告报告归因的销售额" }),
    acos: percent("ACOS", "adSpend/adSales", "广告费÷广告销售额", { hide: days, ...told }),
    tacos: percent("TACOS", "adSpend/sales", "广告费÷销售额", { hide: days }),
    adUnits: counted("广告销量", { hide: true }),
    organicUnits: counted("自然销量", { hide: true, tooltip: "销量－广告销量" }),
    adShare: percent("广告销量占比", "adUnits/units", "广告销量÷销量", { hide: true, width: 110 }),
    netProfit: money("净利润", {
      phone: "fact",
      signed: true,
      tooltip: "与利润报表相同；不含店铺的未分配费用",
      ...told,
    }),
    ...(!days && { netThen: then("净利润", money), netChange: change("净利润") }),
    netPercent: percent("净利率", "netProfit/income", "净利润÷收入", { hide: days }),
    income: money("收入", { hide: true, tooltip: "销售额＋运费收入－促销折扣－退款－增值税" }),
    refundUnits: counted("退款件数", { hide: true }),
    refundRate: percent("退款率", "refundUnits/units", "退款件数÷销量", { hide: days }),
    returnUnits: counted("退货件数", { hide: true, tooltip: "来自FBA买家退货报告；没有报告的为—" }),
    returnRate: percent("退货率", "returnUnits/units", "退货件数÷销量", { hide: true }),
    // Of the days that somebody said sessions of: what conversion is made of.
    seenUnits: field.int("有流量日的销量", { ...unshown }),
  };
};

/** What could be sold at the end of a day: no sum of several. */
export const performanceAvailable = counted("可售", { phone: "fact", summary: undefined });

/** What lies at the platform, and how long that is enough. */
export const performanceStock = {
  availableQty: counted("可售", {
    phone: "fact",
    tooltip: "期末前最近一次FBA库存报告；自发货的为店铺商品的数量，组合为部件能配成的套数",
  }),
  reservedQty: counted("预留", { hide: true }),
  workingQty: counted("入库准备", { hide: true }),
  shippedQty: counted("入库在途", { hide: true }),
  receivingQty: counted("入库接收", { hide: true }),
  inboundQty: counted("入库中", { tooltip: "入库准备＋入库在途＋入库接收" }),
  unsellableQty: counted("不可售", { hide: true }),
  bookQty: counted("账面", { hide: true, tooltip: "报告导入当时本系统该店铺FBA仓的在库" }),
  stockDay: field.date("库存日期", { computed: true, column: hidden }),
  coverDays: field.int("可售天数", {
    computed: true,
    later: true,
    column: { ...shown, width: 96, tooltip: "可售÷每天销量（所选“日均”的天数，截至期末）；没有销量的为—" },
    filter: "range",
  }),
};

/** How a product ranks in the large group that the platform puts it into; the first is the best. */
export const performanceRank = (more: PerformanceColumn = {}) =>
  field.int("排名", {
    computed: true,
    later: true,
    column: {
      ...shown,
      width: 90,
      tooltip: "平台大类里的畅销排名，期末前一周内最近的一次；有店铺连接的每天读取",
      ...more,
    },
  });

/** How a listing stands at the platform, and what it costs there. */
export const performanceOffer = {
  salesRank: performanceRank(),
  price: field.money("价格", {
    currency: "currency",
    computed: true,
    later: true,
    column: { width: 110, phone: false, sortable: true, tooltip: "店铺商品报告中的售价" },
  }),
};

export const performanceAlarmField = field.enums("关注", {
  computed: true,
  options: performanceAlarms,
  column: { width: 150, tooltip: ALARMS, phone: "fact" },
  filter: "in",
});

/** 30 days of sales as a line. */
export const performanceTrend = field.text("近30天", {
  computed: true,
  virtual: true,
  column: { width: 130, phone: false, tooltip: "期末前30天每天的销量", bar: "line" },
});

/** What a list is asked for that no row has, and of which listings a row is made. */
export const performanceAsks = {
  members: field.texts("商品行", { ...unshown }),
  pace: field.enum("日均", { ...unshown, options: paces, filter: "in", filterOne: true }),
  versus: field.enum("对比", {
    ...unshown,
    options: labelled({ before: "上一期间", lastYear: "去年同期" }),
    filter: "in",
    filterOne: true,
  }),
  firstDay: field.date("期间首日", { computed: true, hiddenIn: ["view"] }),
  lastDay: field.date("期间末日", { computed: true, hiddenIn: ["view"] }),
  askedStores: field.text("所选店铺", { ...unshown }),
  askedGroups: field.text("所选小组", { ...unshown }),
};

export const performancePeriod = field.date("期间", {
  computed: true,
  hiddenIn: ["view"],
  filter: "range",
  help: "不填则为到昨天的30天",
});
