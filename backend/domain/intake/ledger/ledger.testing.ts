/** A movement of a ledger: day, goods, event, reference, pieces, and in which state and why where that matters. */
export type Movement = [
  day: string,
  msku: string,
  event: string,
  reference: string,
  qty: number,
  disposition?: string,
  reason?: string,
  country?: string,
];

const HEAD = ["Date", "FNSKU", "ASIN", "MSKU", "Title", "Event Type", "Reference ID", "Quantity"].concat([
  "Fulfillment Center",
  "Disposition",
  "Reason",
  "Country",
]);

/** The ledger as the platform's flat file. */
export const ledgerText = (rows: readonly Movement[], head: readonly string[] = HEAD): string =>
  [
    head,
    ...rows.map(([day, msku, event, reference, qty, disposition = "SELLABLE", reason = "", country = "US"]) => {
      const [y, m, d] = day.split("-");
      const goods = [`${m}/${d}/${y}`, `X-${msku}`, "B0AAAAAAA1", msku, "A", event, reference, qty];
      return [...goods, "ONT8", disposition, reason, country];
    }),
  ]
    .map((row) => row.map((one) => `"${one}"`).join("\t"))
    .join("\n");
