import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import type { PrintProps } from "~/screens/parts";
import { Closing, COUNTED, type PrintColumn, SheetFacts, SheetTable, whole } from "~/screens/print/sheet-parts";
import { formatMoney, plainText } from "~/text";
import { unitPrice } from "./unit-price";

const FACTS = [
  "reqType",
  "status",
  "applicantId",
  "deptId",
  "storeId",
  "warehouseId",
  "expectDate",
  "createTime",
  "reason",
] as const;

const COLUMNS: PrintColumn<PageLine<DocumentOf<"purchase_requisition">, "items">>[] = [
  COUNTED,
  ["SKU", (l) => l.$skuId || l.skuCode],
  ["品名规格", (l) => [l.skuName, l.spec].filter(Boolean).join(" ") + (l.remark ? `（${l.remark}）` : "")],
  ["请购数量", (l) => `${whole(l.qty)} ${l.unit ?? ""}`, "num"],
  ["期望到仓日", (l) => l.expectDate],
  ["可用 / 在途 / 在订", (l) => [l.availableQty, l.inTransitQty, l.onOrderQty].map(whole).join(" / "), "num"],
  ["已转采", (l) => whole(l.turnedQty), "num"],
];

const PRICES: typeof COLUMNS = [
  ["预估单价", (l) => unitPrice(l.estPrice ?? ""), "num"],
  ["预估金额", (l) => formatMoney(l.estAmount), "num"],
];

/** 请购单, A4: what is asked for, for whom and by when; prices for who may see them. */
export function RequisitionSheet(props: PrintProps<"purchase_requisition">) {
  const { document, row } = props;
  const priced = row.estAmount !== undefined;
  return (
    <>
      <h1>
        {document.label} {row.no}
      </h1>
      <SheetFacts of={props} names={FACTS} keep={(name) => plainText(row[name]) !== ""} />
      <SheetTable
        rows={row.items}
        columns={priced ? COLUMNS.concat(PRICES) : COLUMNS}
        sums={[`合计 ${whole(row.totalQty)}${priced ? `　预估 ${formatMoney(row.estAmount, "CNY")}` : ""}`]}
      />
      <Closing row={row} signs={["请购人", "审批", "采购"]} />
    </>
  );
}
