import { defineDocument, field, flowStatus, lineRemark, skuLine, voidAction } from "../kit";
import { sellers } from "../supplier/sellers";
import { answerFields, quoteFields } from "./inquiry-quote";
import { tradeTermAsked } from "./purchase-order-lines";

/** 询价单 (supply.md 3): quotes of several suppliers, compared and awarded. */
export const inquiryOrder = defineDocument({
  name: "inquiry_order",
  label: "询价单",
  module: "purchase",
  api: "/purchase/inquiry",
  permission: "purchase_inquiry",
  menu: { group: "purchase", icon: "search", sort: 30 },
  number: "XJ",
  flow: { amount: "estAmount", approved: "awarded" },
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "skuCodes"],
  foundBy: ["buyerId"],
  formColumns: 3,
  prefill: { turnId: "turn_requisition" },
  statusTabs: true,
  status: {
    ...flowStatus(),
    editable: ["draft"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      inquiring: { label: "询价中", tone: "orange" },
      quoted: { label: "已报价", tone: "orange" },
      auditing: { label: "定标审批中", tone: "orange" },
      rejected: { label: "已驳回", tone: "red" },
      awarded: { label: "已定标", tone: "green" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "estAmount" },
    { field: "awardAmount" },
    { field: "supplierCount" },
    { field: "deadline" },
  ],
  brief: { amount: "awardAmount", date: "deadline" },
  bulk: ["buyerId", "deadline", "remark"],
  queues: [
    {
      ...{ label: "待定标", where: { status: "inquiring,quoted" }, permission: "edit" },
      ...{ due: "deadline", about: "skuCodes" },
    },
  ],
  fields: {
    // Known before the first save: it stands in the address of the form.
    no: field.text({
      label: "单号",
      unique: "单号重复",
      max: 20,
      hidden: true,
      hiddenIn: ["edit"],
      column: { width: 140, fixed: "left", sortable: true },
    }),
    buyerId: field.ref({
      label: "采购员",
      to: "user",
      required: true,
      column: { width: 80 },
      filter: "in",
    }),
    currency: field.dict({
      label: "币种",
      type: "currency",
      required: true,
      default: "CNY",
      column: { width: 70, hide: true },
    }),
    deadline: field.datetime({
      label: "报价截止",
      required: true,
      column: { width: 160, sortable: true },
      filter: "range",
    }),
    purpose: field.enum({
      label: "询价类型",
      required: true,
      default: "order",
      options: {
        order: { label: "订单询价" },
        annual: { label: "年度议价" },
        newItem: { label: "新品核价" },
      },
      column: { width: 100, hide: true },
    }),
    singleSourceReason: field.longtext({
      label: "单一来源原因",
      help: "金额达到规定且不足3家供应商时必填",
      wide: true,
    }),
    skuCount: field.int({ label: "SKU数", computed: true, column: { width: 80 } }),
    supplierCount: field.int({ label: "供应商数", computed: true, column: { width: 90 } }),
    estAmount: field.money({
      label: "预估金额",
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 110, sortable: true, summary: "sum" },
    }),
    awardAmount: field.money({
      label: "定标金额",
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 140, hide: true },
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      virtual: true,
      computed: true,
      hiddenIn: ["view"],
      filter: "in",
    }),
    skuCodes: field.text({ label: "SKU", computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "询价明细",
      table: "inquiry_order_line",
      required: "请至少添加一条明细",
      fields: {
        turnLineId: field.line({ label: "转采明细", table: "turn_requisition_line", hidden: true }),
        ...skuLine(),
        qty: field.int({ label: "询价数量", required: true, min: 1, sum: true }),
        targetPrice: field.decimal({
          ...{ label: "目标价", min: 0 },
          ...{ currency: "currency", mask: "purchase_price_view" },
        }),
        // Text: an item that was never ordered has none.
        lastPrice: field.text({
          ...{ label: "上次价", computed: true, mask: "purchase_price_view" },
          from: "skuId.lastPrice",
        }),
        expectDate: field.date({ label: "要求交期" }),
        turnNo: field.text({
          ...{ label: "转请购单", computed: true, numbersOf: ["turn_requisition"] },
        }),
        remark: lineRemark(),
      },
    },
    suppliers: {
      label: "询价供应商",
      table: "inquiry_order_supplier",
      max: 20,
      fields: {
        supplierId: field.ref({
          ...{ label: "供应商", to: "supplier", required: true, only: sellers },
        }),
        remark: lineRemark(),
      },
    },
    quotes: {
      label: "供应商报价",
      table: "inquiry_quote",
      computed: true,
      max: 2000,
      fields: quoteFields,
    },
  },
  actions: {
    start: {
      label: "发起询价",
      next: true,
      permission: "submit",
      from: ["draft"],
      to: "inquiring",
      confirm: "发起后明细和供应商不能再修改。",
    },
    recordQuote: {
      label: "录入报价/定标",
      permission: "edit",
      from: ["inquiring", "quoted", "rejected"],
      to: "quoted",
      part: true,
      input: {
        deadline: field.datetime({ label: "报价截止" }),
      },
      lines: {
        quotes: {
          label: "供应商报价",
          table: "inquiry_quote",
          max: 2000,
          fields: {
            lineId: field.line({ label: "询价明细", table: "inquiry_order_line", hidden: true }),
            supplierId: field.ref({ label: "供应商", to: "supplier", only: sellers }),
            ...answerFields,
          },
        },
      },
    },
    submit: {
      label: "定标提交",
      next: true,
      permission: "submit",
      from: ["quoted"],
      confirm: "提交后进入定标审批。",
      batch: true,
    },
    toOrder: {
      label: "生成采购单",
      permission: "purchase_order_add",
      from: ["awarded"],
      part: true,
      input: {
        awardIds: field.texts({ label: "定标明细", max: 30, help: "不选则为全部未下单的定标" }),
        ...tradeTermAsked,
      },
    },
    void: voidAction(["inquiring", "quoted", "rejected", "awarded"]),
  },
  downloads: {
    comparison: {
      label: "导出比价表",
      path: "/purchase/inquiry/comparison",
      param: "id",
      permission: "export",
    },
  },
  screens: {
    list: "/inquiryorder/index",
    create: "/inquiryorder/create/{no}",
    edit: "/inquiryorder/create/{no}",
    detail: "/inquiryorder/detail/{no}",
    print: "/inquiryorder/print",
    titles: { print: "打印比价表" },
  },
});
