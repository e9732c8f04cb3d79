import type { Bucket, MoveType } from "#documents/wms/stock-words";
import type { RuleContext } from "../documents/rules";
import { conflict } from "../http/refusal";
import { today } from "../values/calendar";
import { dec, round } from "../values/money";
import { requireOpenMonth } from "../values/open-month";
import { onHand, type Pool, piecesOf, valueIn } from "./pool";
import type { Options, Posted, Source } from "./types";

/** A row of stock_move before it is written. */
export interface NewRow extends Posted {
  type: MoveType;
  unitCost: string;
  balanceQty: number;
  balanceOnHand: number;
  balanceValue: string;
  reversalOf: string | null;
}

/** Changes one bucket of a pool and answers the row that says so. `amount`: CNY, signed like `qty`. */
export function changeBucket(
  pool: Pool,
  bucket: Bucket,
  qty: number,
  amount: string,
  more: { type: MoveType; lineId?: string | null; reversalOf?: string },
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
  };
}

/** What `qty` pieces cost at the moving average (ledger rule 2): the last piece takes the whole value. */
export function costOf(pool: Pool, bucket: Bucket, qty: number): string {
  const pieces = piecesOf(pool, bucket);
  const value = valueIn(pool, bucket);
  return qty === pieces ? value.toFixed(2) : round(value.times(qty).div(pieces), 2);
}

/** Opens a posting and writes its rows. @throws Refusal 409 when the same key posted before */
export async function writeRows(
  c: RuleContext,
  source: Source,
  key: string,
  rows: readonly NewRow[],
  { bizDate = today() }: Options,
): Promise<void> {
  await requireOpenMonth(c, bizDate);
  const posting = await c.sql.one<{ id: string }>(
    `insert into stock_posting (tenant_id, biz_document, biz_id, key, create_by)
     values ($1, $2, $3, $4, $5) on conflict do nothing returning id`,
    [c.tenantId, source.document, source.id, key, c.caller.userId],
  );
  if (!posting) throw conflict("操作太频繁，请勿重复请求");
  await c.sql.query(
    `insert into stock_move (tenant_id, posting_id, line_no, biz_date, warehouse_id, sku_id, bucket,
       qty, amount, unit_cost, balance_qty, balance_on_hand, balance_value, biz_type, biz_document,
       biz_id, biz_no, biz_line_id, reversal_of, create_by)
     select $1, $2, x.n, $3, x."warehouseId", x."skuId", x.bucket, x.qty, x.amount, x."unitCost",
       x."balanceQty", x."balanceOnHand", x."balanceValue", x.type, $4, $5, $6, x."lineId",
       x."reversalOf", $7
     from jsonb_to_recordset($8::jsonb) as x(n int, "warehouseId" bigint, "skuId" bigint, bucket text,
       qty int, amount numeric, "unitCost" numeric, "balanceQty" int, "balanceOnHand" int,
       "balanceValue" numeric, type text, "lineId" bigint, "reversalOf" bigint)
     order by x.n`,
    [
      ...[c.tenantId, posting.id, bizDate, source.document, source.id, source.no],
      c.caller.userId,
      JSON.stringify(rows.map((row, i) => ({ n: i + 1, ...row }))),
    ],
  );
}
