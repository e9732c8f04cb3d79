import type { Row, RuleContext } from "../../../documents/rules";
import { release } from "../../../stock/reserve";
import { lockOrders, refreshOrder } from "../order-lines/chain";
import type { BackDocument } from "./guards";
import { sourceOf } from "./stock";

/**
 * Nothing goes back: what the document holds is free again, and its order may be complete now.
 * `status`: none of those that keep the order open; the engine writes the one that it ends in.
 */
export async function endBack(
  c: RuleContext,
  document: BackDocument,
  row: Row,
  status: "draft" | "void",
): Promise<void> {
  await lockOrders(c, [row.poId]);
  await release(c, sourceOf(document, row));
  await c.sql.query(`update ${document} set status = $2 where id = $1`, [row.id, status]);
  await refreshOrder(c, String(row.poId));
}
