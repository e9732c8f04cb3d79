import { moveTo, type RuleContext, visible } from "#backend/engine/documents";
import type { HeadOf, LineOf, StateOf } from "#documents/kit";
import { requisition } from "#documents/purchase/requisition";
import { addToLines, idsOf, lockLines, type TurnLinePieces } from "./turn-lines";

type State = StateOf<typeof requisition>;
/** What a line was asked for, and what became of it. Pieces. */
export type Fate = Pick<
  LineOf<typeof requisition, "items">,
  "qty" | "turnedQty" | "cancelQty" | "receivedQty" | "lostQty"
>;

/** States that follow from the lines. */
const DERIVED: readonly State[] = ["approved", "partTurned", "turned", "completed", "cancelled"];

/** May something of a requisition in this state still be turned or cancelled? */
export const isOpen = (status: State | undefined) => status === "approved" || status === "partTurned";

/**
 * State of an approved requisition as a pure function of its lines, first match wins (supply.md 3
 * "derived"): receipts of normal deliveries complete it, and what will finally not come.
 */
export function derivedState(lines: readonly Fate[]): State {
  const turned = lines.some((l) => l.turnedQty > 0);
  if (lines.some((l) => l.qty !== l.turnedQty + l.cancelQty))
    return turned || lines.some((l) => l.cancelQty > 0) ? "partTurned" : "approved";
  if (!turned) return "cancelled";
  const settled = lines.every((l) => l.receivedQty + l.lostQty >= l.qty - l.cancelQty);
  return settled ? "completed" : "turned";
}

/** Recomputes totals, progress and state after another document changed the lines. Header locked. */
export async function refreshRequisition(c: RuleContext, id: string): Promise<void> {
  const lines = await c.sql.query<Fate>(
    `select qty, turned_qty as "turnedQty", cancel_qty as "cancelQty", received_qty as "receivedQty",
       lost_qty as "lostQty"
     from purchase_requisition_line where purchase_requisition_id = $1 and del_flag = 0`,
    [id],
  );
  const state = derivedState(lines);
  const turned = lines.reduce((n, l) => n + l.turnedQty, 0);
  const received = lines.reduce((n, l) => n + l.receivedQty, 0);
  const progress = state === "completed" ? "received" : state === "turned" ? "all" : turned > 0 ? "part" : "none";
  const row = await c.sql.one(
    `update purchase_requisition set progress = $2, turned_qty = $3, received_qty = $4,
       version = version + 1
     where id = $1 and status = any($5) returning id`,
    [id, progress, turned, received, DERIVED],
  );
  if (row) await moveTo(c, requisition, id, state);
}

/** A line of a requisition with what its header says of it. Quantities in pieces. */
export interface ReqLine {
  id: string;
  reqId: string;
  reqNo: string;
  /** `{no}-{lineNo}`: what people call the line. */
  code: string;
  status: StateOf<typeof requisition>;
  warehouseId: string;
  reqType: HeadOf<typeof requisition>["reqType"];
  applicantId: string | null;
  skuId: string;
  skuCode: string;
  skuName: string;
  qty: number;
  turnedQty: number;
  cancelQty: number;
  remainQty: number;
  expectDate: string | null;
}

type Ids = Iterable<string | null | undefined>;

const SELECT = `select l.id, r.id as "reqId", r.no as "reqNo", r.no || '-' || l.line_no as code,
    r.status, r.warehouse_id as "warehouseId", r.req_type as "reqType",
    r.applicant_id as "applicantId", l.sku_id as "skuId", k.sku_code as "skuCode", k.name as "skuName", l.qty,
    l.turned_qty as "turnedQty", l.cancel_qty as "cancelQty",
    l.qty - l.turned_qty - l.cancel_qty as "remainQty", l.expect_date as "expectDate"
  from purchase_requisition_line l
    join purchase_requisition r on r.id = l.purchase_requisition_id and r.del_flag = 0
    join sku k on k.id = l.sku_id
  where l.del_flag = 0 and r.tenant_id = $1 and `;

const byId = (rows: ReqLine[]) => new Map(rows.map((r) => [r.id, r]));

