import { defineDocument, field, unshown } from "../kit";
import { returnDispositions, returnReasons } from "./fba-words";

const fbaReportTabs = ["fba_customer_return", "fba_storage_fee"] as const;

/** Rows of the platform's reports on what it stores for us: reports alone write them. */
const reported = {
  module: "logistics",
  permission: "logistics_fbareport",
  coded: true,
  many: true,
  scopeBy: { store: "storeId" },
  can: { add: false, edit: false, del: false },
} as const;

const store = field.ref("店铺", { to: "store", computed: true, column: { width: 150 }, filter: "in" });
const msku = field.text("MSKU", {
  computed: true,
  max: 60,
  column: { width: 140, tooltip: "店铺的平台映射里没有的显示为*" },
  filter: "prefix",
});
const fnsku = field.text("FNSKU", { computed: true, max: 60, column: { width: 120 }, filter: "prefix" });
const asin = field.text("ASIN", { computed: true, max: 20, column: { width: 120, phone: false }, filter: "prefix" });
const orderNo = field.text("平台订单号", { computed: true, max: 40, column: { width: 180 }, filter: "prefix" });
const said = field.text("报告中的MSKU", { ...unshown, max: 60 });
const currency = field.dict("币种", { type: "currency", computed: true, filter: "in" });

/** Which report says it, and what tells a row from others of its account. */
const source = {
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
  list: { sort: [{ by: "returnDay", desc: true }, { by: "id" }] },
  fields: {
    returnDay: field.date("退货日", {
      computed: true,
      column: { width: 110, fixed: "left", sortable: true, tooltip: "平台仓收到的站点日期" },
      filter: "range",
    }),
    storeId: store,
    orderNo,
    factSku: msku,
    fnsku,
    asin,
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
    ...source,
    said,
  },
  screens: { list: "/logistics/fbaReport/index", tabs: fbaReportTabs, titles: { list: "FBA买家退货" } },
});

/** FBA仓储费 (figures.md A.3): what the platform expects to charge for a month's storage of goods in a place. */
export const fbaStorageFee = defineDocument({
  ...reported,
  name: "fba_storage_fee",
  label: "FBA仓储费",
  display: "fnsku",
  list: { sort: [{ by: "month", desc: true }, { by: "id" }] },
  fields: {
    month: field.text("月份", {
      input: "month",
      computed: true,
      max: 6,
      column: { width: 90, fixed: "left" },
      filter: "prefix",
    }),
    storeId: store,
    country: field.text("国家", { computed: true, max: 10, column: { width: 70, phone: false } }),
    factSku: msku,
    fnsku,
    asin,
    fulfillmentCenter: field.text("运营中心", { computed: true, max: 20, column: { width: 100, phone: false } }),
    qty: field.decimal("平均库存", { computed: true, later: true, column: { phone: false } }),
    volume: field.decimal("单件体积", { computed: true, later: true, column: { hide: true, phone: false } }),
    amount: field.money("预计仓储费", {
      currency: "currency",
      computed: true,
      scale: 4,
      column: { width: 130, summary: "currency" },
    }),
    currency,
    ...source,
    said,
  },
  screens: { list: "/logistics/fbaReport/storage", tabs: fbaReportTabs, titles: { list: "FBA仓储费" } },
});
