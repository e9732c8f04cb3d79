import type { RuleContext } from "#backend/engine/documents";
import { type Hold, type Out, postMoves, reserve, type Source } from "#backend/ledgers/stock";
import { dec, sum } from "#backend/platform/values";
import type { MoveType } from "#documents/wms/stock-move";
import type { ReturnDocument, Returning, ReturnLine } from "./guards";

export const sourceOf = (document: ReturnDocument, { id, no }: Pick<Returning, "id" | "no">): Source => ({
  document,
  id,
  no,
});

/** Bad and good pieces of lines, in the warehouse of the document. */
const holdsOf = ({ warehouseId }: Returning, items: readonly ReturnLine[]): Hold[] =>
  items.flatMap(({ id: lineId, skuId, badQty, goodQty }) => [
    { warehouseId, skuId, lineId, bucket: "bad", qty: badQty },
    { warehouseId, skuId, lineId, bucket: "good", qty: goodQty },
  ]);

/** Holds what is to go back. @throws Refusal 409 of ledger rule 5 */
export const holdReturned = (c: RuleContext, document: ReturnDocument, row: Returning) =>
  reserve(c, sourceOf(document, row), holdsOf(row, row.items));

/** Takes out what was held, at the moving average; answers what each line cost, CNY. */
export async function sendReturned(
  c: RuleContext,
  document: ReturnDocument,
  row: Returning,
  type: MoveType,
): Promise<Map<string, string>> {
  const moves = holdsOf(row, row.items).map((hold): Out => ({ ...hold, kind: "out", type, reserved: true }));
  const posted = await postMoves(c, sourceOf(document, row), `ship:${row.version}`, moves);
  const cost = (id: string) => sum(posted.flatMap((p) => (p.lineId === id ? [p.amount] : [])));
  return new Map(row.items.map((line) => [line.id, dec(cost(line.id)).times(-1).toFixed(2)]));
}

/** Who carries the goods: as it was saved, unless 确认出库 names another. */
export type StockCarried = Pick<Returning, "carrier" | "trackingNo">;

const carried = (row: StockCarried, input: StockCarried) => ({
  carrier: input.carrier ?? row.carrier,
  trackingNo: input.trackingNo ?? row.trackingNo,
});

/** Why goods cannot leave with this carrier. */
export function untracked(row: StockCarried, input: StockCarried): string | false {
  const { carrier, trackingNo } = carried(row, input);
  return !!carrier && !trackingNo && "请输入物流单号";
}

/** Writes who carries the goods. */
export async function writeCarrier(
  c: RuleContext,
  document: ReturnDocument,
  row: Returning,
  input: StockCarried,
): Promise<void> {
  const { carrier, trackingNo } = carried(row, input);
  await c.sql.query(
    `update ${document} set carrier = $2, tracking_no = $3, ship_time = clock_timestamp()
     where id = $1`,
    [row.id, carrier, trackingNo],
  );
}
