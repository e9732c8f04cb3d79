import { defineDocument, field, flowStatus, lineRemark, onePage, sourceSkuLine } from "../kit";

const { void: _none, ...states } = flowStatus({ approved: { label: "已生效", tone: "green" } }).values;

/** 请购取消单 (supply.md 3): what is no longer needed of an approved requisition. */
export const requisitionCancel = defineDocument({
  name: "requisition_cancel",
  label: "请购取消单",
  module: "purchase",
  menu: { group: "purchase", icon: "cancel", sort: 130 },
  number: "QX",
  flow: {},
  // Buyers turn what others ask for.
  scopeBy: { dept: "deptId", user: "createBy", all: "purchase_turnrequisition_add" },
  keyword: ["no", "skuCodes"],
  lookup: { foundBy: ["applicantId"] },
  start: { prefill: { reqId: "purchase_requisition" } },
  list: { tabs: true },
  status: { ...flowStatus(), values: states },
  glance: { figures: [{ field: "totalCancelQty" }, { field: "reasonType" }], brief: { qty: "totalCancelQty" } },
  fields: {
    reqId: field.ref("请购单", {
      to: "purchase_requisition",
      required: true,
      help: "须为待转采或部分转采的请购单；没有明细时取消全部剩余数量",
      column: { width: 150 },
      filter: "in",
    }),
    applicantId: field.ref("请购人", { to: "user", computed: true, column: true, filter: "in" }),
    reasonType: field.dict("取消原因", { type: "cancel_reason", required: true, column: { width: 130 }, filter: "in" }),
    totalCancelQty: field.int("取消总数", { computed: true, column: { summary: "sum" } }),
    reason: field.longtext("说明", { required: true, wide: true, column: { width: 260 } }),
    skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "取消明细",
      table: "requisition_cancel_line",
      sourced: true,
      fields: {
        reqLineId: field.line("请购明细", { table: "purchase_requisition_line", required: true, hidden: true }),
        ...sourceSkuLine(),
        qty: field.int("请购数量", { computed: true, virtual: true, sum: true }),
        turnedQty: field.int("已转", { computed: true, virtual: true, sum: true }),
        remainQty: field.int("剩余", { computed: true, virtual: true, sum: true }),
        cancelQty: field.int("取消数量", { required: true, min: 1, sum: true }),
        remark: lineRemark(),
      },
    },
  },
  screens: { list: "/porequisitonCancel/index", ...onePage("/porequisitonCancel/edit") },
});
