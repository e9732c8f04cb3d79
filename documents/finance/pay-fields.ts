import { field } from "../kit";

/** Whose account the money goes to, copied from where it was named first. */
export const payeeAccount = () => ({
  accountName: field.text({ label: "户名", computed: true, max: 100, personal: true }),
  bankName: field.text({ label: "开户行", computed: true, max: 100 }),
  accountNo: field.text({
    ...{ label: "账号", computed: true, max: 40 },
    ...{ tail: "supplier_bank_view", unmasks: true },
  }),
  swiftCode: field.text({ label: "SWIFT", computed: true, max: 11 }),
});

export const payMethod = () =>
  field.dict({
    ...{ label: "支付方式", type: "pay_method", required: true, default: "wire" },
    column: { width: 90, hide: true },
  });

const account = { label: "付款账户", column: { width: 190, hide: true }, filter: "in" } as const;

/** The account of ours that pays; `copied`: it comes of another document. */
export const payerAccount = () =>
  field.ref({ ...account, to: "company_account", required: true, wide: true });
export const copiedAccount = () => field.ref({ ...account, to: "company_account", computed: true });

const bearers = {
  us: { label: "我方" },
  payee: { label: "收款方" },
  share: { label: "共同" },
} as const;

/** What is known of a transfer once the bank made it: columns of what was paid. */
export const transferred = () => ({
  bankFee: field.money({ label: "手续费", currency: "payCurrency", computed: true }),
  feeBearer: field.enum({ label: "手续费承担", options: bearers, computed: true }),
  serialNo: field.text({
    ...{ label: "银行流水号", computed: true, max: 64 },
    column: { width: 150, hide: true },
  }),
  paidTime: field.datetime({
    ...{ label: "实付时间", computed: true },
    column: { width: 160, hide: true },
    filter: "range",
  }),
  receiptFiles: field.files({ label: "付款回单", computed: true, max: 9, wide: true }),
  // Unknown until it is paid: 0 would be a rate.
  baseRate: field.decimal({ label: "记账汇率", scale: 8, hiddenIn: ["add", "edit"] }),
});

/** Asked for when money was paid. */
export const transferInput = () => ({
  paidTime: field.datetime({ label: "实付时间", required: true, asked: true }),
  serialNo: field.text({
    ...{ label: "银行流水号", required: true, max: 64, asked: true },
    pattern: [/^[0-9A-Za-z_./-]+$/, "银行流水号只能有字母、数字、横线、下划线、点和斜线"],
  }),
  baseRate: field.decimal({
    ...{ label: "记账汇率", scale: 8, min: 0, asked: true },
    help: "1单位付款币种折人民币，不填则取汇率表",
    rate: { of: "payCurrency", on: "paidTime", why: "rateReason" },
  }),
  rateReason: field.text({
    label: "汇率说明",
    max: 200,
    asked: true,
    help: "填写的汇率与当日汇率相差较大时必填",
  }),
  bankFee: field.money({ label: "手续费", min: 0, currency: "payCurrency", asked: true }),
  feeBearer: field.enum({ label: "手续费承担", options: bearers, asked: true }),
  receiptFiles: field.files({
    ...{ label: "付款回单", required: true, max: 9, asked: true },
    requiredMessage: "请上传付款回单",
  }),
});

/** Asked for when the bank sent money back. */
export const bounceInput = () => ({
  reason: field.longtext({
    ...{ label: "退票原因", required: true, requiredMessage: "请填写退票原因", max: 500 },
    asked: true,
  }),
  failDate: field.date({ label: "退票日期", help: "不填则为今天", asked: true }),
  failFiles: field.files({
    ...{ label: "退票凭证", required: true, max: 9, asked: true },
    requiredMessage: "请上传退票凭证",
  }),
});

/** What was said and shown when money came back. */
export const bounced = () => ({
  failReason: field.text({ label: "退票原因", computed: true, max: 500 }),
  failDate: field.date({ label: "退票日期", computed: true }),
  failFiles: field.files({ label: "退票凭证", computed: true, max: 9, wide: true }),
});

export const amountCny = (label: string) =>
  field.money({
    ...{ label, unit: "CNY", computed: true },
    column: { width: 120, summary: "sum" },
  });

/** Shows an account number whole to who may see it; the history tells who did and why. */
export const unmaskAction = {
  label: "查看完整账号",
  permission: "supplier_bank_view",
  input: {
    why: field.text({ label: "查看原因", required: true, max: 100, asked: true }),
  },
} as const;
