import type { Sql } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { applyEntries, UNKNOWN_SKU } from "./apply";
import { lockMonths, type MEASURES, needFactMonths } from "./months";

/** One amount that an event adds to one column of one row (market.md 8). */
export interface TradeEntry {
  /** Kind and number of the event: platformOrder, csRefund, settlement, package, adsFee … */
  sourceType: string;
  sourceNo: string;
  /** yyyy-MM-dd in the zone of the site. */
  bizDate: string;
  storeId: string;
  sellerSku: string;
  column: (typeof MEASURES)[number];
  /** Decimal text with up to 4 decimals, in the column's currency; negative takes away. */
  amount: string;
}

async function post(sql: Sql, entries: TradeEntry[], statement: string): Promise<number> {
  if (entries.length === 0) return 0;
  const days = entries.map((e) => e.bizDate).sort();
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
  await needFactMonths(sql, ["fact_trade_daily"], first, last);
  await lockMonths(sql, first, last);
  const rows = JSON.stringify(
    entries.map((e) => ({
      source_type: e.sourceType,
      source_no: e.sourceNo,
      biz_date: e.bizDate,
      store_id: e.storeId,
      seller_sku: e.sellerSku,
      column_name: e.column,
      amount: e.amount,
    })),
  );
  const unknown = await sql.one<Record<string, string>>(UNKNOWN_SKU, [rows]);
  if (unknown) throw conflict(`${unknown.store_name ?? "该店铺"}没有平台SKU ${unknown.seller_sku}`);
  return (await sql.one<{ applied: number }>(statement, [rows]))?.applied ?? 0;
}

/**
 * Adds what an event brings to the trade facts, in the caller's transaction: source, day and month
 * together. An entry whose source, day, SKU and column were posted before does nothing, so an event may
 * be replayed; entries of one call with the same key are added up. Writers of a month take turns, in the
 * order of the months, so they cannot lock each other out: post once per transaction.
 * @returns how many amounts were new
 * @throws Refusal 409 when the store has no such platform SKU, or the month was moved into a file
 */
export const postTradeFacts = (sql: Sql, entries: TradeEntry[]): Promise<number> =>
  post(sql, entries, applyEntries("nothing"));

/** Adds differences of a source that restates its amounts; whoever calls knows what was there. */
export const addTradeFacts = (sql: Sql, entries: TradeEntry[]): Promise<number> =>
  post(sql, entries, applyEntries("update set amount = s.amount + excluded.amount"));
