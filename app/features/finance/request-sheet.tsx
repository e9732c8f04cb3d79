import { requestSources, requestTypes } from "#documents/finance/request-words";
import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";

type Line = Record<string, unknown>;
type Words = Record<string, { label: string } | undefined>;

const FACTS = [
  ...["payeeName", "companyId", "accountName", "bankName", "accountNo", "swiftCode"],
  ...["expectPayDate", "createBy", "invoiceNos"],
];

const word = (words: Words, value: unknown) => words[plainText(value)]?.label ?? "";

/** What decisions of an approval are called. */
const acts: Words = {
  started: { label: "提交" },
  skipped: { label: "自动跳过" },
  approved: { label: "通过" },
  rejected: { label: "驳回" },
};

/** What a line stands for: its order, or the words for its cost. */
const said = (l: Line) =>
  [l.$poId ?? l.bizNo, l.costDesc, l.remark].map(plainText).filter(Boolean).join(" ");

/** Who decided and when, below the amount. */
function Trail({ steps }: { steps: readonly Line[] }) {
  if (!steps.length) return null;
  return (
    <p>
      {steps.map((s) => (
        <span key={`${plainText(s.node)}${plainText(s.time)}`} className="step">
          {plainText(s.node)}：{plainText(s.person)} {word(acts, s.action)}{" "}
          {plainText(s.time).slice(0, 16)}
          {plainText(s.comment) && `（${plainText(s.comment)}）`}
          <br />
        </span>
      ))}
    </p>
  );
}

/** 请款单, A5: payee, amount in capitals, lines, who approved. */
export function RequestSheet({ document, row, options }: PrintProps) {
  const lines = (row.items as Line[] | undefined) ?? [];
  const steps = (row.trail as Line[] | undefined) ?? [];
  const currency = plainText(row.currency);
  const facts = factsOf({ document, row, options }, FACTS, (name) => plainText(row[name]) !== "");
  const foreign = row.payCurrency !== row.currency && Number(row.payAmount) !== 0;
  return (
    <>
      <h1>请款单 {plainText(row.no)}</h1>
      <p>
        请款类型：{word(requestTypes, row.requestType)}
        {row.urgent === true && "　加急"}
      </p>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={["#", "来源", "采购单 / 说明", `本次请款（${currency}）`]} />
        <tbody>
          {lines.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{word(requestSources, l.bizType)}</td>
              <td>{said(l)}</td>
              <td className="num">{formatMoney(plainText(l.amount), currency)}</td>
            </tr>
          ))}
          <tr>
            <th colSpan={4} scope="row" className="group">
              合计 {formatMoney(plainText(row.amount), currency)}（大写：{plainText(row.amountCn)}）
              {foreign &&
                `　折付 ${formatMoney(plainText(row.payAmount), plainText(row.payCurrency))}`}
            </th>
          </tr>
        </tbody>
      </table>
      <Trail steps={steps} />
      <Closing row={row} signs={["申请人", "财务", "出纳"]} />
    </>
  );
}
