import { z } from "zod";
import { payableEntries } from "../finance/payable-words";
import { supplierPayables } from "../finance/payables/ap-ageing";
import { defineDocument, field, flowStatus, labelled, lackFields, reason, texts, voidAction } from "../kit";

/** Worked out for its page alone. */
const figure = { virtual: true, computed: true, hiddenIn: ["view"] } as const;

const said = z.string().nullish();

/** A price of a SKU at the supplier. */
const skuPrice = z.object({
  skuId: z.string(),
  skuCode: said,
  skuName: said,
  currency: said,
  taxRate: said,
  minQty: z.number().nullable(),
  price: said,
  leadDays: z.number().nullable(),
  validFrom: said,
  validTo: said,
  sourceNo: said,
  isDefault: z.boolean().nullable(),
});

/** One of the newest orders; without its amount for who may not see prices. */
const order = z.object({
  ...texts("id", "no", "status", "createTime"),
  totalQty: z.number().nullable(),
  expectDate: said,
  currency: z.string().optional(),
  orderAmount: said,
});

/** One of the newest bills of a forwarder or broker. */
const bill = z.object({
  ...texts("id", "no", "status", "currency"),
  billNo: said,
  billDate: said,
  totalAmount: said,
  paidAmount: said,
  dueDate: said,
});

/** What the page of a supplier is sent besides its fields; null where its reader may not see it. */
const sends = {
  tabs: z.object({
    prices: z.array(skuPrice),
    orders: z.array(order).nullable(),
    bills: z.array(bill).nullable(),
    entries: payableEntries,
    payables: supplierPayables.nullable(),
  }),
  /** Fractions; null where nothing came yet. */
  rates: z.object({ passRate: z.number().nullable(), onTimeRate: z.number().nullable() }),
  /** What is owed in each currency. */
  balances: z.array(z.object({ currency: z.string(), amount: z.string(), baseAmount: z.string() })).nullable(),
};
export type SupplierSent = { [N in keyof typeof sends]: z.output<(typeof sends)[N]> };

