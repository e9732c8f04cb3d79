import type { ReportLine } from "#backend/engine/reports/read";
import { type DecimalSign, timeIn } from "#backend/engine/reports/words";
import { cell, pieces, wrong } from "../cells";
import { type AccountStores, habitsOf } from "../places";
import { numberOf, storeAt, takeFees } from "./fees";

/** Columns without which a file is no report of what is charged for goods that lie there for long (figures.md A.3). */
export const AGED_COLUMNS = [
  "snapshot-date",
  "sku",
  "country",
  "qty-charged",
  "amount-charged",
  "currency",
  "surcharge-age-tier",
];

/** The day of a snapshot as it is written, whatever zone stands behind it. */
function snapshotOf(row: ReportLine, monthFirst: boolean): string {
  const said = cell(row, "snapshot-date");
  const time = timeIn(said.split(/[T\s]/)[0] ?? "", monthFirst);
  if (!time) throw wrong(row, "snapshot-date", said);
  return time.slice(0, 10);
}

function rowOf(row: ReportLine, sign: DecimalSign, stores: AccountStores) {
  const country = cell(row, "country").toUpperCase();
  const sku = cell(row, "sku").slice(0, 60);
  const tier = cell(row, "surcharge-age-tier").slice(0, 60);
  if (!sku) throw wrong(row, "sku", sku);
  if (!tier) throw wrong(row, "surcharge-age-tier", tier);
  const qty = pieces(row, "qty-charged");
  if (qty === null || qty < 0) throw wrong(row, "qty-charged", cell(row, "qty-charged"));
  const day = snapshotOf(row, habitsOf(stores[0].siteCode).monthFirst);
  const { id: store_id, currency } = storeAt(row, country, stores);
  return {
    month: day.slice(0, 7).replace("-", ""),
    snapshot_day: day,
    store_id,
    country,
    age_tier: tier,
    fnsku: cell(row, "fnsku").slice(0, 60) || null,
    asin: cell(row, "asin").slice(0, 20) || null,
    said: sku,
    // What nobody knows is shown as the report names it.
    msku: sku,
    fact_sku: "*" as const,
    qty,
    amount: numberOf(row, "amount-charged", sign),
    currency,
  };
}

/** Takes what the platform charges for goods that lie there for long, by the snapshot of the middle of a month. */
export const takeAgedStorage = takeFees({
  kind: "aged",
  columns: {
    month: "text",
    snapshot_day: "date",
    store_id: "bigint",
    country: "text",
    age_tier: "text",
    fnsku: "text",
    asin: "text",
    said: "text",
    msku: "text",
    fact_sku: "text",
    qty: "int",
    amount: "numeric",
    currency: "text",
  },
  amounts: ["amount-charged"],
  read: rowOf,
  key: ({ snapshot_day: day = "", said, country, age_tier: tier = "" }) => [
    day,
    said?.toLowerCase() ?? "",
    country,
    tier,
  ],
  goods: "lower(said)",
  source: "FBA长期仓储费",
  unknown: (count, { said }) => `${count}个MSKU没有映射（如${said}），请在“待映射”处理`,
});
