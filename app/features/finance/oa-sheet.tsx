import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";

type Line = Record<string, unknown>;

const FACTS = [
  ...["sourceType", "sourceText", "expenseType", "costDeptId", "createBy", "payeeName"],
  ...["accountName", "bankName", "accountNo", "swiftCode", "payerAccountId", "payMethod"],
  ...["paidTime", "serialNo", "usage"],
];

const DECISIONS: Record<string, string> = {
  started: "提交",
  approved: "通过",
  rejected: "驳回",
  skipped: "自动跳过",
};

/** 审批记录 of a printed sheet: who decided what and when. */
export function Trail({ rows }: { rows: readonly Line[] }) {
  return (
    <table>
      <Head words={["审批节点", "审批人", "结果", "意见", "时间"]} />
      <tbody>
        {rows.map((r, i) => (
          <tr key={i}>
            <td>{plainText(r.node)}</td>
            <td>{plainText(r.person)}</td>
            <td>{DECISIONS[plainText(r.action)] ?? plainText(r.action)}</td>
            <td>{plainText(r.comment)}</td>
            <td>{plainText(r.time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** OA付款单, A4: payee, amount in capitals, members, approvals, places to sign. */
export function OaSheet({ document, row, options }: PrintProps) {
  const lines = (row.items as Line[] | undefined) ?? [];
  const currency = plainText(row.payCurrency);
  const facts = factsOf({ document, row, options }, FACTS, (name) => !!plainText(row[name]));
  return (
    <>
      <h1>付款审批单 {plainText(row.no)}</h1>
      <p className="line">
        <span>OA流程号：{plainText(row.oaNo)}</span>
        <span>申请日期：{plainText(row.createTime).slice(0, 10)}</span>
      </p>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={["#", "付款单 / 费用摘要", "发票号", "金额"]} />
        <tbody>
          {lines.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{plainText(l.summary) || plainText(l.memberNo)}</td>
              <td>{plainText(l.invoiceNo)}</td>
              <td className="num">{formatMoney(plainText(l.amount), currency)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={4} scope="row" className="group">
              合计 {formatMoney(plainText(row.payAmount), currency)}（大写：
              {plainText(row.payAmountCn)} {currency}）
            </th>
          </tr>
        </tbody>
      </table>
      <Trail rows={(row.trail as Line[] | undefined) ?? []} />
      <Closing row={row} signs={["申请人", "财务", "总经理", "出纳"]} />
    </>
  );
}
