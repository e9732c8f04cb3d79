import { advisoryKey, type Sql } from "#backend/platform/db";
import { archivedMonths, type FACT_TABLES, needMonths } from "#backend/platform/db/month-parts";
import { conflict } from "#backend/platform/http";

type FactTable = (typeof FACT_TABLES)[number];

const archived = (month: string) => conflict(`${month}的经营数据已归档，不能再登记或核对，请管理员先恢复归档`);

/**
 * Sees to it that these facts can be written on the days from..till, see `needMonths`.
 * @throws Refusal 409 when one of their months was moved into a file
 */
export async function needFactMonths(sql: Sql, tables: readonly FactTable[], from: string, till: string) {
  const [month] = await needMonths(sql, tables, from, till);
  if (month) throw archived(month);
}

/** @throws Refusal 409 when the facts of a day, yyyy-MM-dd, were moved into a file: that there are none says nothing */
export async function requireFacts(sql: Sql, table: FactTable, day: string): Promise<void> {
  const [month] = await archivedMonths(sql, [table], day, day);
  if (month) throw archived(month);
}

/** What a row of `fact_trade_month` is about, besides its month. */
export const MONTH_KEY = "store_id, site_code, region_code, group_id, dept_id, division_id, model_code, currency";
/** Measures of the trade facts, in the order of the tables. */
export const MEASURES = [
  "orders",
  "units",
  "refund_units",
  "item_sales",
  "shipping_income",
  "promo_amt",
  "refund_amt",
  "vat_amt",
  "platform_fee",
  "fulfill_fee",
  "storage_fee",
  "ad_spend",
  "other_fee",
  "product_cost",
  "first_leg_cost",
  "promo_fee",
  // Pieces sold of which nobody brought that cost: what is not known is not 0.
  "lacks_product",
  "lacks_first_leg",
  "lacks_platform",
  "lacks_fulfill",
  "lacks_storage",
  "reimburse_amt",
  "stock_loss",
  // Of the fees, what settlements have not said yet.
  "estimated_fee",
  // Pieces that came back to the platform's warehouses, of which its reports are read.
  "return_units",
] as const;

/**
 * Makes `fact_trade_month` of the months that from..till touch anew from the base, in the caller's
 * transaction. Two transactions that refresh the same month wait for each other.
 */
export async function refreshMonths(sql: Sql, from: string, till: string): Promise<void> {
  await lockMonths(sql, from, till);
  const span = "date_trunc('month', $1::date)::date and $2::date";
  await sql.query(`delete from fact_trade_month where month between ${span}`, [from, till]);
  await sql.query(
    `insert into fact_trade_month (month, ${MONTH_KEY}, ${MEASURES.join(", ")})
     select date_trunc('month', biz_date)::date, ${MONTH_KEY}, ${MEASURES.map((m) => `sum(${m})`).join(", ")}
     from fact_trade_daily
     where biz_date between date_trunc('month', $1::date)::date
       and (date_trunc('month', $2::date) + interval '1 month - 1 day')::date
     group by 1, ${MONTH_KEY}`,
    [from, till],
  );
}

/** One writer per month at a time, in the order of the months, until the transaction ends. */
export const lockMonths = (sql: Sql, from: string, till: string) =>
  sql.query(
    `select pg_advisory_xact_lock(${advisoryKey("factMonth", "to_char(m, 'YYYYMM')")})
     from generate_series(date_trunc('month', $1::date), $2::date, interval '1 month') m`,
    [from, till],
  );
