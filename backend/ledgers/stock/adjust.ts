import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dec, r2 } from "#backend/platform/values";
import { finder, lockPools, Needs, onHand, type Pool } from "./pool";
import { bought, changeBucket, leftOf, type NewRow, writePosting } from "./rows";
import type { Place, Source } from "./types";

/** Pieces and value of an entry that was wrong, as they were and as they are to be. CNY. */
export interface Adjusted extends Place {
  lineId: string;
  was: { good: number; bad: number; value: string };
  now: { good: number; bad: number; value: string };
}

/** Which pieces more or less there are, and what these few cost by what all of them did. */
function piecesRows(pool: Pool, { was, now, lineId }: Adjusted, value: string): NewRow[] {
  const parts = { good: now.good - was.good, bad: now.bad - was.bad };
  const unit = dec(was.value).div(was.good + was.bad || 1);
  const good = parts.bad ? r2(unit.times(parts.good)) : value;
  const amounts = { good, bad: dec(value).minus(good).toFixed(2) };
  return (["good", "bad"] as const)
    .filter((bucket) => parts[bucket] !== 0)
    .map((bucket) =>
      changeBucket(pool, bucket, parts[bucket], bought(amounts[bucket]), { type: "openingAdjust", lineId }),
    );
}

/** The rows of one correction on its pool: pieces, then what is left of the value, then what has left with sales. */
function adjustRows(pool: Pool, adjusted: Adjusted): NewRow[] {
  const { was, now, lineId } = adjusted;
  const more = now.good + now.bad - was.good - was.bad;
  const whole = dec(now.value).minus(was.value);
  // All pieces of it go: with all of its value.
  const unit = dec(was.value).div(was.good + was.bad || 1);
  const moved = now.good + now.bad === 0 ? whole.toFixed(2) : r2(unit.times(more));
  const rows = piecesRows(pool, adjusted, moved);
  const rest = whole.minus(moved).toFixed(2);
  const late = { ...adjusted, amount: rest, pieces: now.good + now.bad };
  if (dec(rest).eq(0)) return rows;
  const gone = leftOf(pool, late);
  rows.push(changeBucket(pool, "good", 0, bought(rest), { type: "openingAdjust", lineId }));
  if (!gone.eq(0))
    rows.push(changeBucket(pool, "good", 0, bought(gone.times(-1).toFixed(2)), { type: "costOfSales", lineId }));
  return rows;
}

/** What an empty pool was still worth has left with its pieces. */
function closeEmpty(pool: Pool, lineId: string): NewRow[] {
  if (onHand(pool) > 0 || pool.value.eq(0)) return [];
  return [changeBucket(pool, "good", 0, bought(pool.value.times(-1).toFixed(2)), { type: "costOfSales", lineId })];
}

/** @throws Refusal 409 naming the first SKU of which too little is free, or too little value is left */
async function planned(c: RuleContext, list: readonly Adjusted[]) {
  const pools = await lockPools(c, list);
  const poolOf = finder(pools);
  const needs = new Needs();
  for (const one of list)
    for (const bucket of ["good", "bad"] as const) needs.add(poolOf(one), bucket, one.was[bucket] - one.now[bucket]);
  needs.require();
  const rows = list.flatMap((one) => adjustRows(poolOf(one), one));
  for (const one of list) rows.push(...closeEmpty(poolOf(one), one.lineId));
  for (const { value, sku, warehouse } of pools.values())
    if (value.lt(0)) throw conflict(`SKU ${sku} 在${warehouse}更正后的库存金额为${value.toFixed(2)}，请同时更正金额`);
  return { rows, pools };
}

/** What would speak against corrections now. Nothing is written. @throws Refusal 409 */
export const checkAdjusted = async (c: RuleContext, list: readonly Adjusted[]): Promise<void> =>
  void (await planned(c, list));

/**
 * Corrects pieces and value of entries: pieces at what all of them cost, and the rest of the difference as
 * a cost that was known late, so that what has been sold takes its part. Lock the documents first.
 * @throws Refusal 409 as {@link checkAdjusted}; {yyyy-MM}已关账
 */
export async function postAdjusted(
  c: RuleContext,
  source: Source,
  key: string,
  list: readonly Adjusted[],
): Promise<void> {
  if (!list.length) return;
  const { rows, pools } = await planned(c, list);
  await writePosting(c, source, key, rows, pools.values());
}
