import dayjs from "dayjs";
import type { Sql } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { closedUntil } from "#backend/platform/values";
import { applyEntries, UNKNOWN_SKU } from "./apply";
import { lockMonths, type MEASURES, needFactMonths } from "./months";

/** One amount that an event adds to one column of one row (market.md 8). */
export interface TradeEntry {
  /** Kind and number of the event: platformOrder, csRefund, settlement, package, adsFee … */
  sourceType: string;
  sourceNo: string;
  /** yyyy-MM-dd in the zone of the site: the day that it is about. Where that is closed it lands later. */
  bizDate: string;
  /** The day on which whoever says it booked it; it lands there where `bizDate` is closed. */
  postedDate?: string;
  storeId: string;
  sellerSku: string;
  column: (typeof MEASURES)[number];
  /** Decimal text with up to 4 decimals, in the column's currency; negative takes away. */
  amount: string;
}

/** Days of an entry: `biz_date`, on which it counts, and `ref_date`, which it is about. */
interface LandedDays {
  biz_date: string;
  ref_date: string;
}

/**
 * Where amounts of these stores land (figures.md C.3): on their own day; where its month is closed, on the day
 * that they were posted; else on the first day that is open. No month is closed before the transaction ends.
 */
async function landing(sql: Sql, storeIds: readonly string[]): Promise<(entry: TradeEntry) => LandedDays> {
  const stores = await sql.query<{ id: string; tenantId: string }>(
    `select s.id, s.tenant_id as "tenantId" from unnest($1::bigint[]) x(id) join store s on s.id = x.id`,
    [[...new Set(storeIds)]],
  );
  const until = new Map<string, string>();
  for (const tenantId of new Set(stores.map((s) => s.tenantId))) {
    const closed = await closedUntil({ sql, tenantId });
    for (const { id, tenantId: of } of stores) if (of === tenantId && closed) until.set(id, closed);
  }
  return ({ storeId, bizDate, postedDate }) => {
    const closed = until.get(storeId);
    if (!closed || bizDate > closed) return { biz_date: bizDate, ref_date: bizDate };
    const posted = postedDate && postedDate > closed ? postedDate : undefined;
    return { biz_date: posted ?? dayjs(closed).add(1, "day").format("YYYY-MM-DD"), ref_date: bizDate };
  };
}

/** Entries that are added at a time: of a settlement's hundred thousand nobody waits for the text of all. */
const AT_ONCE = 2000;

async function post(sql: Sql, entries: readonly TradeEntry[], statement: string, atOnce: number): Promise<number> {
  if (entries.length === 0) return 0;
  const land = await landing(
    sql,
    entries.map((e) => e.storeId),
  );
  const landed = entries.map(land);
  const days = [...new Set(landed.flatMap((e) => [e.biz_date, e.ref_date]))].sort();
  const counted = [...new Set(landed.map((e) => e.biz_date))].sort();
  await needFactMonths(sql, ["fact_trade_daily"], counted[0] ?? "", counted.at(-1) ?? "");
  await lockMonths(sql, days[0] ?? "", days.at(-1) ?? "");
  let applied = 0;
  for (let from = 0; from < entries.length; from += atOnce) {
    const rows = JSON.stringify(
      entries
        .slice(from, from + atOnce)
        .map((e, i) => ({
          ...landed[from + i],
          source_type: e.sourceType,
          source_no: e.sourceNo,
          store_id: e.storeId,
          seller_sku: e.sellerSku,
          column_name: e.column,
          amount: e.amount,
        })),
    );
    const unknown = await sql.one<Record<string, string>>(UNKNOWN_SKU, [rows]);
    if (unknown) throw conflict(`${unknown.store_name ?? "该店铺"}没有平台SKU ${unknown.seller_sku}`);
    applied += (await sql.one<{ applied: number }>(statement, [rows]))?.applied ?? 0;
  }
  return applied;
}

/**
 * Adds what an event brings to the trade facts, in the caller's transaction: source, day and month
 * together. An entry whose source, day, SKU and column were posted before does nothing, so an event may
 * be replayed; entries of one call with the same key are added up, so they go together. Writers of a month take turns, in the
 * order of the months, so they cannot lock each other out: post once per transaction.
 * @returns how many amounts were new
 * @throws Refusal 409 when the store has no such platform SKU, or the month was moved into a file
 */
export const postTradeFacts = (sql: Sql, entries: readonly TradeEntry[]): Promise<number> =>
  post(sql, entries, applyEntries("nothing"), Number.POSITIVE_INFINITY);

/** Adds differences of a source that restates its amounts; whoever calls knows what was there. */
export const addTradeFacts = (sql: Sql, entries: readonly TradeEntry[]): Promise<number> =>
  post(sql, entries, applyEntries("update set amount = s.amount + excluded.amount"), AT_ONCE);
