import { defineDocument, field, flowStatus, voidAction } from "../kit";
import { backCarrier, backLine, backSource, backWarehouse, costOf, shipTime } from "./back-fields";

/** 采购退货单 (supply.md 3): goods of an order that go back for good, or to be sent anew. */
export const purchaseReturn = defineDocument({
  name: "purchase_return",
  label: "退货单",
  module: "purchase",
  menu: { group: "purchase", icon: "undo", sort: 100, label: "采购退货单" },
  number: "CT",
  flow: { amount: "amountCny" },
  keyword: ["no", "skuCodes", "supplierText", "trackingNo"],
  formColumns: 3,
  prefill: ["poId", "inspectionId"],
  status: flowStatus({
    approved: { label: "待出库", tone: "blue" },
    shipped: { label: "已出库", tone: "blue" },
    done: { label: "已完成", tone: "green" },
  }),
  fields: {
    ...backSource(),
    currency: field.dict({ label: "币种", type: "currency", computed: true }),
    returnMode: field.enum({
      label: "方式",
      required: true,
      default: "deduct",
      options: {
        deduct: { label: "退货扣款", tone: "orange" },
        replenish: { label: "退货补货", tone: "blue" },
      },
      column: { width: 90 },
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
    ...backCarrier(),
    returnFreight: field.money({ label: "运费", min: 0, default: "0" }),
    freightBearer: field.enum({
      label: "运费承担",
      default: "supplier",
      options: { us: { label: "我方" }, supplier: { label: "供方" } },
    }),
    badQty: field.int({ label: "退次品", computed: true, column: { width: 95, summary: "sum" } }),
    goodQty: field.int({ label: "退良品", computed: true, column: { width: 95, summary: "sum" } }),
    returnAmount: field.money({
      label: "退货金额",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 110 },
    }),
    amountCny: field.money({
      label: "退货金额",
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      hiddenIn: ["view"],
      column: { width: 130, summary: "sum" },
    }),
    warehouseId: backWarehouse(),
    shipTime,
  },
  lines: {
    items: {
      label: "退货明细",
      table: "purchase_return_line",
      required: "请至少添加一条明细",
      fields: backLine(
        ["退", "退"],
        {
          price: field.decimal({ label: "单价", computed: true, mask: "purchase_price_view" }),
          taxRate: field.percent({ label: "税率%", computed: true, mask: "purchase_price_view" }),
          amount: field.money({
            label: "退货金额",
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
      permission: "ship",
      from: ["approved"],
      to: "shipped",
      confirm: "货物已交给供应商或承运人。",
      input: backCarrier(),
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
