import type { PrintProps } from "~/screens/parts";
import { Closing, factsOf, Head, whole } from "~/screens/print/sheet-parts";
import { formatMoney } from "~/text/format";
import { plainText } from "~/text/plain";
import { Descriptions } from "~/ui/description/description";
import { unitPrice } from "./unit-price";

type Line = Record<string, unknown>;

const FACTS = [
  ...["reqType", "status", "applicantId", "deptId", "storeId", "warehouseId", "expectDate"],
  ...["createTime", "reason"],
];

/** 请购单, A4: what is asked for, for whom and by when; prices for who may see them. */
export function RequisitionSheet({ document, row, options }: PrintProps) {
  const lines = (row.items as Line[] | undefined) ?? [];
  const priced = row.estAmount !== undefined;
  const facts = factsOf({ document, row, options }, FACTS, (name) => plainText(row[name]) !== "");
  const head = ["#", "SKU", "品名规格", "请购数量", "期望到仓日", "可用 / 在途 / 在订", "已转采"];
  if (priced) head.push("预估单价", "预估金额");
  return (
    <>
      <h1>
        {document.label} {plainText(row.no)}
      </h1>
      <Descriptions columns={2} items={facts} />
      <table>
        <Head words={head} />
        <tbody>
          {lines.map((l, i) => (
            <tr key={plainText(l.id)}>
              <td>{i + 1}</td>
              <td>{plainText(l.$skuId) || plainText(l.skuCode)}</td>
              <td>
                {[l.skuName, l.spec].filter(Boolean).map(plainText).join(" ")}
                {plainText(l.remark) && `（${plainText(l.remark)}）`}
              </td>
              <td className="num">
                {whole(l.qty)} {plainText(l.unit)}
              </td>
              <td>{plainText(l.expectDate)}</td>
              <td className="num">
                {[l.availableQty, l.inTransitQty, l.onOrderQty].map(whole).join(" / ")}
              </td>
              <td className="num">{whole(l.turnedQty)}</td>
              {priced && (
                <>
                  <td className="num">{unitPrice(plainText(l.estPrice))}</td>
                  <td className="num">{formatMoney(plainText(l.estAmount))}</td>
                </>
              )}
            </tr>
          ))}
          <tr>
            <th colSpan={head.length} scope="row" className="group">
              合计 {whole(row.totalQty)}
              {priced && `　预估 ${formatMoney(plainText(row.estAmount), "CNY")}`}
            </th>
          </tr>
        </tbody>
      </table>
      <Closing row={row} signs={["请购人", "审批", "采购"]} />
    </>
  );
}
