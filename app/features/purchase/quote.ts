type Row = Record<string, unknown>;

export const text = (v: unknown) => (v === null || v === undefined ? "" : String(v));

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
    found.set(text(s.supplierId), text(s.$supplierId));
  for (const q of quotesOf(row)) found.set(text(q.supplierId), text(q.$supplierId));
  return [...found].map(([id, name]) => ({ id, name }));
}

export const quoteAt = (row: Row, lineId: string, supplierId: string): Quote | undefined =>
  quotesOf(row).find((q) => text(q.lineId) === lineId && text(q.supplierId) === supplierId);
