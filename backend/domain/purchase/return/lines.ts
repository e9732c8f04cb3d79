import { link, type RuleContext, type RuleValues, type SourceId } from "#backend/engine/documents";
import { conflict, invalid, missing } from "#backend/platform/http";
import { linesOfOrders, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import { type Placed, placeOnOrder, requireOnce, shownLine } from "../order-lines/placing";
import { type ReturnDocument, type ReturnLine, type ReturnPieces, returnedQty } from "./guards";
import { badOf, inspectionShown, namedInspection, requireInspection } from "./inspection";

const rowOf = (line: OrderLine, badQty: number) => ({
  ...shownLine(line),
  netReceived: line.netReceived,
  badQty,
  goodQty: 0,
});

/** Values of a new return or exchange: the bad pieces of an inspection, or what an order received. */
export async function linesToReturn(
  c: RuleContext,
  from: Readonly<Partial<Record<"poId" | "inspectionId", readonly SourceId[]>>>,
): Promise<RuleValues> {
  const [[poId] = [], [inspectionId] = []] = [from.poId, from.inspectionId];
  const bad = inspectionId ? await badOf(c, inspectionId, poId) : [];
  const lines = await linesOfOrders(c, [bad[0]?.poId ?? poId]);
  if (!lines.length) throw missing();
  const received = lines.filter((l) => l.netReceived > 0);
  const qtyOf = (l: OrderLine) => bad.find((b) => b.poLineId === l.id)?.qty ?? 0;
  const wanted = bad.length ? lines.filter((l) => qtyOf(l) > 0) : received.length ? received : lines;
  return {
    poId: lines[0]?.poId,
    poName: lines[0]?.poNo,
    ...(inspectionId && (await inspectionShown(c, inspectionId))),
    items: wanted.map((l) => rowOf(l, qtyOf(l))),
  };
}

/** Shows what of each line may go back. */
export async function showReceived(c: RuleContext, { items }: { items: readonly ReturnLine[] }): Promise<void> {
  const lines = await readOrderLines(
    c,
    items.map((l) => l.poLineId),
  );
  for (const line of items) Object.assign(line, { netReceived: lines.get(line.poLineId ?? "")?.netReceived ?? 0 });
}

interface ReturnSource {
  poId?: string | null;
  inspectionId?: string | null;
}
interface ReturnHeader extends ReturnSource {
  supplierId?: string | null;
  supplierText?: string | null;
  warehouseId?: string | null;
}

/** Header values that come from the order. @throws Refusal 400 when it is none that the caller sees */
export async function fromOrder(c: RuleContext, next: ReturnHeader, before?: ReturnSource): Promise<OrderLine> {
  const poId = before?.poId ?? next.poId;
  if (!before) requireInspection(await namedInspection(c, next.inspectionId, poId));
  const [first] = await linesOfOrders(c, [poId]);
  if (!first) throw invalid("采购单不存在", { poId: "采购单不存在" });
  next.supplierId = first.supplierId;
  next.supplierText = first.supplierName;
  if (!before) next.warehouseId = first.warehouseId;
  return first;
}

/**
 * Where goods of these order lines lie: where they were signed, with an inspection where that one was.
 * @throws Refusal 409 when they were signed in several warehouses and no inspection says which
 */
export async function signedWarehouse(
  c: RuleContext,
  { inspectionId }: ReturnSource,
  orderLines: readonly OrderLine[],
): Promise<string> {
  const rows = await c.sql.query<{ id: string; name: string }>(
    `select distinct h.warehouse_id as id, w.name
     from wms_sign h join wms_sign_line l on l.wms_sign_id = h.id
       join warehouse w on w.id = h.warehouse_id
     where l.po_line_id = any($1::bigint[]) and l.sign_qty > 0 and h.status <> 'reversed'
       and ($2::bigint is null or h.id = (select sign_id from inspection where id = $2))
     order by 1`,
    [orderLines.map((l) => l.id), inspectionId ?? null],
  );
  if (rows.length > 1) throw conflict(`货品签收在${rows.map((r) => r.name).join("、")}，请从质检单退换`);
  return rows[0]?.id ?? orderLines[0]?.warehouseId ?? "";
}

/** Lines of one order, each once, each with a piece. */
export async function placeReturned<L extends ReturnPieces & Placed>(
  c: RuleContext,
  lines: readonly L[],
  poId: string,
) {
  const orderLines = await placeOnOrder(c, lines, poId);
  requireOnce(lines);
  lines.forEach((line, i) => {
    const message = "次品与良品之和至少为1";
    if (returnedQty(line) < 1) throw invalid(message, { [`items.${i}.badQty`]: message });
  });
  return orderLines;
}

/** 关联单据: the order, and the inspection that named the goods. */
export async function linkReturn(c: RuleContext, type: ReturnDocument, id: string, whole: ReturnSource) {
  const { poId, inspectionId } = whole;
  const to = { type, id };
  if (poId) await link(c, { type: "purchase_order", id: poId }, to);
  if (inspectionId) await link(c, { type: "inspection", id: inspectionId }, to);
}
