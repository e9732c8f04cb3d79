import { receiving } from "../base/warehouse";
import { defineDocument, field, flowStatus, lineRemark, skuLine } from "../kit";

const secret = "purchase_price_view";

const { void: _none, ...states } = flowStatus({
  approved: { label: "已生效", tone: "green" },
}).values;

const amount = (label: string) =>
  field.money({
    ...{ label, computed: true, currency: "currency", mask: secret },
    column: { width: 130 },
  });
const fee = (label: string) =>
  field.money({
    ...{ label, min: 0, currency: "currency", mask: secret },
    ...{ help: "不填则不变", hiddenIn: ["view"] },
  });

/** 采购变更单 (supply.md 3): what an approved order becomes, line by line. */
export const purchaseChange = defineDocument({
  name: "purchase_change",
  label: "变更单",
  module: "purchase",
  menu: { group: "purchase", icon: "edit", sort: 120 },
  number: "BG",
  flow: {},
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "poNo", "supplierText"],
  foundBy: ["supplierId", "buyerId"],
  formColumns: 3,
  prefill: { poId: "purchase_order" },
  statusTabs: true,
  status: { ...flowStatus(), values: states },
  figures: [{ field: "oldAmount" }, { field: "newAmount" }, { field: "diffAmount" }],
  brief: { amount: "diffAmount" },
  fields: {
    poId: field.ref({
      label: "采购单",
      to: "purchase_order",
      required: true,
      readonlyIn: ["edit"],
      help: "供应商或币种变更请作废后重新下单",
      column: { width: 140 },
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      computed: true,
      column: { width: 200 },
      filter: "in",
    }),
    buyerId: field.ref({ label: "采购员", to: "user", computed: true }),
    currency: field.dict({ label: "币种", type: "currency", computed: true }),
    poRevision: field.int({ label: "原版次", computed: true }),
    changeTypes: field.enums({
      label: "变更类型",
      computed: true,
      options: {
        qty: { label: "数量" },
        price: { label: "单价" },
        date: { label: "交期" },
        addLine: { label: "增行" },
        warehouse: { label: "收货仓" },
        fee: { label: "费用" },
        settle: { label: "结算" },
      },
      column: { width: 150 },
    }),
    reason: field.longtext({
      label: "变更原因",
      required: true,
      min: 5,
      wide: true,
      column: { width: 200 },
    }),
    newWarehouseId: field.ref({
      label: "变更后收货仓",
      to: "warehouse",
      only: receiving,
      help: "不选则不变",
      section: "表头变更",
      hiddenIn: ["view"],
    }),
    newFreight: fee("变更后运费"),
    newOther: fee("变更后其他费"),
    newDiscount: fee("变更后折扣"),
    newDepositRate: field.percent({
      label: "变更后预付比例%",
      min: 0,
      max: 100,
      help: "不填则不变",
      hiddenIn: ["view"],
    }),
    oldAmount: amount("变更前金额"),
    newAmount: amount("变更后金额"),
    diffAmount: amount("差额"),
    diffBase: field.money({
      label: "差额",
      unit: "CNY",
      computed: true,
      mask: secret,
      column: { width: 111, summary: "sum" },
    }),
    oldHead: field.json({ label: "变更前表头", computed: true, hiddenIn: ["view"] }),
    poNo: field.text({ label: "采购单号", computed: true, hiddenIn: ["view"] }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "变更明细",
      table: "purchase_change_line",
      fields: {
        poLineId: field.line({ label: "采购明细", table: "purchase_order_line", hidden: true }),
        ...skuLine(),
        skuId: field.ref({ label: "SKU", to: "sku", help: "增行时填写" }),
        oldQty: field.int({ label: "原数量", computed: true, sum: true }),
        newQty: field.int({ label: "变更后数量", required: true, min: 0, sum: true }),
        oldPrice: field.decimal({
          ...{ label: "原单价", computed: true, currency: "currency", mask: secret },
        }),
        newPrice: field.decimal({
          ...{ label: "变更后单价", required: true, min: 0, mask: secret },
          ...{ currency: "currency", startsAs: "oldPrice" },
        }),
        oldTaxRate: field.percent({ label: "原税率%", computed: true, later: true }),
        newTaxRate: field.percent({ label: "变更后税率%", min: 0, max: 100 }),
        oldExpectDate: field.date({ label: "原交期", computed: true }),
        newExpectDate: field.date({ label: "变更后交期" }),
        remark: lineRemark(),
      },
    },
  },
  screens: {
    list: "/pochange/index",
    create: "/pochange/edit",
    edit: "/pochange/edit",
    detail: "/pochange/edit",
    titles: { list: "采购变更单", edit: "采购变更编辑" },
  },
});
