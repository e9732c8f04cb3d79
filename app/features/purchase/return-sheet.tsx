import { isMeant } from "#documents/kit";
import { capitals } from "#documents/kit/amount";
import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { unitPrice } from "./unit-price";

type Line = Record<string, unknown>;

/** What the supplier and the carrier are to know; costs and what is left stay in the house. */
const FACTS = [
  ...["poId", "supplierId", "warehouseId", "returnMode", "returnReason", "reason"],
  ...["expectReplenishDate", "expectDate", "receiverAddress", "carrier", "trackingNo"],
];

/** Goods that go back to a supplier, A4; amounts where something is deducted and may be seen. */
export function ReturnSheet({ document, row, options }: PrintProps) {
  const lines = (row.items as Line[] | undefined) ?? [];
  const priced = row.returnMode === "deduct" && row.returnAmount !== undefined;
  const facts = factsOf({ document, row, options }, FACTS, (name) => {
    const field = document.fields[name];
    return !field || isMeant(field, row);
  });
  const total = (name: string) => lines.reduce((n, l) => n + Number(l[name] ?? 0), 0);
  const head = ["#", "采购明细 / SKU", "品名规格", "次品", "良品"];
  if (priced) head.push("单价", "税率", "价税合计");
  return (
    <>
      <h1>
        {document.name === "purchase_return" ? "采购退货单" : "采购换货单"} {plainText(row.no)}
      </h1>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={head} />
        <tbody>
          {lines.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>
                {plainText(l.poLineCode)}
                <br />
                {plainText(l.skuCode)}
              </td>
              <td>{[l.skuName, l.spec].filter(Boolean).map(plainText).join(" ")}</td>
              <td className="num">{whole(l.badQty)}</td>
              <td className="num">
                {whole(l.goodQty)} {plainText(l.unit)}
              </td>
              {priced && (
                <>
                  <td className="num">{unitPrice(plainText(l.price))}</td>
                  <td className="num">{Number(l.taxRate ?? 0)}%</td>
                  <td className="num">{formatMoney(plainText(l.amount))}</td>
                </>
              )}
            </tr>
          ))}
          <tr>
            <th colSpan={head.length} scope="row" className="group">
              合计 次品 {whole(total("badQty"))}　良品 {whole(total("goodQty"))}
              {priced &&
                `　${formatMoney(plainText(row.returnAmount), plainText(row.currency))}（大写：${capitals(plainText(row.returnAmount))}）`}
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["仓库", "供方签收", "日期"]} />
    </>
  );
}