/** Requisition lines by id. */
export const readReqLines = async ({ sql, tenantId }: RuleContext, ids: Ids) =>
  byId(await sql.query<ReqLine>(`${SELECT} l.id = any($2) order by l.id`, [tenantId, idsOf(ids)]));

/** Requisition lines that the caller may see, by what people call them: `QG2611210001-2`. */
export async function findReqLines({ sql, tenantId, caller }: RuleContext, codes: string[]) {
  const nos = [...new Set(codes.map((code) => code.replace(/-\d+$/, "")))];
  const where = visible(requisition, caller).and("t.no = any(?)", nos);
  const seen = await sql.query<{ id: string }>(`select t.id from purchase_requisition t where ${where}`, where.values);
  const ids = seen.map((r) => r.id);
  const rows = await sql.query<ReqLine>(`${SELECT} r.id = any($2)`, [tenantId, ids]);
  return new Map(rows.map((r) => [r.code, r]));
}

/** Lines of requisitions of which something remains, in their order. */
export const remainingLines = ({ sql, tenantId }: RuleContext, reqIds: Ids) =>
  sql.query<ReqLine>(
    `${SELECT} r.id = any($2) and r.status in ('approved', 'partTurned')
       and l.qty > l.turned_qty + l.cancel_qty order by r.id, l.line_no`,
    [tenantId, idsOf(reqIds)],
  );

/** Requisition lines by id; their headers and they themselves are locked in ascending order. */
export async function lockReqLines(c: RuleContext, ids: Ids) {
  const wanted = idsOf(ids);
  await lockLines(c, "purchase_requisition", wanted);
  return readReqLines(c, wanted);
}

type RequisitionLineCounter = `${"turned" | "cancel" | "ordered" | "transfer" | "received" | "lost"}_qty`;

/**
 * Adds quantities (also negative ones) to a counter of locked requisition lines, then works out the
 * state of their requisitions.
 */
export async function addToReqLines(c: RuleContext, counter: RequisitionLineCounter, deltas: TurnLinePieces) {
  for (const id of await addToLines(c, "purchase_requisition", counter, deltas)) await refreshRequisition(c, id);
}

/** Sums quantities by id, for `addToReqLines` and its like; what has no id counts nowhere. */
export function sumById(rows: Iterable<readonly [unknown, number]>): Map<string, number> {
  const found = new Map<string, number>();
  for (const [id, n] of rows)
    if (id !== null && id !== undefined) found.set(String(id), (found.get(String(id)) ?? 0) + n);
  return found;
}

/** Requisition line behind each order line that has one, by order line. */
export type Demand = ReadonlyMap<string, string>;

/**
 * Requisition lines that order lines come from, through their award or turn line; they and their
 * headers are locked. The orders are locked before.
 */
export async function lockDemand(c: RuleContext, poLineIds: readonly string[]): Promise<Demand> {
  const rows = await c.sql.query<{ id: string; reqLineId: string }>(
    `select p.id, t.req_line_id as "reqLineId" from purchase_order_line p
       left join inquiry_quote q on q.id = p.award_id
       left join inquiry_order_line i on i.id = q.line_id
       join turn_requisition_line t on t.id = coalesce(i.turn_line_id, p.turn_line_id)
     where p.id = any($1::bigint[]) and t.req_line_id is not null`,
    [poLineIds],
  );
  await lockReqLines(
    c,
    rows.map((r) => r.reqLineId),
  );
  return new Map(rows.map((r) => [r.id, r.reqLineId]));
}

const byDemand = (demand: Demand, pieces: TurnLinePieces) => sumById([...pieces].map(([id, n]) => [demand.get(id), n]));

/** Counts pieces that arrived for the demand behind order lines; negative ones are taken back. */
export const countReceived = (c: RuleContext, demand: Demand, signed: TurnLinePieces) =>
  addToReqLines(c, "received_qty", byDemand(demand, signed));

/** An order is closed and its demand does not go back: these pieces of its lines finally do not come. */
export async function countLost(c: RuleContext, lost: TurnLinePieces): Promise<void> {
  const demand = await lockDemand(c, [...lost.keys()]);
  await addToReqLines(c, "lost_qty", byDemand(demand, lost));
}
