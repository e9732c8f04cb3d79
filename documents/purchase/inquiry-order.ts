import { z } from "zod";
import { defineDocument, field, flowStatus, lineRemark, skuLine, voidAction } from "../kit";
import { sellers } from "../supplier/sellers";
import { buyer, tradeTermAsked } from "./purchase-order-lines";

const secret = "purchase_price_view";

/** What a supplier answers for one line; written by 录入报价/定标 alone (supply.md 3, lines B). */
const answerFields = {
  quotedPrice: field.decimal("报价", { currency: "currency", mask: secret }),
  taxIncludedQuote: field.bool("含税"),
  taxRate: field.percent("税率%", { min: 0, max: 100 }),
  moq: field.int("起订量", { min: 0 }),
  leadDays: field.int("交期(天)", { min: 0, max: 999 }),
  validTo: field.date("有效期"),
  awardQty: field.int("定标数量", { min: 0, sum: true }),
  awardReason: field.text("定标说明", { max: 200 }),
  attachment: field.files("附件"),
};

/** One quote: line × supplier, its price and its award. */
const quoteFields = {
  lineId: field.line("询价明细", { table: "inquiry_order_line", required: true, hidden: true }),
  supplierId: field.ref("供应商", { to: "supplier", required: true, computed: true }),
  ...answerFields,
  price: field.decimal("不含税单价", { currency: "currency", mask: secret }),
  isLowest: field.bool("最低价", { computed: true }),
  orderedQty: field.int("已下单", { computed: true, sum: true }),
};

/** 询价单 (supply.md 3): quotes of several suppliers, compared and awarded. */
export const inquiryOrder = defineDocument({
  name: "inquiry_order",
  label: "询价单",
  module: "purchase",
  can: { undelete: false },
  api: "/purchase/inquiry",
  permission: "purchase_inquiry",
  menu: { group: "purchase", icon: "search", sort: 30 },
  number: "XJ",
  flow: { amount: "estAmount", approved: "awarded" },
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "skuCodes"],
  lookup: { foundBy: ["buyerId"] },
  start: { prefill: { turnId: "turn_requisition" } },
  list: { tabs: true, remark: true, bulk: ["buyerId", "deadline", "remark"] },
  calls: {
    sends: {
      /** What all lines cost at each supplier that quoted them, by its id. */
      supplierTotals: z.record(z.string(), z.string()),
      /** Pieces of each award that are on no order yet, by the id of its quote. */
      openAwards: z.record(z.string(), z.number()),
    },
  },
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
  glance: {
    figures: [{ field: "estAmount" }, { field: "awardAmount" }, { field: "supplierCount" }, { field: "deadline" }],
    brief: { amount: "awardAmount", date: "deadline" },
    queues: [
      {
        label: "待定标",
        where: { status: "inquiring,quoted" },
        permission: "edit",
        due: "deadline",
        about: "skuCodes",
      },
    ],
  },
  fields: {
    // Known before the first save: it stands in the address of the form.
    no: field.text("单号", {
      unique: "单号重复",
      max: 20,
      hidden: true,
      hiddenIn: ["edit"],
      column: { fixed: "left", sortable: true },
    }),
    buyerId: buyer,
    currency: field.dict("币种", { type: "currency", required: true, default: "CNY", column: { hide: true } }),
    deadline: field.datetime("报价截止", { required: true, inline: true, column: { sortable: true }, filter: "range" }),
    purpose: field.enum("询价类型", {
      required: true,
      default: "order",
      options: { order: { label: "订单询价" }, annual: { label: "年度议价" }, newItem: { label: "新品核价" } },
      column: { hide: true },
    }),
    singleSourceReason: field.longtext("单一来源原因", { help: "金额达到规定且不足3家供应商时必填", wide: true }),
    skuCount: field.int("SKU数", { computed: true, column: true }),
    supplierCount: field.int("供应商数", { computed: true, column: true }),
    estAmount: field.money("预估金额", {
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      column: { sortable: true, summary: "sum" },
    }),
    awardAmount: field.money("定标金额", {
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      column: { width: 140, hide: true },
    }),
    supplierId: field.ref("供应商", {
      to: "supplier",
      virtual: true,
      computed: true,
      hiddenIn: ["view"],
      filter: "in",
    }),
    skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "询价明细",
      table: "inquiry_order_line",
      required: "请至少添加一条明细",
      fields: {
        turnLineId: field.line("转采明细", { table: "turn_requisition_line", hidden: true }),
        ...skuLine(),
        qty: field.int("询价数量", { required: true, min: 1, sum: true }),
        targetPrice: field.decimal("目标价", { min: 0, currency: "currency", mask: "purchase_price_view" }),
        // Text: an item that was never ordered has none.
        lastPrice: field.text("上次价", { computed: true, mask: "purchase_price_view", from: "skuId.lastPrice" }),
        expectDate: field.date("要求交期"),
        turnNo: field.text("转请购单", { computed: true, numbersOf: ["turn_requisition"] }),
        remark: lineRemark(),
      },
    },
    suppliers: {
      label: "询价供应商",
      table: "inquiry_order_supplier",
      max: 20,
      fields: {
        supplierId: field.ref("供应商", { to: "supplier", required: true, only: sellers }),
        remark: lineRemark(),
      },
    },
    quotes: { label: "供应商报价", table: "inquiry_quote", computed: true, max: 2000, fields: quoteFields },
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
      input: { deadline: field.datetime("报价截止") },
      lines: {
        quotes: {
          label: "供应商报价",
          table: "inquiry_quote",
          max: 2000,
          fields: {
            lineId: field.line("询价明细", { table: "inquiry_order_line", hidden: true }),
            supplierId: field.ref("供应商", { to: "supplier", only: sellers }),
            ...answerFields,
          },
        },
      },
    },
    submit: { label: "定标提交", next: true, from: ["quoted"], confirm: "提交后进入定标审批。", batch: true },
    toOrder: {
      label: "生成采购单",
      permission: "purchase_order_add",
      from: ["awarded"],
      part: true,
      input: { awardIds: field.texts("定标明细", { max: 30, help: "不选则为全部未下单的定标" }), ...tradeTermAsked },
    },
    void: voidAction(["inquiring", "quoted", "rejected", "awarded"]),
  },
  exports: {
    downloads: {
      comparison: { label: "导出比价表", path: "/purchase/inquiry/comparison", param: "id", permission: "export" },
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
