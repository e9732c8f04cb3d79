import type { ApprovalStep } from "#documents/finance/pay-fields";
import type { PrintProps } from "~/screens/parts";
import { Closing, COUNTED, SheetFacts, SheetTable } from "~/screens/print/sheet-parts";
import { formatMoney, plainText } from "~/text";

const FACTS = [
  "sourceType",
  "sourceText",
  "expenseType",
  "costDeptId",
  "createBy",
  "payeeName",
  "accountName",
  "bankName",
  "accountNo",
  "swiftCode",
  "payerAccountId",
  "payMethod",
  "paidTime",
  "serialNo",
  "usage",
] as const;

const DECISIONS: Record<string, string> = { started: "提交", approved: "通过", rejected: "驳回", skipped: "自动跳过" };

/** 审批记录 of a printed sheet: who decided what and when. */
export const Trail = ({ rows }: { rows: readonly Partial<Record<keyof ApprovalStep, unknown>>[] | undefined }) => (
  <SheetTable
    rows={rows?.map((row, i) => ({ ...row, id: String(i) }))}
    columns={[
      ["审批节点", (r) => plainText(r.node)],
      ["审批人", (r) => plainText(r.person)],
      ["结果", (r) => DECISIONS[plainText(r.action)] ?? plainText(r.action)],
      ["意见", (r) => plainText(r.comment)],
      ["时间", (r) => plainText(r.time)],
    ]}
  />
);

/** OA付款单, A4: payee, amount in capitals, members, approvals, places to sign. */
export function OaSheet(props: PrintProps<"oa_payment">) {
  const { row } = props;
  const currency = plainText(row.payCurrency);
  return (
    <>
      <h1>付款审批单 {row.no}</h1>
      <p className="line">
        <span>OA流程号：{row.oaNo}</span>
        <span>申请日期：{plainText(row.createTime).slice(0, 10)}</span>
      </p>
      <SheetFacts of={props} names={FACTS} keep={(name) => !!plainText(row[name])} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["付款单 / 费用摘要", (l) => l.summary || l.memberNo],
          ["发票号", (l) => l.invoiceNo],
          ["金额", (l) => formatMoney(l.amount, currency), "num"],
        ]}
        sums={[`合计 ${formatMoney(row.payAmount, currency)}（大写：${row.payAmountCn ?? ""} ${currency}）`]}
      />
      <Trail rows={row.trail} />
      <Closing row={row} signs={["申请人", "财务", "总经理", "出纳"]} />
    </>
  );
}
