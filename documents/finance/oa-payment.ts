import { defineDocument, field, flowStatus, lineRemark, voidAction } from "../kit";
import {
  amountCny,
  bounced,
  bounceInput,
  payerAccount,
  payMethod,
  transferInput,
  transferred,
  unmaskAction,
} from "./pay-fields";

const expense = ["sourceType", "expense"] as const;

/** OA付款单 (supply.md 6): the approval that releases money, of payments or of an expense. */
export const oaPayment = defineDocument({
  name: "oa_payment",
  label: "OA付款单",
  module: "finance",
  menu: { group: "finance", icon: "bank", sort: 50, words: { fail: "退票", pay: "确认付款" } },
  number: "OA",
  many: true,
  copy: false,
  flow: { amount: "baseAmount" },
  maker: { document: "sourceDocument", id: "sourceId", text: "sourceText" },
  keyword: ["no", "oaNo", "payeeName", "serialNo", "sourceText"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: flowStatus({
    approved: { label: "待付款", tone: "blue" },
    paid: { label: "已付款", tone: "green" },
    failed: { label: "付款失败", tone: "red" },
  }),
  figures: [{ field: "payAmount" }, { field: "baseAmount" }, { field: "paidTime" }],
  brief: { amount: "payAmount", date: "paidTime" },
  queues: [
    {
      ...{ label: "OA待付款", where: { status: "approved" }, about: "payeeName" },
      permission: "pay",
    },
  ],
  fields: {
    oaNo: field.text({
      ...{ label: "OA流程号", computed: true, max: 60, unique: "OA流程号已存在" },
      column: { width: 150, hide: true },
    }),
    sourceType: field.enum({
      label: "来源",
      computed: true,
      options: {
        merged: { label: "合并付款" },
        payment: { label: "单笔付款" },
        expense: { label: "费用" },
      },
      column: { width: 90 },
      filter: "in",
    }),
    sourceText: field.text({
      ...{ label: "来源单", computed: true, names: ["sourceDocument", "sourceId"] },
      column: { width: 200, hide: true },
    }),
    expenseType: field.dict({
      ...{ label: "费用类型", type: "expense_type", when: expense },
      column: { width: 90, hide: true },
    }),
    costDeptId: field.ref({ label: "承担部门", to: "dept", tree: true, when: expense }),
    usage: field.longtext({ label: "付款事由", required: true, min: 5, max: 500, wide: true }),
    payeeName: field.text({
      ...{ label: "收款方", required: true, max: 100, section: "收款" },
      column: { width: 160 },
      filter: "like",
    }),
    accountName: field.text({ label: "户名", max: 100, personal: true }),
    bankName: field.text({ label: "开户行", max: 100 }),
    accountNo: field.text({
      ...{ label: "账号", max: 40, tail: "supplier_bank_view", unmasks: true },
      pattern: [/^([0-9A-Z-]{6,34}|\*{4} [0-9A-Z-]{4})$/, "账号为6到34位数字、大写字母或横线"],
    }),
    swiftCode: field.text({
      label: "SWIFT",
      pattern: [/^[A-Z0-9]{8}([A-Z0-9]{3})?$/, "SWIFT为8或11位大写字母或数字"],
    }),
    payCurrency: field.dict({
      ...{ label: "付款币种", type: "currency", required: true, default: "CNY", section: "付款" },
      column: { width: 80, phone: false },
      filter: "in",
    }),
    payAmount: field.money({
      ...{ label: "付款金额", currency: "payCurrency", computed: true },
      column: { width: 140, sortable: true, summary: "currency" },
    }),
    payAmountCn: field.text({ label: "大写", computed: true, max: 100 }),
    baseAmount: amountCny("本位币"),
    companyId: field.ref({ label: "付款主体", to: "company", computed: true }),
    payerAccountId: payerAccount(),
    payMethod: payMethod(),
    createBy: field.ref({
      ...{ label: "申请人", to: "user", computed: true, column: { width: 90 }, filter: "in" },
    }),
    ...transferred(),
    ...bounced(),
    createTime: field.datetime({
      ...{ label: "创建时间", computed: true, column: { width: 160, hide: true }, filter: "range" },
    }),
    trail: field.json({ label: "审批记录", computed: true, virtual: true, hiddenIn: ["view"] }),
    sourceDocument: field.text({ label: "来源单类型", computed: true, hiddenIn: ["view"] }),
    sourceId: field.text({ label: "来源单编号", computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "付款明细",
      table: "oa_payment_line",
      required: "请至少添加一条明细",
      max: 200,
      fields: {
        memberId: field.ref({ label: "付款单", to: "payment", computed: true }),
        memberNo: field.text({ label: "单号", computed: true, hidden: true }),
        summary: field.text({ label: "费用摘要", max: 200 }),
        amount: field.money({
          ...{ label: "金额", currency: "payCurrency", required: true, min: 0.01, sum: true },
        }),
        invoiceNo: field.text({ label: "发票号", max: 60 }),
        taxAmount: field.money({ label: "税额", currency: "payCurrency", min: 0, sum: true }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    unmask: unmaskAction,
    pay: {
      ...{ label: "确认付款", next: true, permission: "pay", from: ["approved"], to: "paid" },
      input: transferInput(),
    },
    fail: {
      ...{ label: "退票", permission: "fail", from: ["paid"], to: "failed", danger: true },
      confirm: "冲回全部成员付款单的应付，请款单回到待付款。",
      input: bounceInput(),
    },
    void: voidAction(["approved"]),
  },
  downloads: {
    bankFile: {
      ...{ label: "网银批量文件", permission: "pay", from: ["approved"], batch: true },
      ...{ path: "/finance/oapayment/bankfile", param: "ids" },
    },
  },
  screens: {
    list: "/finance/oapayment/index",
    create: "/finance/oapayment/detail",
    edit: "/finance/oapayment/detail",
    detail: "/finance/oapayment/detail",
    print: "/finance/oapayment/printOaPayment",
    printFrom: ["approved", "paid", "failed"],
    titles: { create: "新建OA付款", detail: "OA付款详情", print: "打印OA付款" },
  },
});
