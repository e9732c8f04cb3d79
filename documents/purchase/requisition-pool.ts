import { defineDocument, field } from "../kit";
import { reqTypes } from "./requisition";

/** 待转采池 (supply.md 3): approved requisition lines of which something remains. */
export const requisitionPool = defineDocument({
  name: "requisition_pool",
  label: "待转采池",
  module: "purchase",
  permission: "purchase_turnrequisition",
  // Buyers turn what others ask for.
  scopeBy: { dept: "deptId", user: "createBy", all: "purchase_turnrequisition_add" },
  display: "lineCode",
  many: true,
  keyword: ["lineCode", "skuCode", "skuName"],
  can: { add: false, edit: false, del: false },
  fields: {
    lineCode: field.text({
      label: "请购明细",
      computed: true,
      column: { width: 160, fixed: "left" },
    }),
    reqId: field.ref({ label: "请购单", to: "purchase_requisition", computed: true }),
    skuCode: field.text({
      label: "SKU",
      computed: true,
      column: { width: 130 },
      filter: "like",
    }),
    skuName: field.text({ label: "品名", computed: true, column: { width: 180 } }),
    deptId: field.ref({ label: "所属部门", to: "dept", computed: true, hiddenIn: ["view"] }),
    warehouseId: field.ref({
      label: "需求仓库",
      to: "warehouse",
      computed: true,
      column: { width: 90 },
      filter: "in",
    }),
    reqType: field.enum({
      label: "请购类型",
      computed: true,
      options: reqTypes,
      column: { width: 80 },
      filter: "in",
    }),
    applicantId: field.ref({
      label: "请购人",
      to: "user",
      computed: true,
      column: { width: 80, hide: true },
      filter: "in",
    }),
    expectDate: field.date({
      label: "期望到仓日",
      computed: true,
      column: { width: 110, sortable: true },
      filter: "range",
    }),
    qty: field.int({ label: "请购数量", computed: true, column: { width: 84, summary: "sum" } }),
    turnedQty: field.int({
      label: "已转采",
      computed: true,
      column: { width: 84, hide: true, summary: "sum" },
    }),
    cancelQty: field.int({
      label: "已取消",
      computed: true,
      column: { width: 84, hide: true, summary: "sum" },
    }),
    remainQty: field.int({
      label: "可转数量",
      computed: true,
      column: { width: 90, summary: "sum", sortable: true },
    }),
  },
  actions: {
    toTurn: {
      label: "转采",
      permission: "add",
      batch: true,
      opens: { document: "turn_requisition", param: "reqLineIds" },
    },
  },
  screens: {
    list: "/poturnrequisition/pool/index",
    tabs: ["turn_requisition", "requisition_pool"],
    titles: { list: "待转采池" },
  },
});
