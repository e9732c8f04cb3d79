import { defineDocument, field, flowStatus, onePage, voidAction } from "../kit";
import { costOf, returnCarrier, returnLine, returnSource, returnWarehouse, shipTime } from "./return-fields";

/** 采购退货单 (supply.md 3): goods of an order that go back for good, or to be sent anew. */
export const purchaseReturn = defineDocument({
  name: "purchase_return",
  label: "退货单",
  module: "purchase",
  menu: { group: "purchase", icon: "undo", sort: 100, label: "采购退货单" },
  number: "CT",
  flow: { amount: "amountCny" },
  keyword: ["no", "skuCodes", "supplierText", "trackingNo"],
  lookup: { foundBy: ["supplierId"] },
  start: { prefill: { poId: "purchase_order", inspectionId: "inspection" } },
  list: { tabs: true },
  status: flowStatus({
    approved: { label: "待出库", tone: "blue" },
    shipped: { label: "已出库", tone: "blue" },
    done: { label: "已完成", tone: "green" },
  }),
  glance: {
    figures: [{ field: "returnAmount" }, { field: "badQty" }, { field: "goodQty" }, { field: "expectReplenishDate" }],
    brief: { amount: "returnAmount", qty: "badQty", date: "shipTime" },
    queues: [{ label: "待退货出库", where: { status: "approved" }, about: "supplierId", permission: "ship" }],
  },
  fields: {
    ...returnSource(),
    currency: field.dict("币种", { type: "currency", computed: true }),
    returnMode: field.enum("方式", {
      required: true,
      default: "deduct",
      options: { deduct: { label: "退货扣款", tone: "orange" }, replenish: { label: "退货补货", tone: "blue" } },
      column: true,
      filter: "in",
    }),
    returnReason: field.dict("原因", { type: "return_reason", required: true }),
    expectReplenishDate: field.date("预计补货日", { help: "退货补货必填", when: ["returnMode", "replenish"] }),
    receiverAddress: field.text("收货地址", { personal: true, max: 200, help: "不填则为供应商地址", wide: true }),
    ...returnCarrier(),
    returnFreight: field.money("运费", { min: 0, default: "0", currency: "currency" }),
    freightBearer: field.enum("运费承担", {
      default: "supplier",
      options: { us: { label: "我方" }, supplier: { label: "供方" } },
    }),
    badQty: field.int("退次品", { computed: true, column: { summary: "sum" } }),
    goodQty: field.int("退良品", { computed: true, column: { summary: "sum" } }),
    returnAmount: field.money("退货金额", {
      currency: "currency",
      computed: true,
      mask: "purchase_price_view",
      column: true,
    }),
    amountCny: field.money("退货金额", {
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      hiddenIn: ["view"],
      column: { summary: "sum" },
    }),
    warehouseId: returnWarehouse(),
    shipTime,
  },
  lines: {
    items: {
      label: "退货明细",
      table: "purchase_return_line",
      required: "请至少添加一条明细",
      fields: returnLine(
        ["退", "退"],
        {
          price: field.decimal("单价", { computed: true, currency: "currency", mask: "purchase_price_view" }),
          taxRate: field.percent("税率%", { computed: true, later: true, mask: "purchase_price_view" }),
          amount: field.money("退货金额", {
            currency: "currency",
            computed: true,
            mask: "purchase_price_view",
            sum: true,
          }),
        },
        { costVariance: costOf("成本差异", 2) },
      ),
    },
  },
  actions: {
    ship: {
      label: "确认出库",
      next: true,
      from: ["approved"],
      to: "shipped",
      confirm: "货物已交给供应商或承运人。",
      input: returnCarrier(),
    },
    confirm: {
      label: "供方确认",
      next: true,
      permission: "edit",
      from: ["shipped"],
      to: "done",
      confirm: "供应商已收到退货。",
    },
    reverse: {
      label: "撤销出库",
      from: ["shipped"],
      to: "approved",
      danger: true,
      confirm: "货物回到仓库，退货单回到待出库。",
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/poreturn/index",
    ...onePage("/poreturn/detail"),
    print: "/poreturn/print",
    titles: { create: "新建采购退货单", edit: "编辑采购退货单", detail: "采购退货详情", print: "打印采购退货单" },
  },
});
