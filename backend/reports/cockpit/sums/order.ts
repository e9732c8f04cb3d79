import type { OrderBy } from "../asked/query";
import type { Compared } from "./compare";
import { amount } from "./figures";
import type { MeasureKey } from "./measures";
import type { Sums } from "./sums";

/** Wire name of an order → measure. */
export const ORDERED: Record<OrderBy, MeasureKey> = {
  income: "mainBusinessIncome",
  netProfit: "netProfit",
  grossProfit: "grossProfit",
  units: "units",
};

/** Order of codes: numbers among each other by value. */
const byCode = new Intl.Collator("en", { numeric: true }).compare;

/** Rows by value (as shown, with 2 decimals), equal ones by code; `asc` turns the values round. */
export function sorted<T>(
  rows: T[],
  by: MeasureKey,
  read: (row: T) => { code: string; sums: Sums },
  order: "asc" | "desc" = "desc",
): T[] {
  const way = order === "asc" ? -1 : 1;
  return rows
    .map((row) => ({ row, code: read(row).code, value: amount(read(row).sums[by]) }))
    .sort((a, b) => way * (b.value - a.value) || byCode(a.code, b.code))
    .map(({ row }) => row);
}

export const sortedRows = (rows: Compared[], by: MeasureKey, order?: "asc" | "desc") =>
  sorted(rows, by, (row) => ({ code: row.keys.at(-1) ?? "", sums: row.now }), order);
