import { defineDocument, field, unshown } from "../kit";
import {
  profitFigures,
  profitFrom,
  profitGroupFilter,
  profitLateFilter,
  profitList,
  profitParts,
  profitPhases,
  profitStoreColumn,
  profitTabs,
  profitText,
  profitThisMonth,
} from "./profit-figures";

/** The same by order of the platform: its own fees, costs and refunds, without what belongs to no order. */
export const profitOrder = defineDocument({
  ...profitList,
  name: "profit_order",
  label: "利润（订单）",
  table: "profit_order_list",
  display: "orderNo",
  list: { from: profitFrom, sort: [{ by: "netProfit" }, { by: "id" }] },
  fields: {
    ...profitThisMonth,
    orderNo: field.text("平台订单号", {
      computed: true,
      names: ["orderDocument", "orderId"],
      column: { width: 180, fixed: "left" },
      filter: "prefix",
    }),
    storeId: profitStoreColumn,
    orderDocument: field.text("单据类型", { ...unshown }),
    orderId: field.text("单据编号", { ...unshown }),
    groupId: profitGroupFilter,
    ...profitFigures({ entries: { orderNo: "orderNo", storeId: "storeId" } }, {}),
  },
  screens: { list: "/cockpit/profit/order", tabs: profitTabs, titles: { list: "订单利润" } },
});

/** 利润明细: one amount that a document or a line of a report brought to one figure. */
export const profitEntry = defineDocument({
  ...profitList,
  name: "profit_entry",
  label: "利润明细",
  table: "profit_entry_list",
  display: "sourceNo",
  list: { from: profitFrom, sort: [{ by: "bizDate", desc: true }, { by: "id" }] },
  fields: {
    bizDate: field.date("入账日", { computed: true, column: { width: 110, sortable: true }, filter: "range" }),
    refDate: field.date("归属日", {
      computed: true,
      column: { width: 110, phone: false, tooltip: "所属月份已关账，记在入账日" },
    }),
    storeId: profitStoreColumn,
    msku: profitText("MSKU", 140),
    part: field.enum("项目", { computed: true, options: profitParts, column: { width: 110 }, filter: "in" }),
    amount: field.money("金额", {
      currency: "currency",
      computed: true,
      column: { width: 120, sortable: true, summary: "currency", phone: "fact" },
    }),
    rate: field.decimal("汇率", { computed: true, scale: 8, column: { width: 90, phone: false } }),
    cny: field.money("人民币", { unit: "CNY", computed: true, column: { width: 120, summary: "sum" } }),
    phase: field.enum("口径", { computed: true, options: profitPhases, column: { width: 80 }, filter: "in" }),
    sourceNo: field.text("来源", {
      computed: true,
      names: ["sourceDocument", "sourceId"],
      column: { width: 170 },
      filter: "prefix",
    }),
    orderNo: field.text("平台订单号", { computed: true, column: { width: 170, hide: true }, filter: "prefix" }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    groupId: profitGroupFilter,
    late: profitLateFilter,
    sourceDocument: field.text("来源类型", { ...unshown }),
    sourceId: field.text("来源编号", { ...unshown }),
  },
  screens: { list: "/cockpit/profit/entries", tabs: profitTabs, titles: { list: "利润明细" } },
});
