import { defineDocument, field, ownStatus, reason, unshown } from "../../kit";

const worked = (label: string) => field.money(label, { currency: "currency", computed: true });
const cny = (label: string) => field.money(label, { unit: "CNY", computed: true });

/** 回款单 (figures.md D.2): what a platform said it pays out of a settlement, and what of it arrived. */
export const payout = defineDocument({
  name: "payout",
  label: "回款单",
  module: "finance",
  menu: {
    group: "finance",
    icon: "wallet",
    sort: 62,
    words: { void: "取消匹配", add: false, edit: false, del: false, submit: false, approve: false, print: false },
  },
  number: "HK",
  many: true,
  can: { add: false, edit: false, del: false },
  keyword: ["no", "settlementNo", "platformNo"],
  lookup: { foundBy: ["storeId"] },
  list: {
    tabs: true,
    from: "回款单在结算单过账时生成，到账后与银行收款匹配",
    sort: [
      { by: "depositDate", desc: true },
      { by: "id", desc: true },
    ],
  },
  status: ownStatus(
    {
      expected: { label: "待到账", tone: "orange" },
      partReceived: { label: "部分到账", tone: "blue" },
      received: { label: "已到账", tone: "green" },
      failed: { label: "打款失败", tone: "red" },
      carried: { label: "转下期", tone: "grey" },
    },
    { initial: "expected", editable: [], path: ["expected", "partReceived", "received"] },
  ),
  glance: {
    figures: [
      { field: "amount" },
      { field: "receivedAmount", of: "amount" },
      { field: "bankFee" },
      { field: "leftAmount" },
      { field: "fxDiff" },
    ],
    brief: { amount: "amount", date: "depositDate" },
    queues: [
      {
        label: "超期未到账",
        where: { late: "yes" },
        permission: "match",
        due: "depositDate",
        late: true,
        about: "storeId",
      },
    ],
  },
  fields: {
    settlementNo: field.text("结算单号", { computed: true, numbersOf: ["settlement"], column: true, filter: "prefix" }),
    platformNo: field.text("平台结算编号", { computed: true, column: { hide: true }, filter: "prefix" }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 150 }, filter: "in" }),
    depositDate: field.date("打款日期", { computed: true, column: { sortable: true }, filter: "range" }),
    currency: field.dict("币种", { type: "currency", computed: true, column: { phone: false }, filter: "in" }),
    amount: field.money("打款金额", {
      currency: "currency",
      computed: true,
      column: { width: 130, sortable: true, summary: "currency" },
    }),
    receivedAmount: field.money("到账金额", {
      currency: "currency",
      computed: true,
      column: { width: 130, summary: "currency" },
    }),
    bankFee: field.money("手续费", {
      currency: "currency",
      computed: true,
      column: { phone: false, summary: "currency" },
    }),
    leftAmount: field.money("未到账", {
      currency: "currency",
      computed: true,
      column: { width: 130, sortable: true, phone: "fact", summary: "currency" },
    }),
    companyAccountId: field.ref("收款账户", {
      to: "company_account",
      computed: true,
      column: { width: 190, hide: true },
      filter: "in",
    }),
    rate: field.decimal("入账汇率", { scale: 8, computed: true, section: "本位币" }),
    bookedCny: field.money("入账本位币", {
      unit: "CNY",
      computed: true,
      column: { summary: "sum", phone: false, tooltip: "打款金额按打款日期的汇率" },
    }),
    arrivedCny: field.money("到账本位币", { unit: "CNY", computed: true, column: { summary: "sum", phone: false } }),
    feeCny: cny("手续费本位币"),
    fxDiff: field.money("汇兑差额", {
      unit: "CNY",
      computed: true,
      later: true,
      column: { summary: "sum", signed: true, tooltip: "到账本位币加手续费，减到账部分的入账本位币" },
    }),
    reserveAmount: worked("结算预留"),
    failDate: field.date("打款失败日期", { computed: true }),
    failReason: field.longtext("打款失败原因", { computed: true, max: 500, wide: true }),
    late: field.enum("超期", {
      virtual: true,
      computed: true,
      hiddenIn: ["view"],
      options: { yes: { label: "超期未到账" } },
      filter: "in",
      filterOne: true,
    }),
    sourceId: field.text("结算单编号", { ...unshown, max: 20, unique: "该结算单已有回款单" }),
  },
  actions: {
    match: {
      label: "匹配",
      next: true,
      from: ["expected", "partReceived"],
      repeats: ["amount", "receivedAmount", "leftAmount"],
      input: {
        receiptId: field.ref("银行收款", {
          to: "bank_receipt",
          required: true,
          asked: true,
          only: { status: ["open", "part"] },
        }),
        amount: field.money("到账金额", {
          required: true,
          min: 0.01,
          asked: true,
          currency: "currency",
          startsAs: "leftAmount",
          help: "按回款单的币种；与手续费合计不超过未到账金额",
        }),
        fee: field.money("手续费", { min: 0, asked: true, currency: "currency" }),
        receiptAmount: field.money("占用收款金额", {
          min: 0.01,
          asked: true,
          help: "收款与回款币种不同时填写，按收款的币种",
        }),
      },
    },
    unmatch: {
      label: "取消匹配",
      permission: "void",
      from: ["partReceived", "received"],
      danger: true,
      confirm: "平台应收中冲回到账和手续费，银行收款回到待匹配。",
      input: {
        receiptId: field.ref("银行收款", { to: "bank_receipt", asked: true, help: "不填则取消这张回款单的全部匹配" }),
        ...reason("取消原因", "请填写取消原因"),
      },
    },
    fail: {
      label: "打款失败",
      permission: "void",
      from: ["expected"],
      to: "failed",
      danger: true,
      confirm: "金额回到平台应收，转下期结算。",
      input: reason("失败原因", "请填写失败原因"),
    },
  },
  related: { matches: { label: "匹配记录", document: "payout_match", by: { payoutId: "id" } } },
  screens: {
    list: "/finance/payout/index",
    detail: "/finance/payout/detail",
    tabs: ["payout", "payout_match"],
    titles: { list: "回款单", detail: "回款单" },
  },
});
