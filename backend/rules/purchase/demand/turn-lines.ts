import type { RuleContext } from "../../../documents/rules";
import { addToLines, idsOf, lockLines } from "./line-counters";

/** A line of a turn requisition with what its header says of it. Quantities in pieces. */
export interface TurnLine {
  id: string;
  turnId: string;
  turnNo: string;
  status: string;
  warehouseId: string;
  buyerId: string;
  reqLineId: string;
  skuId: string;
  skuCode: string;
  turnMode: "purchase" | "transfer";
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
export async function readTurnLines({ sql, tenantId }: RuleContext, ids: Iterable<unknown>) {
  const rows = await sql.query<TurnLine>(`${SELECT} l.id = any($2)`, [tenantId, idsOf(ids)]);
  return new Map(rows.map((r) => [r.id, r]));
}

/** Purchase lines of turn requisitions in their order. */
export const purchaseLinesOf = ({ sql, tenantId }: RuleContext, turnIds: string[]) =>
  sql.query<TurnLine>(
    `${SELECT} t.id = any($2) and l.turn_mode = 'purchase' order by t.id, l.line_no`,
    [tenantId, idsOf(turnIds)],
  );

/** Turn lines by id; their headers and they themselves are locked in ascending order. */
export async function lockTurnLines(c: RuleContext, ids: Iterable<unknown>) {
  const wanted = idsOf(ids);
  await lockLines(c, "turn_requisition", wanted);
  return readTurnLines(c, wanted);
}

/**
 * Works out progress, totals and state of a turn requisition after another document changed its lines
 * (supply.md 3 "derived"): nothing, some or all of qty − releasedQty is ordered or on transfers.
 */
export async function refreshTurn(c: RuleContext, id: string): Promise<void> {
  await c.sql.query(
    `with s as (
       select coalesce(sum(ordered_qty), 0)::int as ordered,
         coalesce(sum(ordered_qty + transfer_qty), 0) as done,
         bool_and(ordered_qty + transfer_qty >= qty - released_qty) as whole
       from turn_requisition_line where turn_requisition_id = $1 and del_flag = 0)
     update turn_requisition t set ordered_qty = s.ordered,
       progress = case when s.done = 0 then 'none' when s.whole then 'all' else 'part' end,
       status = case when t.status not in ('approved', 'processing', 'done') then t.status
         when s.whole then 'done' when s.done = 0 then 'approved' else 'processing' end,
       version = version + 1
     from s where t.id = $1`,
    [id],
  );
}

type Counter = "inquired_qty" | "ordered_qty" | "direct_qty" | "released_qty" | "transfer_qty";

/** Adds quantities (also negative ones) to a counter of locked turn lines. */
export async function addToTurnLines(
  c: RuleContext,
  counter: Counter,
  deltas: ReadonlyMap<string, number>,
): Promise<void> {
  await addToLines(c, "turn_requisition", counter, deltas);
}
