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
  formColumns: 1,
  fields: {
    lineCode: field.text("请购明细", { computed: true, column: { fixed: "left" } }),
    reqId: field.ref("请购单", { to: "purchase_requisition", computed: true }),
    skuCode: field.text("SKU", { computed: true, column: true, filter: "like" }),
    skuName: field.text("品名", { computed: true, column: { width: 180 } }),
    deptId: field.ref("所属部门", { to: "dept", computed: true, hiddenIn: ["view"] }),
    warehouseId: field.ref("需求仓库", { to: "warehouse", computed: true, column: { width: 90 }, filter: "in" }),
    reqType: field.enum("请购类型", { computed: true, options: reqTypes, column: true, filter: "in" }),
    applicantId: field.ref("请购人", { to: "user", computed: true, column: { hide: true }, filter: "in" }),
    expectDate: field.date("期望到仓日", { computed: true, column: { sortable: true }, filter: "range" }),
    qty: field.int("请购数量", { computed: true, column: { summary: "sum" } }),
    turnedQty: field.int("已转采", { computed: true, column: { hide: true, summary: "sum" } }),
    cancelQty: field.int("已取消", { computed: true, column: { hide: true, summary: "sum" } }),
    remainQty: field.int("可转数量", { computed: true, column: { summary: "sum", sortable: true } }),
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
