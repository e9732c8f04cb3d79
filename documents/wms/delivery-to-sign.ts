import { defineDocument, field } from "../kit";
import { delivery } from "../purchase/delivery";

const { deliveryType } = delivery.fields;

/** 待签收 (supply.md 4, wms_sign): deliveries on their way of which something is still to be signed. */
export const deliveryToSign = defineDocument({
  name: "delivery_to_sign",
  label: "待签收",
  module: "wms",
  api: "/wms/signpool",
  permission: "wms_sign",
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "warehouseId" },
  rowsOf: "delivery",
  display: "deliveryNo",
  many: true,
  keyword: ["deliveryNo", "poNos", "skuCodes", "supplierText", "trackingNo"],
  can: { add: false, edit: false, del: false },
  list: { sort: [{ by: "expectArriveDate" }, { by: "id" }] },
  glance: {
    queues: [
      { label: "待签收", where: {}, permission: "sign", opens: "sign", due: "expectArriveDate", about: "supplierId" },
    ],
  },
  formColumns: 1,
  fields: {
    deliveryNo: field.text("送货单", { computed: true, column: { fixed: "left" } }),
    supplierId: field.ref("供应商", { to: "supplier", computed: true, column: { width: 150 }, filter: "in" }),
    warehouseId: field.ref("仓库", { to: "warehouse", computed: true, column: { width: 90 }, filter: "in" }),
    totalQty: field.int("送货数量", { computed: true, column: { summary: "sum" } }),
    cartonQty: field.int("箱数", { computed: true, column: { summary: "sum" } }),
    signedQty: field.int("已签收", { computed: true, column: { summary: "sum" } }),
    poNos: field.text("采购单", { computed: true, numbersOf: ["purchase_order"], column: true }),
    skuCodes: field.text("SKU", { computed: true, column: true }),
    ...(deliveryType && { deliveryType: { ...deliveryType, computed: true } }),
    expectArriveDate: field.date("预计到达", { computed: true, column: { sortable: true }, filter: "range" }),
    trackingNo: field.text("物流单号", { computed: true, column: true }),
    signState: field.enum("状态", {
      computed: true,
      options: { shipped: { label: "待签收", tone: "orange" }, partSigned: { label: "部分签收", tone: "orange" } },
      column: true,
      filter: "in",
    }),
    deptId: field.ref("所属部门", { to: "dept", computed: true, hiddenIn: ["view"] }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
  },
  actions: { sign: { label: "签收", opens: { document: "wms_sign", param: "deliveryId" } } },
  screens: { list: "/wmssign/pending", tabs: ["delivery_to_sign", "wms_sign"], titles: { list: "待签收" } },
});
