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
  sort: [{ by: "expectArriveDate" }, { by: "id" }],
  queues: [
    {
      ...{ label: "待签收", where: {}, permission: "sign", opens: "sign" },
      ...{ due: "expectArriveDate", about: "supplierId" },
    },
  ],
  fields: {
    deliveryNo: field.text({
      label: "送货单",
      computed: true,
      column: { width: 150, fixed: "left" },
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      computed: true,
      column: { width: 150 },
      filter: "in",
    }),
    warehouseId: field.ref({
      label: "仓库",
      to: "warehouse",
      computed: true,
      column: { width: 90 },
      filter: "in",
    }),
    totalQty: field.int({
      label: "送货数量",
      computed: true,
      column: { width: 84, summary: "sum" },
    }),
    cartonQty: field.int({ label: "箱数", computed: true, column: { width: 84, summary: "sum" } }),
    signedQty: field.int({
      label: "已签收",
      computed: true,
      column: { width: 84, summary: "sum" },
    }),
    poNos: field.text({
      ...{ label: "采购单", computed: true, numbersOf: ["purchase_order"] },
      column: { width: 140 },
    }),
    skuCodes: field.text({ label: "SKU", computed: true, column: { width: 160 } }),
    ...(deliveryType && { deliveryType: { ...deliveryType, computed: true } }),
    expectArriveDate: field.date({
      label: "预计到达",
      computed: true,
      column: { width: 110, sortable: true },
      filter: "range",
    }),
    trackingNo: field.text({ label: "物流单号", computed: true, column: { width: 130 } }),
    signState: field.enum({
      label: "状态",
      computed: true,
      options: {
        shipped: { label: "待签收", tone: "orange" },
        partSigned: { label: "部分签收", tone: "orange" },
      },
      column: { width: 100 },
      filter: "in",
    }),
    deptId: field.ref({ label: "所属部门", to: "dept", computed: true, hiddenIn: ["view"] }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
  },
  actions: {
    sign: {
      label: "签收",
      permission: "sign",
      opens: { document: "wms_sign", param: "deliveryId" },
    },
  },
  screens: {
    list: "/wmssign/pending",
    tabs: ["delivery_to_sign", "wms_sign"],
    titles: { list: "待签收" },
  },
});
