import type Big from "big.js";
import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dayRefused, dec, type PostingDays, postingDaysSql, r2, round, today } from "#backend/platform/values";
import type { Bucket, MoveType } from "#documents/wms/stock-move";
import { finder, firstLegIn, lockPools, onHand, type Pool, piecesOf, poolsJson, savePoolsSql, valueIn } from "./pool";
import type { Options, Place, Posted, Source } from "./types";

/** A row of stock_move before it is written. */
export interface NewRow extends Posted {
  type: MoveType;
  unitCost: string;
  balanceQty: number;
  balanceOnHand: number;
  balanceValue: string;
  reversalOf: string | null;
  ageDay: string | null;
}

/** What pieces are worth, CNY; signed where they move. */
export interface Worth {
  amount: string;
  firstLeg: string;
}

/** Worth of which nothing is first leg. */
export const bought = (amount: string): Worth => ({ amount, firstLeg: "0.00" });

/** What leaves is written with a minus. */
export const gone = ({ amount, firstLeg }: Worth): Worth => ({
  amount: dec(amount).times(-1).toFixed(2),
  firstLeg: dec(firstLeg).times(-1).toFixed(2),
});

/** Changes one bucket of a pool and answers the row that says so. Amounts in CNY, signed like `qty`. */
export function changeBucket(
  pool: Pool,
  bucket: Bucket,
  qty: number,
  { amount, firstLeg }: Worth,
  more: { type: MoveType; lineId?: string | null; reversalOf?: string; ageDay?: string | null },
): NewRow {
  pool.qty[bucket] += qty;
  if (bucket === "transit") {
    pool.transitValue = pool.transitValue.plus(amount);
    pool.transitFirstLeg = pool.transitFirstLeg.plus(firstLeg);
  } else {
    pool.value = pool.value.plus(amount);
    pool.firstLeg = pool.firstLeg.plus(firstLeg);
  }
  return {
    warehouseId: pool.warehouseId,
    skuId: pool.skuId,
    bucket,
    qty,
    amount,
    firstLeg,
    type: more.type,
    lineId: more.lineId ?? null,
    unitCost: qty ? round(dec(amount).div(qty).abs(), 6) : "0.000000",
    balanceQty: pool.qty[bucket],
    balanceOnHand: onHand(pool),
    balanceValue: valueIn(pool, bucket).toFixed(2),
    reversalOf: more.reversalOf ?? null,
    ageDay: more.ageDay ?? null,
  };
}

/** What `qty` pieces cost at the moving average (ledger rule 2): the last piece takes the whole value. */
export function costOf(pool: Pool, bucket: Bucket, qty: number): Worth {
  const pieces = piecesOf(pool, bucket);
  const part = (value: Big) => (qty === pieces ? value.toFixed(2) : round(value.times(qty).div(pieces), 2));
  return { amount: part(valueIn(pool, bucket)), firstLeg: part(firstLegIn(pool, bucket)) };
}

/** First leg is a part of the value: what reversals and late bills leave beyond that is bought goods. */
function trim(pool: Pool): NewRow[] {
  return (["good", "transit"] as const).flatMap((bucket) => {
    const [leg, value] = [firstLegIn(pool, bucket), valueIn(pool, bucket)];
    const fits = leg.lt(0) ? dec(0) : leg.gt(value) ? value : leg;
    if (fits.eq(leg)) return [];
    const rest = { amount: "0.00", firstLeg: fits.minus(leg).toFixed(2) };
    return [changeBucket(pool, bucket, 0, rest, { type: "costAdjust" })];
  });
}

/**
 * Opens a posting, writes its rows and what it made of its pools: one statement, since others wait for
 * the pools meanwhile.
 * @throws Refusal 409 {yyyy-MM}已关账; 业务日期早于启用日{day}; 409 when the same key posted before
 */
export async function writePosting(
  c: RuleContext,
  source: Source,
  key: string,
  rows: readonly NewRow[],
  pools: Iterable<Pool>,
  { bizDate = today() }: Options = {},
): Promise<void> {
  const locked = [...pools];
  const all = [...rows, ...locked.flatMap(trim)];
  const done = await c.sql.one<PostingDays & { posting: string | null }>(
    `with month as materialized (select until, since from ${postingDaysSql("$1")}),
     posting as (
       insert into stock_posting (tenant_id, biz_document, biz_id, key, create_by)
       select $1::bigint, $3, $4::bigint, $6, $7::bigint from month
       where (until is null or until < $2::text) and (since is null or since <= $2::text)
       on conflict do nothing returning id),
     moves as (
       insert into stock_move (tenant_id, posting_id, line_no, biz_date, warehouse_id, sku_id, bucket,
         qty, amount, first_leg, unit_cost, balance_qty, balance_on_hand, balance_value, biz_type, biz_document,
         biz_id, biz_no, biz_line_id, reversal_of, age_day, create_by)
       select $1::bigint, p.id, x.n, $2::text::date, x."warehouseId", x."skuId", x.bucket, x.qty,
         x.amount, x."firstLeg", x."unitCost", x."balanceQty", x."balanceOnHand", x."balanceValue", x.type, $3,
         $4::bigint, $5, x."lineId", x."reversalOf", x."ageDay", $7::bigint
       from posting p, jsonb_to_recordset($8::jsonb) as x(n int, "warehouseId" bigint,
         "skuId" bigint, bucket text, qty int, amount numeric, "firstLeg" numeric, "unitCost" numeric, "balanceQty" int,
         "balanceOnHand" int, "balanceValue" numeric, type text, "lineId" bigint,
         "reversalOf" bigint, "ageDay" date)
       order by x.n),
     pools as (${savePoolsSql("$9", "$7", "posting")})
     select until, since, (select id from posting) as posting from month`,
    [
      c.tenantId,
      bizDate,
      source.document,
      source.id,
      source.no,
      key,
      c.caller.userId,
      JSON.stringify(all.map((row, i) => ({ n: i + 1, ...row }))),
      poolsJson(locked),
    ],
  );
  const closed = done && dayRefused(done, bizDate);
  if (closed) throw conflict(closed);
  if (!done?.posting) throw conflict("操作太频繁，请勿重复请求");
}

/** A cost of pieces that came in before it was known, CNY, signed. */
export interface LateCost extends Place {
  lineId: string;
  amount: string;
  /** Pieces that it is about. */
  pieces: number;
  /** It is what their first leg cost. */
  firstLeg?: boolean;
}

/**
 * The part of a late cost that has left with its pieces: those that the pool does not hold any more. A
 * pool is never worth less than nothing.
 */
export function leftOf(pool: Pool, { amount, pieces }: Pick<LateCost, "amount" | "pieces">) {
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
    const left = leftOf(pool, cost).toFixed(2);
    const worth = (part: string): Worth => ({ amount: part, firstLeg: cost.firstLeg ? part : "0.00" });
    const adjusted = changeBucket(pool, "good", 0, worth(amount), { type: "costAdjust", lineId });
    if (dec(left).eq(0)) return [adjusted];
    return [adjusted, changeBucket(pool, "good", 0, gone(worth(left)), { type: "costOfSales", lineId })];
  });
  await writePosting(c, source, key, rows, pools.values());
}
