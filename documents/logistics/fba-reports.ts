import { defineDocument, field, unshown } from "../kit";
import { reimbursementReasons, reimbursementStates, returnDispositions, returnReasons } from "./fba-words";

export const fbaReportTabs = [
  "fba_customer_return",
  "fba_reimbursement",
  "fba_storage_fee",
  "fba_aged_storage_fee",
  "fba_stock",
  "fba_ledger",
  "sales_traffic",
  "store_listing",
] as const;

export const fromReports = "来自平台的FBA报告：店铺连接后每天自动取得；没有连接的店铺在“基础设置 → 报告文件”上传";

/** Rows of the platform's reports on what it stores for us: reports alone write them. */
export const reported = {
  module: "logistics",
  permission: "logistics_fbareport",
  coded: true,
  many: true,
  scopeBy: { store: "storeId" },
  can: { add: false, edit: false, del: false },
} as const;

/** The same, seen by who works for their stores alone. */
export const reportedToOwn = { ...reported, scopeBy: { store: "storeId", user: "createBy" } } as const;

export const reportedStore = field.ref("店铺", { to: "store", computed: true, column: { width: 150 }, filter: "in" });
export const reportedMsku = field.text("MSKU", { computed: true, max: 60, column: { width: 140 }, filter: "prefix" });
/** The listing that figures keep it by; `*`: none of the store has it. */
export const reportedSku = field.text("入账MSKU", { ...unshown, max: 60 });
export const reportedFnsku = field.text("FNSKU", { computed: true, max: 60, column: { width: 120 }, filter: "prefix" });
export const reportedAsin = field.text("ASIN", {
  computed: true,
  max: 20,
  column: { width: 120, phone: false },
  filter: "prefix",
});
const orderNo = field.text("平台订单号", { computed: true, max: 40, column: { width: 180 }, filter: "prefix" });
export const reportedCurrency = field.dict("币种", { type: "currency", computed: true, filter: "in" });

/** Which report says it, and what tells a row from others of its account. */
export const reportSource = {
  reportTime: field.datetime("报告时间", { computed: true, column: { hide: true, phone: false } }),
  reportFileId: field.ref("报告文件", { to: "report_file", computed: true, column: { width: 140, phone: false } }),
  rowKey: field.text("行标识", { ...unshown, max: 300, unique: "该行已存在" }),
};

/** FBA买家退货 (figures.md A.3): what buyers sent back to the platform's warehouses. What buyers wrote is never kept. */
export const fbaCustomerReturn = defineDocument({
  ...reported,
  name: "fba_customer_return",
  label: "FBA买家退货",
  menu: { group: "logistics", icon: "undo", sort: 60, label: "FBA报告数据" },
  display: "orderNo",
  list: { from: fromReports, sort: [{ by: "returnDay", desc: true }, { by: "id" }] },
  fields: {
    returnDay: field.date("退货日", {
      computed: true,
      column: { width: 110, fixed: "left", sortable: true, tooltip: "平台仓收到的站点日期" },
      filter: "range",
    }),
    storeId: reportedStore,
    orderNo,
    msku: reportedMsku,
    fnsku: reportedFnsku,
    asin: reportedAsin,
    qty: field.int("数量", { computed: true, column: { width: 80, summary: "sum" } }),
    disposition: field.enum("库存属性", {
      computed: true,
      options: returnDispositions,
      column: { width: 100 },
      filter: "in",
    }),
    reason: field.enum("退货原因", { computed: true, options: returnReasons, column: { width: 120 }, filter: "in" }),
    reasonSaid: field.text("原因代码", {
      computed: true,
      max: 60,
      column: { hide: true, phone: false },
      filter: "prefix",
    }),
    state: field.text("处理", { computed: true, max: 100, column: { hide: true, phone: false } }),
    fulfillmentCenter: field.text("运营中心", { computed: true, max: 20, column: { width: 100, phone: false } }),
    plateNo: field.text("LPN", { computed: true, max: 60, column: { hide: true, phone: false }, filter: "prefix" }),
    ...reportSource,
    factSku: reportedSku,
  },
  screens: {
    list: "/logistics/fbaReport/index",
    tabs: fbaReportTabs,
    tab: "买家退货",
    titles: { list: "FBA买家退货" },
  },
});

const reimbursed = (label: string) =>
  field.int(label, { computed: true, later: true, column: { phone: false, width: 90 } });
const related = (label: string, hide = true) =>
  field.text(label, { computed: true, max: 60, column: { hide, phone: false, width: 140 }, filter: "prefix" });

/**
 * FBA赔偿记录 (figures.md A.3): what the platform says that it pays for goods it lost or broke. The money comes by
 * settlements: each shows the one that has it.
 */
