import { defineDocument, field, flowStatus, lineRemark, sourceSkuLine, voidAction } from "../kit";
import { poLine } from "./delivery-plan";

/** Quantities that go back, of bad and of good pieces. */
export const backQty = (bad: string, good: string) => ({
  badQty: field.int({ label: bad, required: true, min: 0, default: 0 }),
  goodQty: field.int({ label: good, required: true, min: 0, default: 0 }),
});

/**
 * 采购退货单 (supply.md 3). Before receipts exist nothing of an order is received, so every submit is
 * refused. With the warehouse documents come: the inspection that it starts from, reserved stock from
 * submit on, the stock and payable entries of 确认出库 and 撤销出库 (outCost, costVariance), and the
 * order's returnQty, replenishQty and returnAmount.
 */
export const purchaseReturn = defineDocument({
  name: "purchase_return",
  label: "退货单",
  module: "purchase",
  api: "/purchase/return",
  table: "purchase_return",
  permission: "purchase_return",
  number: "CT",
  flow: { amount: "amountCny" },
  keyword: ["no", "supplierText", "trackingNo"],
  formColumns: 3,
  prefill: ["poId"],
  status: flowStatus({
    approved: { label: "待出库", tone: "blue" },
    shipped: { label: "已出库", tone: "blue" },
    done: { label: "已完成", tone: "green" },
  }),
  fields: {
    poId: field.ref({
      label: "采购单",
      to: "purchase_order",
      required: true,
      readonlyIn: ["edit"],
      column: { width: 150 },
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      computed: true,
      column: { width: 200 },
      filter: "in",
    }),
    warehouseId: field.ref({
      label: "仓库",
      to: "warehouse",
      computed: true,
      column: { width: 130 },
    }),
    currency: field.dict({ label: "币种", type: "currency", computed: true }),
    returnMode: field.enum({
      label: "方式",
      required: true,
      default: "deduct",
      options: {
        deduct: { label: "退货扣款", tone: "orange" },
        replenish: { label: "退货补货", tone: "blue" },
      },
      column: { width: 100 },
      filter: "in",
    }),
    returnReason: field.dict({ label: "原因", type: "return_reason", required: true }),
    expectReplenishDate: field.date({
      label: "预计补货日",
      help: "退货补货必填",
      when: ["returnMode", "replenish"],
    }),
    receiverAddress: field.text({
      label: "收货地址",
      max: 200,
      help: "不填则为供应商地址",
      wide: true,
    }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
    carrier: field.text({ label: "承运", max: 50 }),
    trackingNo: field.text({ label: "单号", max: 50 }),
    returnFreight: field.money({ label: "运费", min: 0, default: "0" }),
    freightBearer: field.enum({
      label: "运费承担",
      default: "supplier",
      options: { us: { label: "我方" }, supplier: { label: "供方" } },
    }),
    badQty: field.int({ label: "退次品", computed: true, column: { width: 110, summary: "sum" } }),
    goodQty: field.int({ label: "退良品", computed: true, column: { width: 110, summary: "sum" } }),
    returnAmount: field.money({
      label: "退货金额",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 120 },
    }),
    amountCny: field.money({
      label: "退货金额",
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      hiddenIn: ["view"],
      column: { width: 130, summary: "sum" },
    }),
  },
  lines: {
    items: {
      label: "退货明细",
      table: "purchase_return_line",
      required: "请至少添加一条明细",
      fields: {
        ...poLine(),
        ...sourceSkuLine(),
        netReceived: field.int({ label: "可退", computed: true, virtual: true }),
        ...backQty("退次品", "退良品"),
        price: field.decimal({ label: "单价", computed: true, mask: "purchase_price_view" }),
        taxRate: field.percent({ label: "税率%", computed: true, mask: "purchase_price_view" }),
        amount: field.money({ label: "退货金额", computed: true, mask: "purchase_price_view" }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    ship: {
      label: "确认出库",
      permission: "ship",
      from: ["approved"],
      to: "shipped",
      confirm: "货物已交给供应商或承运人。",
    },
    confirm: {
      label: "供方确认",
      permission: "edit",
      from: ["shipped"],
      to: "done",
      confirm: "供应商已收到退货。",
    },
    reverse: {
      label: "撤销出库",
      permission: "reverse",
      from: ["shipped"],
      to: "approved",
      danger: true,
      confirm: "货物回到仓库，退货单回到待出库。",
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/poreturn/index",
    create: "/poreturn/detail",
    edit: "/poreturn/detail",
    detail: "/poreturn/detail",
    print: "/poreturn/print",
    titles: {
      list: "采购退货单管理",
      create: "新建采购退货单",
      edit: "编辑采购退货单",
      detail: "采购退货详情",
      print: "打印采购退货单",
    },
  },
});
