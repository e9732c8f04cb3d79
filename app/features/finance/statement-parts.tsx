import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { plainText, textOrDash } from "~/text";
import { amountOf, typeWord } from "./statement-rows";

/** An entry of a statement, or the balance at one end of its period. */
type StatementRow = PageLine<DocumentOf<"supplier_statement">, "items"> & { word?: string };

const HEAD = ["业务日期", "类型", "采购单", "来源单", "到期日", "金额", "余额"];

/** 往来明细 of a statement with the balance after each entry, and what came into its period afterwards. */
export function StatementParts({ row }: DetailProps<"supplier_statement">) {
  const { items = [], later = [] } = row;
  const edge = (bizDate: string | undefined, word: string, balance: string | undefined): StatementRow => ({
    id: word,
    bizDate,
    word,
    balance,
  });
  const rows: StatementRow[] = [
    edge(row.fromDate, "期初余额", row.opening),
    ...items,
    edge(row.toDate, "期末余额", row.closing),
  ];
  return (
    <>
      <PartTable
        title="往来明细"
        head={HEAD}
        rows={rows}
        count={rows.length - 2}
        cells={(l) => [
          textOrDash(l.bizDate),
          l.word ? <b key="word">{l.word}</b> : typeWord(l.bizType),
          rowLink("purchase_order", l.poId, l.$poId),
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
            rowLink(l.bizDocument, l.bizId, l.bizNo),
            amountOf(row, l.amount),
          ]}
        />
      )}
    </>
  );
}
