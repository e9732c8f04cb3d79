import { link } from "../../../documents/around/chain";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { invalid, missing } from "../../../http/refusal";
import { linesOfOrders, type OrderLine, readOrderLines } from "../order-lines/order-lines";
import { orderLineIds, placeOnOrder, requireOnce, shownLine } from "../order-lines/placing";
import { type BackDocument, backOf } from "./guards";
import { badOf, inspectionShown, requireInspection } from "./inspection";

const rowOf = (line: OrderLine, badQty: number): Values => ({
  ...shownLine(line),
  netReceived: line.netReceived,
  badQty,
  goodQty: 0,
});

/** Values of a new return or exchange: the bad pieces of an inspection, or what an order received. */
export async function linesToSendBack(
  c: RuleContext,
  { poId, inspectionId }: Record<string, string>,
): Promise<Values> {
  const bad = inspectionId ? await badOf(c, inspectionId, poId) : [];
  const lines = await linesOfOrders(c, [bad[0]?.poId ?? poId]);
  if (!lines.length) throw missing();
  const received = lines.filter((l) => l.netReceived > 0);
  const qtyOf = (l: OrderLine) => bad.find((b) => b.poLineId === l.id)?.qty ?? 0;
  const wanted = bad.length
    ? lines.filter((l) => qtyOf(l) > 0)
    : received.length
      ? received
      : lines;
  return {
    poId: lines[0]?.poId,
    poName: lines[0]?.poNo,
    ...(inspectionId && (await inspectionShown(c, inspectionId))),
    items: wanted.map((l) => rowOf(l, qtyOf(l))),
  };
}

/** Shows what of each line may go back. */
export async function showReceived(c: RuleContext, row: Row): Promise<void> {
  const items = (row.items as Row[] | undefined) ?? [];
  const lines = await readOrderLines(c, orderLineIds(items));
  for (const line of items) line.netReceived = lines.get(String(line.poLineId))?.netReceived ?? 0;
}

/** Header values that come from the order. @throws Refusal 400 when it is none that the caller sees */
export async function fromOrder(c: RuleContext, next: Values, before?: Row): Promise<OrderLine> {
  const poId = before?.poId ?? next.poId;
  if (!before && next.inspectionId) await requireInspection(c, next.inspectionId, poId);
  const [first] = await linesOfOrders(c, [poId]);
  if (!first) throw invalid("采购单不存在", { poId: "采购单不存在" });
  next.supplierId = first.supplierId;
  next.supplierText = first.supplierName;
  next.warehouseId = first.warehouseId;
  return first;
}

/** Lines of one order, each once, each with a piece. */
export async function placeBack(c: RuleContext, lines: Values[], poId: string) {
  const orderLines = await placeOnOrder(c, lines, poId);
  requireOnce(lines);
  lines.forEach((line, i) => {
    const message = "次品与良品之和至少为1";
    if (backOf(line) < 1) throw invalid(message, { [`items.${i}.badQty`]: message });
  });
  return orderLines;
}

/** 关联单据: the order, and the inspection that named the goods. */
export async function linkBack(c: RuleContext, type: BackDocument, id: string, whole: Values) {
  const to = { type, id };
  await link(c, { type: "purchase_order", id: String(whole.poId) }, to);
  if (whole.inspectionId) await link(c, { type: "inspection", id: String(whole.inspectionId) }, to);
}
