import type { PrintProps } from "~/screens/parts";
import { Closing, COUNTED, SheetFacts, SheetTable } from "~/screens/print/sheet-parts";
import { amountOf, typeWord } from "./statement-rows";

/** 供应商对账单, A4: opening, every entry, closing, and places for both stamps. */
export function StatementSheet(props: PrintProps<"supplier_statement">) {
  const { row } = props;
  const edge = (word: string, balance: string | undefined) => (
    <tr>
      <th colSpan={6} scope="row" className="group">
        {word}
      </th>
      <td className="num">{amountOf(row, balance)}</td>
    </tr>
  );
  return (
    <>
      <h1>供应商对账单 {row.no}</h1>
      <SheetFacts of={props} names={["supplierId", "currency", "fromDate", "toDate"]} />
      <SheetTable
        rows={row.items}
        columns={[
          COUNTED,
          ["业务日期", (l) => l.bizDate],
          ["类型", (l) => typeWord(l.bizType)],
          ["采购单", (l) => l.$poId],
          ["来源单", (l) => l.bizNo],
          ["金额", (l) => amountOf(row, l.amount), "num"],
          ["余额", (l) => amountOf(row, l.balance), "num"],
        ]}
        before={edge("期初余额", row.opening)}
      >
        {edge("期末余额", row.closing)}
      </SheetTable>
      <p>
        本期新增 {amountOf(row, row.added)}　退货扣款 {amountOf(row, row.returned)}　付款 {amountOf(row, row.paid)}
        　退款与抵扣 {amountOf(row, row.refunded)}
      </p>
      <p>以上往来请核对；无误请盖章确认，有出入请注明差异。</p>
      <Closing row={row} signs={["我方财务", "供应商（盖章）", "日期"]} />
    </>
  );
}
