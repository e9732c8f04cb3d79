import { defineDocument } from "../kit";
import { salesActions } from "./sales-actions";
import { salesFields } from "./sales-fields";
import { salesItem, salesLine } from "./sales-lines";
import { salesStates } from "./sales-words";

const page = "/ordermanage/openTag/index/{id}";
/** Before it is audited it may be sent elsewhere. */
const OPEN = ["pendingProcess", "held", "exception", "pendingAudit"] as const;

/** 订单 (market.md 4): what is handled of one order that we ship ourselves. */
export const salesOrder = defineDocument({
  name: "sales_order",
  label: "订单",
  module: "order",
  api: "/ordermanage/order",
  permission: "om_order",
  number: "SO",
  many: true,
  can: { del: false },
  keyword: ["no", "platformOrderNo", "skuQtys"],
  finds: ["no", "platformOrderNo"],
  foundBy: ["storeId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  sort: [{ by: "latestShipTime" }, { by: "id" }],
  status: { field: "status", initial: "pendingProcess", editable: OPEN, values: salesStates },
  openFields: Object.fromEntries(
    OPEN.filter((state) => state !== "pendingProcess").map((state) => [
      state,
      { fields: ["receiver", "remark"], note: "审核前可修改收件信息，其他内容以待处理时为准" },
    ]),
  ),
  figures: [{ field: "totalAmount" }, { field: "estProfit" }, { field: "remainHours" }],
  brief: { amount: "totalAmount", date: "latestShipTime" },
  queues: [
    {
      ...{ label: "异常订单", where: { status: "exception" }, about: "skuQtys" },
      ...{ permission: "edit", due: "latestShipTime" },
    },
  ],
  fields: salesFields,
  lines: {
    items: {
      ...{ label: "订单明细", table: "sales_order_item", max: 500 },
      required: "请至少添加一条明细",
      fields: salesItem,
    },
    parts: {
      ...{ label: "发货明细", table: "sales_order_line", max: 2000, computed: true },
      fields: salesLine,
    },
  },
  actions: salesActions,
  screens: {
    list: "/ordermanage/index",
    create: page.replace("{id}", "0"),
    edit: page,
    detail: "/ordermanage/openTag/detail",
    titles: { list: "订单列表" },
    prints: {
      picking: {
        ...{ path: "/ordermanage/picking", label: "打印拣货单", title: "拣货单", log: true },
        from: ["audited", "partShipped"],
      },
      invoice: {
        ...{ path: "/ordermanage/invoice", label: "打印发票", title: "发票", log: true },
        from: ["audited", "partShipped", "shipped", "completed"],
      },
    },
  },
});