/** 供应商 (supply.md 2). */
export const supplier = defineDocument({
  name: "supplier",
  label: "供应商",
  module: "supplier",
  inSetup: true,
  menu: { group: "supplier", icon: "factory", sort: 10, words: { supplier_bank_view: "查看完整银行账号" } },
  number: "GY",
  master: true,
  many: true,
  display: "name",
  flow: {},
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "name", "shortName", "code"],
  lookup: {
    finds: ["name", "shortName", "no", "code"],
    foundBy: ["buyerId"],
    facts: { name: "shortName", words: ["contactName"], figures: ["currency"] },
  },
  import: { key: ["name"], lines: "accounts" },
  list: { tabs: true, remark: true, bulk: ["buyerId", "level", "leadDays", "remark"] },
  calls: { sends },
  status: {
    ...flowStatus({
      approved: { label: "合作中", tone: "blue" },
      frozen: { label: "已冻结", tone: "orange" },
      void: { label: "已淘汰", tone: "red" },
    }),
    editable: ["draft", "rejected", "approved"],
    deletable: ["draft", "rejected"],
    path: ["draft", "auditing", "approved"],
  },
  glance: {
    lacks: "lacks",
    queues: [
      { label: "供应商待补资料", where: { lacking: "true", buyerId: "$me" }, permission: "edit", about: "lacks" },
    ],
    figures: [
      { field: "balances" },
      { field: "openPoAmount" },
      { field: "orderCount" },
      { field: "passRate" },
      { field: "onTimeRate" },
    ],
  },
  related: { vocs: { label: "客户之声", document: "voc", by: { supplierId: "id" } } },
  fields: {
    name: field.text("名称", { required: true, max: 100, unique: "供应商名称已存在", column: { fixed: "left" } }),
    code: field.text("自编码", {
      pattern: [/^[A-Z0-9-]{2,20}$/, "自编码为2到20位大写字母、数字或横线"],
      unique: "供应商自编码已存在",
      help: "公司自己的编码，导入时按它认供应商",
      column: { width: 100, hide: true },
    }),
    shortName: field.text("简称", { max: 30 }),
    supplierType: field.enum("类型", {
      required: true,
      options: labelled({ goods: "货品", packing: "包材", logistics: "物流", customs: "报关行", service: "服务" }),
      column: true,
      filter: "in",
    }),
    openPoAmount: field.money("未完结采购额", {
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      column: { summary: "sum" },
    }),
    apBalance: field.money("应付余额", {
      unit: "CNY",
      computed: true,
      mask: "purchase_price_view",
      column: { summary: "sum" },
    }),
    country: field.dict("国家/地区", { type: "country", default: "CN" }),
    creditCode: field.text("统一社会信用代码", {
      pattern: [/^[0-9A-HJ-NPQRTUWXY]{18}$/, "统一社会信用代码为18位数字或大写字母"],
      help: "国内货品供应商必填",
    }),
    level: field.enum("等级", {
      inline: true,
      default: "C",
      options: { A: { label: "A" }, B: { label: "B" }, C: { label: "C" }, D: { label: "D", tone: "red" } },
      help: "D级不能下新采购单",
      column: { width: 60 },
      filter: "in",
    }),
    contactName: field.text("联系人", { max: 50, personal: true }),
    mobile: field.text("手机", { input: "tel", max: 30 }),
    email: field.text("邮箱", { input: "email", max: 100, pattern: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "邮箱格式不正确"] }),
    wechat: field.text("微信", { max: 50, personal: true }),
    address: field.text("地址", { required: true, personal: true, max: 200, help: "印在合同上", wide: true }),
    buyerId: field.ref("负责采购员", {
      to: "user",
      holds: "purchase_order_add",
      required: true,
      column: true,
      filter: "in",
    }),
    currency: field.dict("结算币种", {
      type: "currency",
      required: true,
      default: "CNY",
      section: "结算",
      column: true,
      filter: "in",
    }),
    taxType: field.enum("开票类型", {
      required: true,
      default: "special",
      options: { special: { label: "增值税专票" }, normal: { label: "普票" }, none: { label: "不开票" } },
    }),
    taxRate: field.dict("税率%", { type: "tax_rate", help: "专票不填则为13" }),
    settleMethod: field.enum("结算方式", {
      required: true,
      options: { cod: { label: "现结" }, deposit: { label: "预付+尾款" }, monthly: { label: "月结" } },
      column: true,
    }),
    depositRate: field.percent("预付比例%", { min: 0, max: 100, when: ["settleMethod", "deposit"], column: true }),
    balanceTrigger: field.enum("尾款条件", {
      default: "afterInspection",
      options: labelled({ beforeShip: "发货前", afterReceipt: "签收后", afterInspection: "质检后" }),
    }),
    periodDays: field.int("账期", {
      unit: "天",
      min: 0,
      max: 365,
      help: "月结必填：30、45或60",
      when: ["settleMethod", "monthly"],
    }),
    overReceiptRate: field.percent("允许超收%", { min: 0, max: 100, help: "不填则用系统参数" }),
    tradeTerm: field.dict("贸易条款", { type: "trade_term", help: "外币采购单默认用它" }),
    leadDays: field.int("默认交期", { unit: "天", min: 0, inline: true, column: { hide: true } }),
    qualifications: field.files("资质附件", { max: 9, wide: true, help: "提交时须有营业执照" }),
    balances: field.json("应付余额", { ...figure, mask: "purchase_price_view" }),
    orderCount: field.int("采购单数", figure),
    passRate: field.percent("合格率", figure),
    onTimeRate: field.percent("准时率", figure),
    ...lackFields(),
    pending: field.json("待审批的修改", { computed: true, hiddenIn: ["add", "edit"] }),
    vocCount: field.int("客户之声", {
      computed: true,
      virtual: true,
      hiddenIn: ["add", "edit"],
      section: "质量",
      column: {
        hide: true,
        tooltip: "关于其货品的客诉，不含草稿和已取消",
        leads: { document: "voc", by: { supplierId: "id" } },
      },
    }),
  },
  lines: {
    accounts: {
      label: "收款账户",
      table: "supplier_account",
      max: 50,
      fields: {
        accountName: field.text("户名", { required: true, max: 100, personal: true }),
        bankName: field.text("开户行", { required: true, max: 100 }),
        bankBranch: field.text("支行", { max: 100 }),
        accountNo: field.text("账号", {
          required: true,
          pattern: [/^([0-9A-Z-]{6,34}|\*{4} [0-9A-Z-]{4})$/, "账号为6到34位数字、大写字母或横线"],
          tail: "supplier_bank_view",
        }),
        swiftCode: field.text("SWIFT", { pattern: [/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, "SWIFT为8或11位大写字母或数字"] }),
        currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
        isDefault: field.bool("默认"),
        enabled: field.bool("启用", { default: true }),
      },
    },
  },
  actions: {
    freeze: { label: "冻结", from: ["approved"], to: "frozen", danger: true, input: reason("冻结原因", "请填写原因") },
    unfreeze: {
      label: "解冻",
      permission: "freeze",
      from: ["frozen"],
      to: "approved",
      input: reason("解冻原因", "请填写原因"),
    },
    void: { ...voidAction(["approved", "frozen"]), label: "淘汰", confirm: "淘汰后不能恢复。" },
    toStatement: {
      label: "生成对账单",
      permission: "finance_statement_add",
      opens: { document: "supplier_statement", param: "supplierId" },
    },
    setBuyer: {
      label: "改负责采购员",
      permission: "edit",
      batch: true,
      input: { buyerId: field.ref("负责采购员", { to: "user", holds: "purchase_order_add", required: true }) },
    },
  },
  screens: {
    list: "/supplier/index",
    tabs: ["supplier", "supplier_account"],
    create: "/createSuppplier/index",
    edit: "/createSuppplier/edit",
    detail: "/createSuppplier/index",
  },
});
