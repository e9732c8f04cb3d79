import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, Tabbed } from "~/screens/parts";
import { formatDateTime } from "~/text/date";

interface Place {
  warehouse: string;
  onHand: number;
  available: number;
  transit: number;
}

const numberOrDash = (value: unknown) => (typeof value === "number" ? String(value) : "—");

/** What lies at the other side by its own word, beside what lies there by ours. */
export function mappingStockTab({ row }: DetailProps): Tabbed[] {
  const places = (row.places as Place[] | undefined) ?? [];
  if (!places.length) return [];
  const when = row.lastPullTime ? `（${formatDateTime(String(row.lastPullTime))}拉取）` : "";
  const content = (
    <>
      <p className="hint">
        对方库存 {numberOrDash(row.externalQty)}
        {when}，换算数量 {String(row.ratio)}，我方在库 {numberOrDash(row.ownQty)}，差异{" "}
        {numberOrDash(row.qtyDiff)}
      </p>
      <PartTable
        title="我方库存"
        head={["仓库", "在库", "可用", "在途"]}
        rows={places}
        cells={(p) => [p.warehouse, p.onHand, p.available, p.transit]}
      />
    </>
  );
  return [{ key: "stock", label: "库存核对", content }];
}
