import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head } from "~/screens/print/sheet-parts";
import { plainText } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { amountOf, itemsOf, typeWord } from "./statement-rows";

const FACTS = ["supplierId", "currency", "fromDate", "toDate"];
const HEAD = ["#", "业务日期", "类型", "采购单", "来源单", "金额", "余额"];

/** 供应商对账单, A4: opening, every entry, closing, and places for both stamps. */
export function StatementSheet({ document, row, options }: PrintProps) {
  const items = itemsOf(row);
  const edge = (word: string, balance: unknown) => (
    <tr>
      <th colSpan={6} scope="row" className="group">
        {word}
      </th>
      <td className="num">{amountOf(row, balance)}</td>
    </tr>
  );
  return (
    <>
      <h1>供应商对账单 {plainText(row.no)}</h1>
      <Descriptions columns={2} items={factsOf({ document, row, options }, FACTS)} />
      <table>
        <Head words={HEAD} />
        <tbody>
          {edge("期初余额", row.opening)}
          {items.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{plainText(l.bizDate)}</td>
              <td>{typeWord(l.bizType)}</td>
              <td>{plainText(l.$poId ?? l.poName)}</td>
              <td>{plainText(l.bizNo)}</td>
              <td className="num">{amountOf(row, l.amount)}</td>
              <td className="num">{amountOf(row, l.balance)}</td>
            </tr>
          ))}
          {edge("期末余额", row.closing)}
        </tbody>
      </table>
      <p>
        本期新增 {amountOf(row, row.added)}　退货扣款 {amountOf(row, row.returned)}　付款{" "}
        {amountOf(row, row.paid)}　退款与抵扣 {amountOf(row, row.refunded)}
      </p>
      <p>以上往来请核对；无误请盖章确认，有出入请注明差异。</p>
      <Closing row={row} signs={["我方财务", "供应商（盖章）", "日期"]} />
    </>
  );
}
