import type { ReportLine } from "#backend/engine/reports/read";
import type { DecimalSign } from "#backend/engine/reports/words";
import { cell, wrong } from "../cells";
import type { AccountStores } from "../places";
import { numberOf, storeAt, takeFees } from "./fees";

/** Columns without which a file is no report of storage fees (figures.md A.3). */
export const STORAGE_COLUMNS = [
  "asin",
  "fnsku",
  "fulfillment-center",
  "country-code",
  "month-of-charge",
  "average-quantity-on-hand",
  "estimated-monthly-storage-fee",
  "currency",
];

function monthOf(row: ReportLine): string {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])(-01)?$/.exec(cell(row, "month-of-charge")) ?? [];
  if (!year || !month) throw wrong(row, "month-of-charge", cell(row, "month-of-charge"));
  return year + month;
}

function rowOf(row: ReportLine, sign: DecimalSign, stores: AccountStores) {
  const country = cell(row, "country-code").toUpperCase();
  const fnsku = cell(row, "fnsku").slice(0, 60);
  if (!fnsku) throw wrong(row, "fnsku", fnsku);
  const { id: store_id, currency } = storeAt(row, country, stores);
  return {
    month: monthOf(row),
    store_id,
    country,
    fnsku,
    asin: cell(row, "asin").slice(0, 20) || null,
    said: (cell(row, "msku") || cell(row, "sku")).slice(0, 60) || null,
    msku: null,
    fact_sku: "*" as const,
    fulfillment_center: cell(row, "fulfillment-center").slice(0, 20),
    qty: numberOf(row, "average-quantity-on-hand", sign),
    volume: cell(row, "item-volume") ? numberOf(row, "item-volume", sign) : null,
    amount: numberOf(row, "estimated-monthly-storage-fee", sign),
    currency,
  };
}

/** Takes what the platform expects to charge for a month's storage. */
export const takeStorage = takeFees({
  kind: "storage",
  columns: {
    month: "text",
    store_id: "bigint",
    country: "text",
    fnsku: "text",
    asin: "text",
    said: "text",
    msku: "text",
    fact_sku: "text",
    fulfillment_center: "text",
    qty: "numeric",
    volume: "numeric",
    amount: "numeric",
    currency: "text",
  },
  amounts: ["average-quantity-on-hand", "item-volume", "estimated-monthly-storage-fee"],
  read: rowOf,
  key: ({ month, country, fnsku, fulfillment_center: place = "" }) => [month, country, fnsku, place],
  goods: "fnsku",
  source: "FBA仓储费",
  unknown: (count, { fnsku }) => `${count}个FNSKU不知道是哪个MSKU（如${fnsku}），请在SKU的平台映射里填写FNSKU`,
});
