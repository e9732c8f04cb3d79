import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { plainText, textOrDash } from "~/text/plain";
import { amountOf, itemsOf, type Row, typeWord } from "./statement-rows";

const HEAD = ["业务日期", "类型", "采购单", "来源单", "到期日", "金额", "余额"];

/** 往来明细 of a statement with the balance after each entry, and what came into its period afterwards. */
export function StatementParts({ row }: DetailProps) {
  const edge = (day: unknown, word: string, balance: unknown): Row => ({
    bizDate: day,
    word,
    balance,
  });
  const rows = [
    edge(row.fromDate, "期初余额", row.opening),
    ...itemsOf(row),
    edge(row.toDate, "期末余额", row.closing),
  ];
  const later = (row.later as Row[] | undefined) ?? [];
  return (
    <>
      <PartTable
        title="往来明细"
        head={HEAD}
        rows={rows}
        count={rows.length - 2}
        cells={(l) => [
          textOrDash(l.bizDate),
          l.word ? <b key="word">{plainText(l.word)}</b> : typeWord(l.bizType),
          rowLink("purchase_order", l.poId, l.$poId ?? l.poName),
          rowLink(plainText(l.bizDocument), l.bizId, l.bizNo),
          textOrDash(l.dueDate),
          l.word ? "—" : amountOf(row, l.amount),
          amountOf(row, l.balance),
        ]}
      />
      {later.length > 0 && (
        <PartTable
          title="发出后又记入的流水"
          head={["业务日期", "类型", "采购单", "来源单", "金额"]}
          rows={later}
          cells={(l) => [
            textOrDash(l.bizDate),
            typeWord(l.bizType),
            rowLink("purchase_order", l.poId, l.poNo),
            rowLink(plainText(l.bizDocument), l.bizId, l.bizNo),
            amountOf(row, l.amount),
          ]}
        />
      )}
    </>
  );
}
