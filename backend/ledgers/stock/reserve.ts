import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import { finder, lockPools, Needs, type Pool, savePools } from "./pool";
import type { Move, Options, Out, Place, Source } from "./types";

/** Pieces to hold for a line of a document. */
export interface Hold extends Place {
  bucket: "good" | "bad";
  qty: number;
  lineId: string;
}

/** What one document is to hold. */
export interface Reserving {
  source: Source;
  holds: readonly Hold[];
}

/**
 * Holds pieces for documents that are to take them out (supply.md 4, stock_reservation), for one after
 * the other. Holds of 0 pieces are left out.
 * @throws Refusal 409 SKU {code} 在{warehouse}的{bucket}可用不足，需{need}，可用{avail}
 */
export async function reserveAll(
  c: RuleContext,
  asked: readonly Reserving[],
  options: Pick<Options, "shortage"> = {},
): Promise<void> {
  const wanted = asked.map(({ source, holds }) => ({ source, holds: holds.filter((h) => h.qty > 0) }));
  const all = wanted.flatMap(({ holds }) => holds);
  if (!all.length) return;
  const pools = await lockPools(c, all);
  const poolOf = finder(pools);
  const rows: object[] = [];
  for (const { source, holds } of wanted) {
    const needs = new Needs();
    for (const h of holds) needs.add(poolOf(h), h.bucket, h.qty);
    needs.require(options.shortage);
    for (const h of holds) poolOf(h).held[h.bucket] += h.qty;
    rows.push(...holds.map((h) => ({ ...h, document: source.document, bizId: source.id, no: source.no })));
  }
  await c.sql.query(
    `insert into stock_reservation (tenant_id, warehouse_id, sku_id, bucket, qty, biz_document,
       biz_id, biz_no, biz_line_id, create_by)
     select $1, x."warehouseId", x."skuId", x.bucket, x.qty, x.document, x."bizId", x.no, x."lineId", $2
     from jsonb_to_recordset($3::jsonb) as x("warehouseId" bigint, "skuId" bigint, bucket text, qty int,
       "lineId" bigint, document text, "bizId" bigint, no text)`,
    [c.tenantId, c.caller.userId, JSON.stringify(rows)],
  );
  await savePools(c, pools.values());
}

/** The same for one document. */
export const reserve = (
  c: RuleContext,
  source: Source,
  holds: readonly Hold[],
  options: Pick<Options, "shortage"> = {},
): Promise<void> => reserveAll(c, [{ source, holds }], options);

interface Active extends Omit<Hold, "qty"> {
  id: string;
  rest: number;
}

/** What a document still holds, locked: before the pools of its moves. */
export const lockHeld = ({ sql, tenantId }: RuleContext, { document, id }: Source) =>
  sql.query<Active>(
    `select id, warehouse_id as "warehouseId", sku_id as "skuId", bucket, biz_line_id as "lineId",
       qty - consumed_qty - released_qty as rest
     from stock_reservation
     where tenant_id = $1 and biz_document = $2 and biz_id = $3 and status = 'active'
     order by id ${keep(sql, "stock_reservation")}`,
    [tenantId, document, id],
  );

/** Gives back whatever a document still holds. */
export async function release(c: RuleContext, source: Source): Promise<void> {
  const active = await lockHeld(c, source);
  await give(c, active);
}

/**
 * Gives back some of what a document holds for its lines.
 * @throws Refusal 409 when it does not hold as much
 */
export async function releaseSome(
  c: RuleContext,
  source: Source,
  parts: readonly Pick<Hold, "lineId" | "bucket" | "qty">[],
): Promise<void> {
  const real = parts.filter((p) => p.qty > 0);
  if (!real.length) return;
  const active = await lockHeld(c, source);
  const back = real.map(({ lineId, bucket, qty }) => {
    const held = active.find((a) => a.lineId === lineId && a.bucket === bucket);
    if (!held || held.rest < qty) throw conflict("库存锁定不足，请刷新后重试");
    return { ...held, rest: qty };
  });
  await give(c, back);
}

/** `rest` of each goes back to its pool; what nothing is left of has ended. */
async function give(c: RuleContext, back: readonly Active[]): Promise<void> {
  if (!back.length) return;
  const pools = await lockPools(c, back);
  const poolOf = finder(pools);
  for (const a of back) poolOf(a).held[a.bucket] -= a.rest;
  await c.sql.query(
    `update stock_reservation r set released_qty = r.released_qty + x.rest,
       status = case when r.consumed_qty + r.released_qty + x.rest = r.qty then 'released'
         else r.status end,
       version = r.version + 1, update_by = $2, update_time = now()
     from jsonb_to_recordset($1::jsonb) as x(id bigint, rest int) where r.id = x.id`,
    [JSON.stringify(back.map(({ id, rest }) => ({ id, rest }))), c.caller.userId],
  );
  await savePools(c, pools.values());
}

/**
 * Uses up what a document holds (`active`, locked) for moves that go out; their pools are locked and
 * written later.
 * @throws Refusal 409 when it does not hold as much
 */
export async function consumeHeld(
  c: RuleContext,
  active: readonly Active[],
  outs: readonly Out[],
  poolOf: (place: Move) => Pool,
): Promise<void> {
  if (!outs.length) return;
  const used = outs.map((move) => {
    const held = active.find((a) => a.lineId === move.lineId && a.bucket === move.bucket);
    if (!held || held.rest < move.qty) throw conflict("库存锁定不足，请刷新后重试");
    held.rest -= move.qty;
    poolOf(move).held[held.bucket] -= move.qty;
    return { id: held.id, n: move.qty };
  });
  await c.sql.query(
    `update stock_reservation r set consumed_qty = r.consumed_qty + x.n,
       status = case when r.consumed_qty + x.n + r.released_qty = r.qty then 'consumed' else r.status end,
       version = r.version + 1, update_by = $2, update_time = now()
     from jsonb_to_recordset($1::jsonb) as x(id bigint, n int) where r.id = x.id`,
    [JSON.stringify(used), c.caller.userId],
  );
}
