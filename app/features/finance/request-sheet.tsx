import type { DocumentOf } from "#documents";
import type { ApprovalStep } from "#documents/finance/pay-fields";
import { requestSources, requestTypes } from "#documents/finance/payment-pool";
import { labelled, type PageLine } from "#documents/kit";
import type { PrintProps } from "~/screens/parts";
import { Closing, COUNTED, SheetFacts, SheetTable, wordIn } from "~/screens/print/sheet-parts";
import { formatMoney, plainText } from "~/text";

type RequestSheetLine = PageLine<DocumentOf<"payment_request">, "items">;

const FACTS = [
  "payeeName",
  "companyId",
  "accountName",
  "bankName",
  "accountNo",
  "swiftCode",
  "expectPayDate",
  "createBy",
  "invoiceNos",
] as const;

/** What decisions of an approval are called. */
const acts = labelled({ started: "提交", skipped: "自动跳过", approved: "通过", rejected: "驳回" });

/** What a line stands for: its order, or the words for its cost. */
const said = (l: RequestSheetLine) => [l.$poId ?? l.bizNo, l.costDesc, l.remark].filter(Boolean).join(" ");

/** Who decided and when, below the amount. */
function Trail({ steps }: { steps: readonly ApprovalStep[] }) {
  if (!steps.length) return null;
  return (
    <p>
      {steps.map((s) => (
        <span key={`${s.node}${s.time}`} className="step">
          {s.node}：{s.person} {wordIn(acts, s.action)} {s.time?.slice(0, 16)}
          {s.comment && `（${s.comment}）`}
          <br />
        </span>
      ))}
    </p>
  );
}

/** 请款单, A5: payee, amount in capitals, lines, who approved. */
export function RequestSheet(props: PrintProps<"payment_request">) {
  const { row } = props;
  const currency = plainText(row.currency);
  const foreign = row.payCurrency !== row.currency && Number(row.payAmount) !== 0;
  return (
    <>
      <h1>请款单 {row.no}</h1>
      <p>
        请款类型：{wordIn(requestTypes, row.requestType)}
        {row.urgent && "　加急"}
      </p>
      <SheetFacts of={props} names={FACTS} keep={(name) => plainText(row[name]) !== ""} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["来源", (l) => wordIn(requestSources, l.bizType)],
          ["采购单 / 说明", said],
          [`本次请款（${currency}）`, (l) => formatMoney(l.amount, currency), "num"],
        ]}
        sums={[
          <>
            合计 {formatMoney(row.amount, currency)}（大写：{row.amountCn}）
            {foreign && `　折付 ${formatMoney(row.payAmount, plainText(row.payCurrency))}`}
          </>,
        ]}
      />
      <Trail steps={row.trail ?? []} />
      <Closing row={row} signs={["申请人", "财务", "出纳"]} />
    </>
  );
}
