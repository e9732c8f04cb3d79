import type { RuleContext } from "../documents/rules";
import { dec, r2 } from "../values/money";
import { finder, lockPools, onHand, type Pool } from "./pool";
import { changeBucket, type NewRow, writePosting } from "./rows";
import type { Place, Source } from "./types";

/** A cost of pieces that came in before it was known, CNY, signed. */
export interface LateCost extends Place {
  lineId: string;
  amount: string;
  /** Pieces that it is about. */
  pieces: number;
}

/**
 * The part of a late cost that has left with its pieces: those that the pool does not hold any more. A
 * pool is never worth less than nothing.
 */
function leftOf(pool: Pool, { amount, pieces }: LateCost) {
  const here = Math.min(onHand(pool), pieces);
  const gone = dec(amount).minus(r2(dec(amount).times(here).div(pieces)));
  const most = pool.value.plus(amount);
  return most.minus(gone).lt(0) ? most : gone;
}

/**
 * Enters late costs (supply.md F.4): all of each as 成本差异, and what of it has left already goes on to
 * the cost of sales, so that the rest lies on what is in stock. Lock the document and its orders first.
 */
export async function postLateCosts(
  c: RuleContext,
  source: Source,
  key: string,
  costs: readonly LateCost[],
): Promise<void> {
  const real = costs.filter((cost) => !dec(cost.amount).eq(0) && cost.pieces > 0);
  if (!real.length) return;
  const pools = await lockPools(c, real);
  const poolOf = finder(pools);
  const rows = real.flatMap((cost): NewRow[] => {
    const pool = poolOf(cost);
    const { amount, lineId } = cost;
    const gone = leftOf(pool, cost);
    const adjusted = changeBucket(pool, "good", 0, amount, { type: "costAdjust", lineId });
    if (gone.eq(0)) return [adjusted];
    const sold = gone.times(-1).toFixed(2);
    return [adjusted, changeBucket(pool, "good", 0, sold, { type: "costOfSales", lineId })];
  });
  await writePosting(c, source, key, rows, pools.values());
}
