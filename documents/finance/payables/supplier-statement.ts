import { z } from "zod";
import { defineDocument, field, maybeTexts, onePage, ownStatus, texts, voidAction, wordsOf } from "../../kit";
import { payableTypes } from "../payable-words";

/** From the draft of a statement to the supplier's stamp. */
const statementActions = {
  refresh: { label: "重新取数", permission: "edit", from: ["draft"], confirm: "按现在的应付流水重做明细。" },
  send: {
    label: "发出",
    next: true,
    permission: "submit",
    from: ["draft"],
    to: "sent",
    undo: "recall",
    confirm: "按现在的应付流水定稿，发出后明细不再变动。",
  },
  recall: {
    label: "撤回",
    permission: "submit",
    from: ["sent"],
    to: "draft",
    confirm: "撤回后回到草稿，可以重新取数。",
  },
  confirm: {
    label: "登记确认",
    next: true,
    permission: "confirm",
    from: ["sent"],
    to: "confirmed",
    input: {
      confirmDate: field.date("确认日期", { required: true }),
      supplierAmount: field.money("对方余额", { currency: "currency", asked: true, help: "不填则与我方期末余额相同" }),
      differenceNote: field.longtext("差异说明", { max: 500, help: "有差异时必填" }),
      signedFiles: field.files("盖章对账单", { max: 9, required: true, requiredMessage: "请上传供应商盖章的对账单" }),
    },
  },
} as const;

/** What came into the period, or before it, after the statement was sent. */
const laterEntry = z.object({
  ...maybeTexts("poId", "poNo"),
  ...texts("bizDate", "bizDocument", "bizId", "bizNo", "amount"),
  bizType: wordsOf(payableTypes),
});
export type LaterEntry = z.output<typeof laterEntry>;

const secret = "purchase_price_view";
const figure = (label: string) => field.money(label, { computed: true, currency: "currency", mask: secret });

/** 供应商对账单: what the ledger says of a supplier in one currency and period, as it was sent to him. */
export const supplierStatement = defineDocument({
  name: "supplier_statement",
  label: "对账单",
  module: "finance",
  permission: "finance_statement",
  api: "/finance/statement",
  menu: { group: "finance", icon: "file", sort: 11, label: "供应商对账单" },
  number: "DZ",
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "supplierText"],
  lookup: { foundBy: ["supplierId"] },
  start: { copy: false, prefill: { supplierId: "supplier", accountId: "ap_supplier" } },
  glance: {
    drawn: ["opening", "added", "returned", "paid", "refunded", "closing", "entryCount", "balance"],
    figures: [
      { field: "opening" },
      { field: "closing" },
      { field: "laterAmount", label: "期内后补" },
      { field: "difference" },
    ],
    brief: { amount: "closing", date: "toDate" },
    queues: [{ label: "待供应商确认对账", where: { status: "sent" }, about: "supplierId", permission: "confirm" }],
  },
  list: { tabs: true },
  calls: { sends: { later: z.array(laterEntry) } },
  status: ownStatus({
    draft: { label: "草稿", tone: "grey" },
    sent: { label: "待对方确认", tone: "orange" },
    confirmed: { label: "已确认", tone: "green" },
    void: { label: "已作废", tone: "red" },
  }),
  fields: {
    supplierId: field.ref("供应商", { to: "supplier", required: true, column: { width: 170 }, filter: "in" }),
    currency: field.dict("币种", {
      type: "currency",
      required: true,
      default: "CNY",
      column: { phone: false, hide: true },
      filter: "in",
    }),
    fromDate: field.date("开始日期", { required: true, column: { sortable: true } }),
    toDate: field.date("结束日期", { required: true, column: { sortable: true }, filter: "range" }),
    opening: figure("期初余额"),
    added: figure("本期新增"),
    returned: figure("退货扣款"),
    paid: figure("付款"),
    refunded: figure("退款与抵扣"),
    closing: field.money("期末余额", {
      computed: true,
      currency: "currency",
      mask: secret,
      column: { width: 140, summary: "currency" },
    }),
    laterAmount: field.money("后补", {
      computed: true,
      virtual: true,
      currency: "currency",
      mask: secret,
      column: { tooltip: "发出之后又记入这个期间的流水：期末现在的余额与发出时的差" },
    }),
    entryCount: field.int("流水笔数", { computed: true }),
    sentTime: field.datetime("发出时间", { computed: true }),
    confirmDate: field.date("确认日期", { computed: true, column: true }),
    supplierAmount: figure("对方余额"),
    difference: field.money("差异", {
      computed: true,
      currency: "currency",
      mask: secret,
      column: { tooltip: "对方余额减我方期末余额" },
    }),
    differenceNote: field.longtext("差异说明", { computed: true, wide: true }),
    signedFiles: field.files("盖章对账单", { computed: true, max: 9, wide: true }),
    lastEntry: field.text("最后流水", { computed: true, hiddenIn: ["view"] }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
    buyerId: field.ref("采购员", { to: "user", computed: true }),
  },
  lines: {
    items: {
      label: "往来明细",
      table: "supplier_statement_line",
      computed: true,
      fields: {
        bizDate: field.date("业务日期", { computed: true }),
        bizType: field.enum("类型", { computed: true, options: payableTypes }),
        poId: field.ref("采购单", { to: "purchase_order", computed: true }),
        bizDocument: field.text("来源单类型", { computed: true }),
        bizId: field.text("来源单编号", { computed: true }),
        bizNo: field.text("来源单", { computed: true }),
        dueDate: field.date("到期日", { computed: true }),
        amount: field.money("金额", { computed: true, currency: "currency", mask: secret }),
        balance: field.money("余额", { computed: true, currency: "currency", mask: secret }),
        entryId: field.text("流水编号", { computed: true }),
      },
    },
  },
  actions: { ...statementActions, void: voidAction(["sent", "confirmed"]) },
  exports: {
    downloads: { sheet: { label: "导出对账单", path: "/finance/statement/sheet", param: "id", permission: "export" } },
  },
  screens: {
    list: "/finance/statement/index",
    ...onePage("/finance/statement/detail"),
    print: "/finance/statement/print",
    titles: {
      list: "供应商对账单",
      create: "新建供应商对账单",
      edit: "编辑供应商对账单",
      detail: "供应商对账单",
      print: "打印供应商对账单",
    },
  },
});
