import type { LineOf, StateOf } from "#documents/kit";
import type { turnRequisition } from "#documents/purchase/turn-requisition";
import type { RuleContext } from "../../../documents/rules";
import { addToLines, idsOf, lockLines, type Pieces } from "./line-counters";

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

type Ids = Iterable<string | null | undefined>;

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
export async function readTurnLines({ sql, tenantId }: RuleContext, ids: Ids) {
  const rows = await sql.query<TurnLine>(`${SELECT} l.id = any($2)`, [tenantId, idsOf(ids)]);
  return new Map(rows.map((r) => [r.id, r]));
}

/** Purchase lines of turn requisitions in their order. */
export const purchaseLinesOf = ({ sql, tenantId }: RuleContext, turnIds: Ids) =>
  sql.query<TurnLine>(
    `${SELECT} t.id = any($2) and l.turn_mode = 'purchase' order by t.id, l.line_no`,
    [tenantId, idsOf(turnIds)],
  );

/** Turn lines by id; their headers and they themselves are locked in ascending order. */
export async function lockTurnLines(c: RuleContext, ids: Ids) {
  const wanted = idsOf(ids);
  await lockLines(c, "turn_requisition", wanted);
  return readTurnLines(c, wanted);
}

type Counter = "inquired_qty" | "ordered_qty" | "direct_qty" | "released_qty" | "transfer_qty";

/** Adds quantities (also negative ones) to a counter of locked turn lines. */
export async function addToTurnLines(c: RuleContext, counter: Counter, deltas: Pieces) {
  await addToLines(c, "turn_requisition", counter, deltas);
}
