import { plainText } from "~/text/plain";

type Row = Record<string, unknown>;

/** A line of an inquiry. */
export interface Item extends Row {
  id: string;
}
/** A supplier's answer for a line. */
export interface Quote extends Row {
  id: string;
}

export const itemsOf = (row: Row) => (row.items as Item[] | undefined) ?? [];
export const quotesOf = (row: Row) => (row.quotes as Quote[] | undefined) ?? [];

/** Suppliers of an inquiry in the order in which they were asked. */
export function suppliersOf(row: Row): { id: string; name: string }[] {
  const found = new Map<string, string>();
  for (const s of (row.suppliers as Row[] | undefined) ?? [])
    found.set(plainText(s.supplierId), plainText(s.$supplierId));
  for (const q of quotesOf(row)) found.set(plainText(q.supplierId), plainText(q.$supplierId));
  return [...found].map(([id, name]) => ({ id, name }));
}

export const quoteAt = (row: Row, lineId: string, supplierId: string): Quote | undefined =>
  quotesOf(row).find(
    (q) => plainText(q.lineId) === lineId && plainText(q.supplierId) === supplierId,
  );
