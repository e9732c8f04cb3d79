import type { LineOf } from "#documents/kit";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { keep } from "../../../db/locks";
import { readLines } from "../../../documents/reading/lines";
import type { RuleContext } from "../../../documents/rules";
import { dec } from "../../../values/money";

/** A line of the order as a change finds it. */
export type Present = LineOf<typeof purchaseOrder, "items">;

/** Lines of the order in their order; they are locked in ascending order. */
export async function presentLines(c: RuleContext, poId: string): Promise<Present[]> {
  await c.sql.query(
    `select id from purchase_order_line where purchase_order_id = $1 and del_flag = 0
     order by id ${keep(c.sql, "purchase_order_line")}`,
    [poId],
  );
  return (await readLines(c, purchaseOrder, poId)).items;
}

/** Fewest pieces that a line may be cut to: what has come, is on its way or is planned. */
export const boundOf = (l: Pick<Present, "signedQty" | "deliveredQty" | "planQty">): number =>
  Math.max(l.signedQty, l.deliveredQty, l.planQty);

type Decimal = string | null | undefined;

/** Are two exact decimals different amounts? */
export const differs = (a: Decimal, b: Decimal) => !dec(a).eq(dec(b));
