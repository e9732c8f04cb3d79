import type { DocumentOf } from "#documents";
import type { PageLine } from "#documents/kit";
import type { PartRow } from "~/screens/parts";
import { plainText } from "~/text";

/** An inquiry as its page is sent it. */
export type QuoteInquiry = PartRow<"inquiry_order">;
/** A supplier's answer for a line. */
export type PurchaseQuote = PageLine<DocumentOf<"inquiry_order">, "quotes">;

/** Suppliers of an inquiry in the order in which they were asked. */
export function suppliersOf({ suppliers = [], quotes = [] }: QuoteInquiry): { id: string; name: string }[] {
  const found = new Map<string, string>();
  for (const s of [...suppliers, ...quotes]) found.set(plainText(s.supplierId), plainText(s.$supplierId));
  return [...found].map(([id, name]) => ({ id, name }));
}

export const quoteAt = ({ quotes = [] }: QuoteInquiry, lineId: string, supplierId: string): PurchaseQuote | undefined =>
  quotes.find((q) => q.lineId === lineId && q.supplierId === supplierId);
