import type { MoveType } from "#documents/wms/stock-words";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { postMoves } from "../../../stock/ledger";
import { type Hold, reserve } from "../../../stock/reserve";
import type { Source } from "../../../stock/types";
import { dec, sum } from "../../../values/money";
import type { BackDocument } from "./guards";

export const sourceOf = (document: BackDocument, row: Row): Source => ({
  document,
  id: row.id,
  no: String(row.no),
});

/** Bad and good pieces of lines, in the warehouse of the document. */
const piecesOf = (row: Row, items: readonly Row[]): Hold[] =>
  items.flatMap((line) =>
    (["bad", "good"] as const).map((bucket) => ({
      warehouseId: String(row.warehouseId),
      skuId: String(line.skuId),
      bucket,
      qty: Number(line[`${bucket}Qty`]),
      lineId: line.id,
    })),
  );

/** Holds what is to go back. @throws Refusal 409 of ledger rule 5 */
export const holdBack = (c: RuleContext, document: BackDocument, row: Row, items: readonly Row[]) =>
  reserve(c, sourceOf(document, row), piecesOf(row, items));

/** Takes out what was held, at the moving average; answers what each line cost, CNY. */
export async function sendBack(
  c: RuleContext,
  document: BackDocument,
  row: Row,
  items: readonly Row[],
  type: MoveType,
): Promise<Map<string, string>> {
  const moves = piecesOf(row, items).map((p) => ({
    ...p,
    kind: "out" as const,
    type,
    reserved: true,
  }));
  const posted = await postMoves(c, sourceOf(document, row), `ship:${row.version}`, moves);
  const cost = (id: string) => sum(posted.flatMap((p) => (p.lineId === id ? [p.amount] : [])));
  return new Map(items.map((line) => [line.id, dec(cost(line.id)).times(-1).toFixed(2)]));
}

/**
 * Who carries the goods: as it was saved, unless 确认出库 names another. Written to the document.
 * @throws Refusal 409 请输入单号
 */
export async function requireTracking(
  c: RuleContext,
  document: BackDocument,
  row: Row,
  input: Values,
): Promise<void> {
  const [carrier, trackingNo] = ["carrier", "trackingNo"].map((n) => input[n] ?? row[n]);
  if (carrier && !trackingNo) throw conflict("请输入单号");
  await c.sql.query(`update ${document} set carrier = $2, tracking_no = $3 where id = $1`, [
    row.id,
    carrier ?? null,
    trackingNo ?? null,
  ]);
}
