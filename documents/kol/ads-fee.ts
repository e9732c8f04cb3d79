import { defineDocument, field, reason, voidAction } from "../kit";
import { feeTypes, kolPayMethods, showPayee } from "./words";

/** 红人广告费 (market.md 2): what a star is paid for a cooperation. */
export const adsFee = defineDocument({
  name: "ads_fee",
  label: "红人广告费",
  module: "kol",
  api: "/kol/adsfee",
  permission: "kol_adsfee",
  menu: { group: "kol", icon: "coin", sort: 40, label: "广告费", words: { del: false } },
  number: "HRGG",
  can: { del: false },
  copy: false,
  sourced: true,
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "financeNo"],
  foundBy: ["starId"],
  prefill: { cooperationId: "cooperation" },
  formColumns: 3,
  statusTabs: true,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft", "rejected"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      pendingVerify: { label: "待核销", tone: "orange" },
      verified: { label: "已核销", tone: "blue" },
      paid: { label: "已付款", tone: "green" },
      rejected: { label: "已驳回", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [{ field: "amount" }, { field: "amountCny" }, { field: "paidTime" }],
  brief: { amount: "amount", date: "expectPayDate" },
  queues: [
    {
      ...{ label: "广告费待核销", where: { status: "pendingVerify" }, about: "starId" },
      ...{ permission: "approve", due: "expectPayDate" },
    },
    {
      ...{ label: "广告费被驳回待处理", where: { status: "rejected" }, about: "starId" },
      ...{ permission: "submit", due: "expectPayDate" },
    },
  ],
  fields: {
    cooperationId: field.ref({
      ...{ label: "红人合作", to: "cooperation", required: true, column: { width: 150 } },
      ...{ filter: "in", readonlyIn: ["edit"] },
    }),
    starId: field.ref({
      ...{ label: "红人", to: "star", computed: true, column: { width: 130 }, filter: "in" },
    }),
    feeType: field.enum({
      ...{ label: "费用类型", required: true, options: feeTypes, column: { width: 90 } },
      filter: "in",
    }),
    currency: field.dict({
      ...{
        label: "币种",
        type: "currency",
        computed: true,
        column: { width: 70, hide: true },
        filter: "in",
      },
    }),
    fixedPart: field.money({ label: "固定部分", currency: "currency", min: 0 }),
    commissionPart: field.money({ label: "佣金部分", currency: "currency", min: 0 }),
    amount: field.money({
      ...{ label: "费用金额", currency: "currency", computed: true },
      column: { width: 120, sortable: true, summary: "currency" },
    }),
    exchangeRate: field.decimal({ label: "汇率", scale: 8, hiddenIn: ["add", "edit"] }),
    amountCny: field.money({
      ...{ label: "人民币", unit: "CNY", computed: true, column: { width: 120, summary: "sum" } },
    }),
    expectPayDate: field.date({
      ...{ label: "期望付款日", required: true, column: { width: 110, hide: true } },
      filter: "range",
    }),
    proofFiles: field.files({
      ...{ label: "发布/数据证明", max: 9, wide: true, help: "尾款和佣金必填" },
    }),
    invoiceFiles: field.files({ label: "票据", max: 9, wide: true }),
    payMethod: field.enum({
      ...{ label: "收款方式", options: kolPayMethods, computed: true, section: "收款信息" },
    }),
    payeeName: field.text({
      ...{ label: "收款人", max: 100, computed: true, personal: true, mask: "kol_star_unmask" },
    }),
    payeeBank: field.text({ label: "开户行", max: 100, computed: true }),
    payeeAccount: field.secret({ label: "收款账号", computed: true, hiddenIn: ["view"] }),
    payeeTail: field.text({ label: "收款账号", max: 20, computed: true }),
    verifyBy: field.ref({ label: "核销人", to: "user", computed: true, section: "核销与付款" }),
    verifyTime: field.datetime({ label: "核销时间", computed: true }),
    verifyNote: field.text({ label: "核销说明", computed: true, max: 500 }),
    financeNo: field.text({
      ...{ label: "财务单号", computed: true, max: 30, numbersOf: ["payment_request"] },
      column: { width: 140 },
    }),
    paidTime: field.datetime({ label: "付款时间", computed: true, column: { width: 160 } }),
    voucher: field.files({ label: "付款凭证", computed: true, max: 20, wide: true }),
    ownerId: field.ref({
      ...{ label: "负责人", to: "user", computed: true, column: { width: 90, hide: true } },
      filter: "in",
    }),
  },
  actions: {
    submit: {
      ...{ label: "提交核销", next: true, permission: "submit", from: ["draft", "rejected"] },
      to: "pendingVerify",
    },
    verify: {
      ...{ label: "核销通过", next: true, permission: "approve", from: ["pendingVerify"] },
      ...{ to: "verified", batch: true, confirm: "核销后生成请款单并提交财务审批。" },
      input: { note: field.text({ label: "核销说明", max: 500, asked: true }) },
    },
    reject: {
      ...{ label: "驳回", permission: "approve", from: ["pendingVerify"], to: "rejected" },
      danger: true,
      input: reason("驳回原因", "请填写驳回原因"),
    },
    void: voidAction(["draft", "rejected"]),
    showPayee,
  },
  screens: {
    list: "/kol/adsFee/index",
    create: "/kol/cooperation/openTag/createAdsfee/{cooperationId}",
    edit: "/kol/cooperation/openTag/editAdsfee/{id}",
    detail: "/kol/cooperation/openTag/detailAdsfee/{id}",
    reads: [{ path: "/kol/cooperation/openTag/verifyAdsfee/{id}", title: "审核广告费" }],
    titles: { list: "广告费", create: "新建广告费", edit: "编辑广告费", detail: "广告费详情" },
    prints: {
      slip: {
        ...{ path: "/kol/cooperation/openTag/printAdsfee", label: "打印付款申请单" },
        ...{ title: "付款申请单", sheet: "a5", from: ["pendingVerify", "verified", "paid"] },
      },
    },
  },
});
