import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dayRefused, dec, type PostingDays, postingDaysSql, r2, round, today } from "#backend/platform/values";
import type { Bucket, MoveType } from "#documents/wms/stock-move";
import { finder, lockPools, onHand, type Pool, piecesOf, poolsJson, savePoolsSql, valueIn } from "./pool";
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

/** Changes one bucket of a pool and answers the row that says so. `amount`: CNY, signed like `qty`. */
export function changeBucket(
  pool: Pool,
  bucket: Bucket,
  qty: number,
  amount: string,
  more: { type: MoveType; lineId?: string | null; reversalOf?: string; ageDay?: string | null },
): NewRow {
  pool.qty[bucket] += qty;
  if (bucket === "transit") pool.transitValue = pool.transitValue.plus(amount);
  else pool.value = pool.value.plus(amount);
  return {
    warehouseId: pool.warehouseId,
    skuId: pool.skuId,
    bucket,
    qty,
    amount,
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
export function costOf(pool: Pool, bucket: Bucket, qty: number): string {
  const pieces = piecesOf(pool, bucket);
  const value = valueIn(pool, bucket);
  return qty === pieces ? value.toFixed(2) : round(value.times(qty).div(pieces), 2);
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
  const done = await c.sql.one<PostingDays & { posting: string | null }>(
    `with month as materialized (select until, since from ${postingDaysSql("$1")}),
     posting as (
       insert into stock_posting (tenant_id, biz_document, biz_id, key, create_by)
       select $1::bigint, $3, $4::bigint, $6, $7::bigint from month
       where (until is null or until < $2::text) and (since is null or since <= $2::text)
       on conflict do nothing returning id),
     moves as (
       insert into stock_move (tenant_id, posting_id, line_no, biz_date, warehouse_id, sku_id, bucket,
         qty, amount, unit_cost, balance_qty, balance_on_hand, balance_value, biz_type, biz_document,
         biz_id, biz_no, biz_line_id, reversal_of, age_day, create_by)
       select $1::bigint, p.id, x.n, $2::text::date, x."warehouseId", x."skuId", x.bucket, x.qty,
         x.amount, x."unitCost", x."balanceQty", x."balanceOnHand", x."balanceValue", x.type, $3,
         $4::bigint, $5, x."lineId", x."reversalOf", x."ageDay", $7::bigint
       from posting p, jsonb_to_recordset($8::jsonb) as x(n int, "warehouseId" bigint,
         "skuId" bigint, bucket text, qty int, amount numeric, "unitCost" numeric, "balanceQty" int,
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
      JSON.stringify(rows.map((row, i) => ({ n: i + 1, ...row }))),
      poolsJson(pools),
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
    const gone = leftOf(pool, cost);
    const adjusted = changeBucket(pool, "good", 0, amount, { type: "costAdjust", lineId });
    if (gone.eq(0)) return [adjusted];
    const sold = gone.times(-1).toFixed(2);
    return [adjusted, changeBucket(pool, "good", 0, sold, { type: "costOfSales", lineId })];
  });
  await writePosting(c, source, key, rows, pools.values());
}
