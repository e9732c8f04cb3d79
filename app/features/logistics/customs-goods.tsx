import { Head, whole } from "~/screens/print/sheet-parts";
import type { Row } from "~/screens/row/row";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";
import { customsLines } from "./customs-words";

/** Goods with their prices, as invoice and contract list them. */
export function GoodsTable({ row }: { row: Row }) {
  const currency = plainText(row.currency);
  return (
    <table>
      <Head
        words={[
          ...["#", "品名 Description", "商品编号 HS", "数量 Qty"],
          ...[`单价 Price（${currency}）`, `金额 Amount（${currency}）`],
        ]}
      />
      <tbody>
        {customsLines(row).map((line, i) => (
          <tr key={line.id}>
            <td>{i + 1}</td>
            <td>
              {line.declareNameCn} {line.declareNameEn}
            </td>
            <td>{line.hsCode}</td>
            <td className="num">
              {whole(line.qty)} {line.unit}
            </td>
            <td className="num">{plainText(line.unitPrice)}</td>
            <td className="num">{formatMoney(line.amount, currency)}</td>
          </tr>
        ))}
        <tr>
          <th colSpan={6} scope="row" className="group">
            合计 TOTAL {formatMoney(plainText(row.totalAmount), currency)}
          </th>
        </tr>
      </tbody>
    </table>
  );
}
