import { defineDocument, field, flowStatus, lineRemark, voidAction } from "../kit";
import { customsFields, customsStates } from "./customs-fields";

/** What is done to a declaration after its approval (supply.md 5). */
const customsActions = {
  regenerate: {
    label: "重新生成明细",
    permission: "edit",
    from: ["draft", "rejected"],
    confirm: "按调拨单现在的数量重新合并，同一商品编号与品名的要素、单价保留。",
  },
  declare: {
    label: "申报",
    next: true,
    permission: "edit",
    from: ["approved"],
    to: "declared",
    input: {
      declarationNo: field.text("报关单号", {
        required: true,
        requiredMessage: "请填写18位报关单号",
        pattern: [/^[0-9]{18}$/, "请填写18位报关单号"],
      }),
      declareDate: field.date("申报日", { help: "不填则为今天" }),
    },
  },
  inspect: {
    label: "查验",
    permission: "edit",
    from: ["declared"],
    to: "inspecting",
    input: { inspectNote: field.text("查验说明", { max: 200 }) },
  },
  release: {
    label: "放行",
    next: true,
    permission: "edit",
    from: ["declared", "inspecting"],
    to: "released",
    confirm: "放行后货物可以开船，发货不能再撤销。",
    input: {
      releaseDate: field.date("放行日", { help: "不填则为今天" }),
      releaseScan: field.files("报关单扫描件", { required: true, requiredMessage: "请上传报关单扫描件" }),
    },
  },
  finish: {
    label: "结关",
    next: true,
    permission: "edit",
    from: ["released"],
    to: "done",
    confirm: "货物已出境，报关数量与发货数量一致。",
  },
  refund: {
    label: "退税登记",
    permission: "refund",
    from: ["released", "done"],
    input: {
      refundStatus: field.enum("退税", {
        required: true,
        asked: true,
        options: { filed: { label: "已申报" }, refunded: { label: "已退" } },
      }),
      refundDate: field.date("日期", { help: "不填则为今天", asked: true }),
      refundedAmount: field.money("实退金额", { unit: "CNY", min: 0, help: "已退时必填" }),
    },
  },
  void: {
    ...voidAction(["approved", "declared", "inspecting"]),
    confirm: "作废后不能恢复；已申报的，请先在海关撤单。",
  },
} as const;

const secret = "purchase_price_view";
const kg = (label: string) => field.decimal(label, { unit: "kg", scale: 2, required: true, min: 0, sum: true });

/** One line of a declaration: the goods of one or several SKUs that customs see as the same. */
const customsLine = {
  hsCode: field.text("商品编号", { required: true, pattern: [/^[0-9]{10}$/, "商品编号为10位数字"] }),
  declareNameCn: field.text("品名", { required: true, max: 100 }),
  declareNameEn: field.text("英文品名", { max: 200 }),
  declareElements: field.text("申报要素", { required: true, max: 500, wide: true }),
  // Names the line while it is not saved: one of its SKUs.
  ofSku: field.text("首个SKU", { hidden: true, max: 20 }),
  skuCodes: field.text("SKU", { computed: true, max: 4000 }),
  qty: field.int("数量", { computed: true, sum: true }),
  unit: field.text("单位", { required: true, max: 20 }),
  legalQty1: field.decimal("法定数量", { required: true, requiredMessage: "请输入法定数量", min: 0.0001 }),
  legalUnit1: field.text("法定单位", { required: true, max: 20 }),
  unitPrice: field.decimal("单价", { required: true, min: 0, currency: "currency" }),
  amount: field.money("总价", { computed: true, currency: "currency", sum: true, works: "qty*unitPrice" }),
  grossWeightKg: kg("毛重"),
  netWeightKg: kg("净重"),
  originCountry: field.dict("原产国", { type: "country", required: true }),
  domesticSource: field.text("境内货源地", { max: 50, help: "提交前必填" }),
  contractNo: field.text("采购合同", { max: 200, help: "退税类型提交前必填" }),
  lots: field.text("签收批次", { computed: true, virtual: true, hiddenIn: ["add", "edit"], max: 4000 }),
  invoiceNo: field.text("发票", { max: 200, help: "退税类型提交前必填" }),
  refundRate: field.percent("退税率%", { min: 0, max: 13 }),
  purchaseAmount: field.money("采购金额(不含税)", {
    unit: "CNY",
    computed: true,
    mask: secret,
    sum: true,
    hiddenIn: ["add", "edit"],
  }),
  refundAmount: field.money("退税额", {
    unit: "CNY",
    computed: true,
    mask: secret,
    sum: true,
    hiddenIn: ["add", "edit"],
  }),
  // What of which SKU is in the line: [{ skuId, qty }].
  skuQtys: field.json("合并SKU", { computed: true, hidden: true }),
  remark: lineRemark(),
};

const page = "/declareCustoms/detail/{id}/{customsType}";
const sheet = (name: string, label: string) => ({
  path: `/declareCustoms/print/${name}`,
  label: `打印${label}`,
  title: label,
});

/** 报关单 (supply.md 5): what of transfers or a container is told to customs. */
export const customsDeclaration = defineDocument({
  name: "customs_declaration",
  label: "报关单",
  module: "logistics",
  can: { undelete: false },
  api: "/logistics/customs",
  permission: "logistics_customs",
  menu: { group: "logistics", icon: "stamp", sort: 10, words: { logistics_customs_refund: "退税登记" } },
  number: "CD",
  many: true,
  start: {
    copy: false,
    prefill: { transferId: "transfer", cabinetId: "cabinet_combination" },
    prefillBy: ["customsType"],
  },
  flow: { amount: "amountCny" },
  keyword: ["no", "declarationNo", "skuCodes", "transferNos", "billNo"],
  lookup: { foundBy: ["brokerId"] },
  exports: { lines: "items" },
  list: { tabs: true },
  status: flowStatus(customsStates),
  glance: {
    figures: [
      { field: "totalAmount" },
      { field: "cartons" },
      { field: "grossWeightKg" },
      { field: "refundAmount" },
      { field: "releaseDate" },
    ],
    brief: { amount: "totalAmount", qty: "totalQty", date: "releaseDate" },
    queues: [
      { label: "待申报", where: { status: "approved" }, permission: "edit", opens: "declare", about: "transferNos" },
      {
        label: "待放行",
        where: { status: "declared,inspecting" },
        permission: "edit",
        opens: "release",
        about: "declarationNo",
      },
    ],
  },
  fields: customsFields,
  lines: {
    items: {
      label: "报关明细",
      table: "customs_line",
      required: "请至少添加一条明细",
      sourced: "whole",
      fields: customsLine,
    },
  },
  actions: customsActions,
  screens: {
    list: "/declareCustoms/index",
    create: page.replace("{id}", "0"),
    edit: page,
    detail: page,
    prints: {
      declaration: { ...sheet("declaration", "报关单"), sheet: "lying" },
      packing: sheet("packing", "箱单"),
      invoice: sheet("invoice", "发票"),
      contract: sheet("contract", "合同"),
    },
    titles: { list: "报关单", create: "新建报关单" },
  },
});