export const fbaReimbursement = defineDocument({
  ...reported,
  name: "fba_reimbursement",
  label: "FBA赔偿记录",
  display: "reimbursementNo",
  keyword: ["reimbursementNo", "caseNo"],
  list: { tabs: "state", from: fromReports, sort: [{ by: "approvalDay", desc: true }, { by: "id" }] },
  fields: {
    approvalDay: field.date("批准日", {
      computed: true,
      column: { width: 110, fixed: "left", sortable: true },
      filter: "range",
    }),
    storeId: reportedStore,
    reimbursementNo: related("赔偿编号", false),
    caseNo: related("Case编号"),
    reason: field.enum("原因", { computed: true, options: reimbursementReasons, column: { width: 120 }, filter: "in" }),
    msku: reportedMsku,
    amount: field.money("赔偿金额", {
      currency: "currency",
      computed: true,
      column: { width: 130, summary: "currency", signed: true, sortable: true },
    }),
    state: field.enum("结算", { computed: true, options: reimbursementStates, column: { width: 100 }, filter: "in" }),
    settlementId: field.ref("结算单", {
      to: "settlement",
      computed: true,
      column: { width: 140, tooltip: "按店铺、MSKU和金额找到的已过账结算单" },
      filter: "in",
    }),
    unitAmount: field.money("单件金额", {
      currency: "currency",
      computed: true,
      later: true,
      column: { hide: true, phone: false },
    }),
    cashQty: reimbursed("赔款件数"),
    stockQty: reimbursed("补货件数"),
    totalQty: reimbursed("赔偿件数"),
    orderNo,
    fnsku: reportedFnsku,
    asin: reportedAsin,
    condition: related("商品状态"),
    originalNo: related("原赔偿编号"),
    originalType: field.text("原赔偿类型", { computed: true, max: 60, column: { hide: true, phone: false } }),
    reasonSaid: field.text("原因代码", {
      computed: true,
      max: 60,
      column: { hide: true, phone: false },
      filter: "prefix",
    }),
    currency: reportedCurrency,
    ...reportSource,
    factSku: reportedSku,
  },
  screens: {
    list: "/logistics/fbaReport/reimbursement",
    tabs: fbaReportTabs,
    tab: "赔偿",
    titles: { list: "FBA赔偿记录" },
  },
});

/** FBA仓储费 (figures.md A.3): what the platform expects to charge for a month's storage of goods in a place. */
export const fbaStorageFee = defineDocument({
  ...reported,
  name: "fba_storage_fee",
  label: "FBA仓储费",
  display: "fnsku",
  list: { from: fromReports, sort: [{ by: "month", desc: true }, { by: "id" }] },
  fields: {
    month: field.text("月份", {
      input: "month",
      computed: true,
      max: 6,
      column: { width: 90, fixed: "left" },
      filter: "prefix",
    }),
    storeId: reportedStore,
    country: field.text("国家", { computed: true, max: 10, column: { width: 70, phone: false } }),
    msku: reportedMsku,
    fnsku: reportedFnsku,
    asin: reportedAsin,
    fulfillmentCenter: field.text("运营中心", { computed: true, max: 20, column: { width: 100, phone: false } }),
    qty: field.decimal("平均库存", { computed: true, later: true, scale: 2, column: { phone: false } }),
    volume: field.decimal("单件体积", { computed: true, later: true, column: { hide: true, phone: false } }),
    amount: field.money("预计仓储费", {
      currency: "currency",
      computed: true,
      scale: 4,
      column: { width: 130, summary: "currency" },
    }),
    currency: reportedCurrency,
    ...reportSource,
    factSku: reportedSku,
    said: field.text("报告中的MSKU", { ...unshown, max: 60 }),
  },
  screens: { list: "/logistics/fbaReport/storage", tabs: fbaReportTabs, tab: "仓储费", titles: { list: "FBA仓储费" } },
});

/**
 * FBA长期仓储费 (figures.md A.3): what the platform charges for goods that lie there for long, by the snapshot of the
 * middle of a month.
 */
export const fbaAgedStorageFee = defineDocument({
  ...reportedToOwn,
  name: "fba_aged_storage_fee",
  label: "FBA长期仓储费",
  display: "msku",
  list: { from: fromReports, sort: [{ by: "snapshotDay", desc: true }, { by: "id" }] },
  fields: {
    snapshotDay: field.date("快照日", {
      computed: true,
      column: { width: 110, fixed: "left", sortable: true, tooltip: "平台按这一天的库龄收费；费用计在当月最后一天" },
      filter: "range",
    }),
    storeId: reportedStore,
    country: field.text("国家", { computed: true, max: 10, column: { width: 70, phone: false } }),
    msku: reportedMsku,
    fnsku: reportedFnsku,
    asin: reportedAsin,
    ageTier: field.text("库龄", { computed: true, max: 60, column: { width: 120 }, filter: "prefix" }),
    qty: field.int("收费件数", { computed: true, column: { width: 100, summary: "sum" } }),
    amount: field.money("长期仓储费", {
      currency: "currency",
      computed: true,
      scale: 4,
      column: { width: 130, summary: "currency" },
    }),
    currency: reportedCurrency,
    ...reportSource,
    month: field.text("月份", { ...unshown, input: "month", max: 6 }),
    factSku: reportedSku,
    said: field.text("报告中的MSKU", { ...unshown, max: 60 }),
  },
  screens: {
    list: "/logistics/fbaReport/agedStorage",
    tabs: fbaReportTabs,
    tab: "长期仓储费",
    titles: { list: "FBA长期仓储费" },
  },
});
