import type { DocumentOf } from "#documents";
import { isMeant, type PageLine } from "#documents/kit";
import { capitals } from "#documents/kit/field/amount";
import type { PartRow, PrintProps } from "~/screens/parts";
import { below, Closing, COUNTED, type PrintColumn, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { formatMoney, plainText } from "~/text";
import { unitPrice } from "./unit-price";

/** An exchange is like a return in what is read here, except for its states. */
interface ReturnSheetProps extends Omit<PrintProps, "row"> {
  row: Omit<PartRow<"purchase_return">, "status">;
}
type ReturnSheetLine = PageLine<DocumentOf<"purchase_return">, "items">;

/** What the supplier and the carrier are to know; costs and what is left stay in the house. */
const FACTS = [
  "poId",
  "supplierId",
  "warehouseId",
  "returnMode",
  "returnReason",
  "reason",
  "expectReplenishDate",
  "expectDate",
  "receiverAddress",
  "carrier",
  "trackingNo",
];

const COLUMNS: PrintColumn<ReturnSheetLine>[] = [
  COUNTED,
  ["采购明细 / SKU", (l) => below(l.poLineCode, l.skuCode)],
  ["品名规格", (l) => [l.skuName, l.spec].filter(Boolean).join(" ")],
  ["次品", (l) => whole(l.badQty), "num"],
  ["良品", (l) => `${whole(l.goodQty)} ${l.unit ?? ""}`, "num"],
];

const PRICES: typeof COLUMNS = [
  ["单价", (l) => unitPrice(l.price ?? ""), "num"],
  ["税率", (l) => `${Number(l.taxRate ?? 0)}%`, "num"],
  ["价税合计", (l) => formatMoney(l.amount), "num"],
];

/** Goods that go back to a supplier, A4; amounts where something is deducted and may be seen. */
export function ReturnSheet(props: ReturnSheetProps) {
  const { document, row } = props;
  const { items = [] } = row;
  const priced = row.returnMode === "deduct" && row.returnAmount !== undefined;
  const total = (count: (l: ReturnSheetLine) => number | undefined) => items.reduce((n, l) => n + (count(l) ?? 0), 0);
  return (
    <>
      <h1>
        {document.name === "purchase_return" ? "采购退货单" : "采购换货单"} {row.no}
      </h1>
      <SheetFacts
        of={props}
        names={FACTS}
        keep={(name) => {
          const field = document.fields[name];
          return !field || isMeant(field, row);
        }}
      />
      <SheetTable
        rows={items}
        columns={priced ? COLUMNS.concat(PRICES) : COLUMNS}
        sums={[
          <>
            合计 次品 {whole(total((l) => l.badQty))}　良品 {whole(total((l) => l.goodQty))}
            {priced &&
              `　${formatMoney(row.returnAmount, plainText(row.currency))}（大写：${capitals(plainText(row.returnAmount))}）`}
          </>,
        ]}
      />
      <Closing row={row} signs={["仓库", "供方签收", "日期"]} />
    </>
  );
}
