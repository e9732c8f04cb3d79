import { moveTo, type RuleContext } from "#backend/engine/documents";
import { keep, lockIds } from "#backend/platform/db";
import type { LineOf, StateOf } from "#documents/kit";
import { turnRequisition } from "#documents/purchase/turn-requisition";

type State = StateOf<typeof turnRequisition>;

/** May something of a turn requisition in this state still be inquired or ordered? */
export const isOpenTurn = (status: State) => status === "approved" || status === "processing";

/** Is it approved and not closed? Its state then follows from its lines. */
export const isInForce = (status: State) => isOpenTurn(status) || status === "done";

interface Progress {
  status: State;
  /** Pieces that are ordered or on transfers. */
  done: number;
  /** Is that all that was not given back? */
  whole: boolean | null;
}

/**
 * Works out progress, totals and state of a turn requisition after another document changed its lines
 * (supply.md 3 "derived"): nothing, some or all of qty − releasedQty is ordered or on transfers.
 */
export async function refreshTurn(c: RuleContext, id: string): Promise<void> {
  const row = await c.sql.one<Progress>(
    `with s as (
       select coalesce(sum(ordered_qty), 0)::int as ordered,
         coalesce(sum(ordered_qty + transfer_qty), 0)::int as done,
         bool_and(ordered_qty + transfer_qty >= qty - released_qty) as whole
       from turn_requisition_line where turn_requisition_id = $1 and del_flag = 0)
     update turn_requisition t set ordered_qty = s.ordered,
       progress = case when s.done = 0 then 'none' when s.whole then 'all' else 'part' end,
       version = version + 1
     from s where t.id = $1 returning t.status, s.done, s.whole`,
    [id],
  );
  if (!row || !isInForce(row.status)) return;
  const state = row.whole ? "done" : row.done ? "processing" : "approved";
  await moveTo(c, turnRequisition, id, state);
}

/** Heads whose lines carry quantities that other documents hold; the lines stand in `{head}_line`. */
type TurnLineHead = "purchase_requisition" | "turn_requisition";
/** Pieces by id. */
export type TurnLinePieces = ReadonlyMap<string, number>;

/** Ids that a row can have, each once. */
export const idsOf = (ids: Iterable<string | null | undefined>): string[] =>
  [...new Set(ids)].flatMap((id) => (id && /^\d{1,18}$/.test(id) ? [id] : []));

/** Locks lines and their headers in ascending order, headers first. */
export async function lockLines({ sql }: RuleContext, head: TurnLineHead, ids: string[]): Promise<void> {
  if (!sql.held || !ids.length) return;
  await sql.query(
    `select id from ${head} where id in (
       select ${head}_id from ${head}_line where id = any($1::bigint[]))
     order by id ${keep(sql, head)}`,
    [ids],
  );
  await lockIds(sql, `${head}_line` as const, ids);
}

/** Adds quantities (also negative ones) to a counter of locked lines; answers ids of their headers. */
export async function addToLines(
  { sql }: RuleContext,
  head: TurnLineHead,
  counter: string,
  deltas: TurnLinePieces,
): Promise<string[]> {
  const rows = [...deltas].filter(([, n]) => n !== 0).map(([id, n]) => ({ id, n }));
  if (!rows.length) return [];
  const changed = await sql.query<{ id: string }>(
    `with changed as (
       update ${head}_line l set ${counter} = l.${counter} + x.n
       from jsonb_to_recordset($1::jsonb) as x(id bigint, n int) where l.id = x.id
       returning l.${head}_id as id)
     select distinct id from changed order by id`,
    [JSON.stringify(rows)],
  );
  return changed.map((r) => r.id);
}

/** The same quantities given back. */
export const negated = (pieces: TurnLinePieces): TurnLinePieces => new Map([...pieces].map(([id, n]) => [id, -n]));

/** A line of a turn requisition with what its header says of it. Quantities in pieces. */
export interface TurnLine {
  id: string;
  turnId: string;
  turnNo: string;
  status: StateOf<typeof turnRequisition>;
  warehouseId: string;
  buyerId: string;
  reqLineId: string;
  skuId: string;
  skuCode: string;
  turnMode: LineOf<typeof turnRequisition, "items">["turnMode"];
  qty: number;
  inquiredQty: number;
  orderedQty: number;
  /** Ordered without an inquiry. */
  directQty: number;
  transferQty: number;
  releasedQty: number;
  /** Neither inquired, ordered directly nor given back (supply.md 3). */
  freeQty: number;
  supplierId: string | null;
  expectDate: string | null;
}

type TurnLineIds = Iterable<string | null | undefined>;

const SELECT = `select l.id, t.id as "turnId", t.no as "turnNo", t.status,
    t.warehouse_id as "warehouseId", t.buyer_id as "buyerId", l.req_line_id as "reqLineId",
    l.sku_id as "skuId", k.sku_code as "skuCode", l.turn_mode as "turnMode", l.qty,
    l.inquired_qty as "inquiredQty", l.ordered_qty as "orderedQty", l.direct_qty as "directQty",
    l.transfer_qty as "transferQty", l.released_qty as "releasedQty",
    greatest(l.qty - l.released_qty - l.inquired_qty - l.direct_qty, 0) as "freeQty",
    l.supplier_id as "supplierId",
    (select q.expect_date from purchase_requisition_line q where q.id = l.req_line_id) as "expectDate"
  from turn_requisition_line l
    join turn_requisition t on t.id = l.turn_requisition_id and t.del_flag = 0
    join sku k on k.id = l.sku_id
  where l.del_flag = 0 and t.tenant_id = $1 and `;

/** Turn lines by id. */
export async function readTurnLines({ sql, tenantId }: RuleContext, ids: TurnLineIds) {
  const rows = await sql.query<TurnLine>(`${SELECT} l.id = any($2)`, [tenantId, idsOf(ids)]);
  return new Map(rows.map((r) => [r.id, r]));
}

/** Purchase lines of turn requisitions in their order. */
export const purchaseLinesOf = ({ sql, tenantId }: RuleContext, turnIds: TurnLineIds) =>
  sql.query<TurnLine>(`${SELECT} t.id = any($2) and l.turn_mode = 'purchase' order by t.id, l.line_no`, [
    tenantId,
    idsOf(turnIds),
  ]);

/** Turn lines by id; their headers and they themselves are locked in ascending order. */
export async function lockTurnLines(c: RuleContext, ids: TurnLineIds) {
  const wanted = idsOf(ids);
  await lockLines(c, "turn_requisition", wanted);
  return readTurnLines(c, wanted);
}

type TurnLineCounter = "inquired_qty" | "ordered_qty" | "direct_qty" | "released_qty" | "transfer_qty";

/** Adds quantities (also negative ones) to a counter of locked turn lines. */
export async function addToTurnLines(c: RuleContext, counter: TurnLineCounter, deltas: TurnLinePieces) {
  await addToLines(c, "turn_requisition", counter, deltas);
}
