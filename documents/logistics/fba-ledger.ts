import { defineDocument, field } from "../kit";
import {
  fbaReportTabs,
  fromReports,
  reportedAsin,
  reportedFnsku,
  reportedMsku,
  reportedSku,
  reportedStore,
  reportedToOwn,
  reportSource,
} from "./fba-reports";
import { ledgerDispositions, ledgerEvents, ledgerReasons } from "./fba-words";

/** FBA库存台账 (figures.md A.3): what moved at the platform's warehouses, a row for each movement of goods. */
export const fbaLedger = defineDocument({
  ...reportedToOwn,
  name: "fba_ledger",
  label: "FBA库存台账",
  display: "msku",
  keyword: ["referenceNo", "msku"],
  list: { from: fromReports, sort: [{ by: "eventDay", desc: true }, { by: "id" }] },
  fields: {
    eventDay: field.date("日期", {
      computed: true,
      column: { width: 110, fixed: "left", sortable: true, tooltip: "平台记账的日期" },
      filter: "range",
    }),
    event: field.enum("事件", { computed: true, options: ledgerEvents, column: { width: 100 }, filter: "in" }),
    storeId: { ...reportedStore, column: { width: 150, phone: false } },
    msku: reportedMsku,
    qty: field.int("数量", {
      computed: true,
      column: { width: 80, summary: "sum", tooltip: "平台仓增加为正，减少为负" },
    }),
    disposition: field.enum("库存属性", {
      computed: true,
      options: ledgerDispositions,
      column: { width: 100 },
      filter: "in",
    }),
    reason: field.enum("调整原因", { computed: true, options: ledgerReasons, column: { width: 110 }, filter: "in" }),
    reasonSaid: field.text("原因代码", {
      computed: true,
      max: 60,
      column: { hide: true, phone: false },
      filter: "prefix",
    }),
    referenceNo: field.text("参考号", {
      computed: true,
      max: 60,
      column: { width: 150, phone: false, tooltip: "入库接收的为货件号" },
      filter: "prefix",
    }),
    transferId: field.ref("调拨单", {
      to: "transfer",
      computed: true,
      virtual: true,
      column: { width: 140, phone: false, tooltip: "货件号为该参考号的调拨单，按接收的累计数量自动收货" },
    }),
    fulfillmentCenter: field.text("运营中心", { computed: true, max: 20, column: { width: 100, phone: false } }),
    country: field.text("国家", { computed: true, max: 10, column: { hide: true, phone: false } }),
    fnsku: reportedFnsku,
    asin: { ...reportedAsin, column: { width: 120, hide: true, phone: false } },
    ...reportSource,
    factSku: reportedSku,
  },
  screens: { list: "/logistics/fbaReport/ledger", tabs: fbaReportTabs, tab: "台账", titles: { list: "FBA库存台账" } },
});
