import { z } from "zod";
import { field, maybeTexts } from "../kit";

/** Who started the last approval of a document and who decided on it, as its sheets print them. */
export const approvalSteps = z.array(
  z.object({ ...maybeTexts("person", "comment", "time"), node: z.string(), action: z.string() }),
);
export type ApprovalStep = z.output<typeof approvalSteps>[number];

/** Whose account the money goes to, copied from where it was named first. */
export const payeeAccount = () => ({
  accountName: field.text("户名", { computed: true, max: 100, personal: true }),
  bankName: field.text("开户行", { computed: true, max: 100 }),
  accountNo: field.text("账号", { computed: true, max: 40, tail: "supplier_bank_view", unmasks: true }),
  swiftCode: field.text("SWIFT", { computed: true, max: 11 }),
});

export const payMethod = () =>
  field.dict("支付方式", { type: "pay_method", required: true, default: "wire", column: { hide: true } });

/** Whom money goes to and how much: what every dialog that moves it says again. */
export const paysTo = ["payeeName", "payAmount", "baseAmount", "bankName", "accountNo"] as const;

const ACCOUNT = "付款账户";
const account = { to: "company_account", column: { width: 190, hide: true }, filter: "in" } as const;

/** The account of ours that pays; `copied`: it comes of another document. */
export const payerAccount = () => field.ref(ACCOUNT, { ...account, required: true, wide: true });
export const copiedAccount = () => field.ref(ACCOUNT, { ...account, computed: true });

const bearers = { us: { label: "我方" }, payee: { label: "收款方" }, share: { label: "共同" } } as const;

/** What is known of a transfer once the bank made it: columns of what was paid. */
export const transferred = () => ({
  bankFee: field.money("手续费", { currency: "payCurrency", computed: true }),
  feeBearer: field.enum("手续费承担", { options: bearers, computed: true }),
  serialNo: field.text("银行流水号", { computed: true, max: 64, column: { hide: true } }),
  paidTime: field.datetime("实付时间", { computed: true, column: { hide: true }, filter: "range" }),
  receiptFiles: field.files("付款回单", { computed: true, max: 9, wide: true }),
  // Unknown until it is paid: 0 would be a rate.
  baseRate: field.decimal("记账汇率", { scale: 8, hiddenIn: ["add", "edit"] }),
});

/** Asked for when money was paid. */
export const transferInput = () => ({
  paidTime: field.datetime("实付时间", { required: true, asked: true, presently: true }),
  serialNo: field.text("银行流水号", {
    required: true,
    max: 64,
    asked: true,
    pattern: [/^[0-9A-Za-z_./-]+$/, "银行流水号只能有字母、数字、横线、下划线、点和斜线"],
  }),
  baseRate: field.decimal("记账汇率", {
    scale: 8,
    min: 0,
    asked: true,
    help: "1单位付款币种折人民币，不填则取汇率表",
    rate: { of: "payCurrency", on: "paidTime", why: "rateReason" },
  }),
  rateReason: field.text("汇率说明", { max: 200, asked: true, help: "填写的汇率与当日汇率相差较大时必填" }),
  bankFee: field.money("手续费", { min: 0, currency: "payCurrency", asked: true }),
  feeBearer: field.enum("手续费承担", { options: bearers, asked: true }),
  receiptFiles: field.files("付款回单", { required: true, max: 9, asked: true, requiredMessage: "请上传付款回单" }),
});

/** Asked for when the bank sent money back. */
export const bounceInput = () => ({
  reason: field.longtext("退票原因", { required: true, requiredMessage: "请填写退票原因", max: 500, asked: true }),
  failDate: field.date("退票日期", { help: "不填则为今天", asked: true, presently: true }),
  failFiles: field.files("退票凭证", { required: true, max: 9, asked: true, requiredMessage: "请上传退票凭证" }),
});

/** What was said and shown when money came back. */
export const bounced = () => ({
  failReason: field.text("退票原因", { computed: true, max: 500 }),
  failDate: field.date("退票日期", { computed: true }),
  failFiles: field.files("退票凭证", { computed: true, max: 9, wide: true }),
});

export const amountCny = (label: string) =>
  field.money(label, { unit: "CNY", computed: true, column: { summary: "sum" } });

/** Shows an account number whole to who may see it; the history tells who did and why. */
export const unmaskAction = {
  label: "查看完整账号",
  permission: "supplier_bank_view",
  aside: true,
  input: { why: field.text("查看原因", { required: true, max: 100, asked: true }) },
} as const;
