import type { HeadOf, StateOf } from "#documents/kit";
import { requisition } from "#documents/purchase/requisition";
import { visible } from "../../../documents/reading/where";
import type { RuleContext } from "../../../documents/rules";
import { addToLines, idsOf, lockLines, type Pieces } from "./line-counters";
import { refreshRequisition } from "./requisition-state";

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
  const seen = await sql.query<{ id: string }>(
    `select t.id from purchase_requisition t where ${where}`,
    where.values,
  );
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

type Counter = `${"turned" | "cancel" | "ordered" | "transfer" | "received" | "lost"}_qty`;

/**
 * Adds quantities (also negative ones) to a counter of locked requisition lines, then works out the
 * state of their requisitions.
 */
export async function addToReqLines(c: RuleContext, counter: Counter, deltas: Pieces) {
  for (const id of await addToLines(c, "purchase_requisition", counter, deltas))
    await refreshRequisition(c, id);
}

/** Sums quantities by id, for `addToReqLines` and its like; what has no id counts nowhere. */
export function sumById(rows: Iterable<readonly [unknown, number]>): Map<string, number> {
  const found = new Map<string, number>();
  for (const [id, n] of rows)
    if (id !== null && id !== undefined) found.set(String(id), (found.get(String(id)) ?? 0) + n);
  return found;
}
