import type { RuleContext } from "../../../documents/rules";
import { filled, slotsOf } from "../order-lines/reentry-slots";
import { broughtBy } from "../order-lines/signed-pieces";
import { addToOrderLines } from "./order";

/**
 * What went back of locked order lines to be replenished and was not counts as deducted from now on
 * (closing of an order, supply.md 3): replenishQty −= x, returnQty += x; the newest pieces first.
 */
export async function deductUnreplaced(c: RuleContext, poLineIds: readonly string[]) {
  const slots = await slotsOf(c, "replenish", poLineIds);
  const came = await broughtBy(c, "replenish", poLineIds);
  const rest = filled(slots, came).map((s) => ({ ...s, rest: s.qty - s.replaced }));
  const byLine = new Map<string, number>();
  for (const { poLineId, rest: n } of rest) byLine.set(poLineId, (byLine.get(poLineId) ?? 0) + n);
  const minus = new Map([...byLine].map(([id, n]) => [id, -n]));
  await addToOrderLines(c, { replenish_qty: minus, return_qty: byLine });
  await c.sql.query(
    `update purchase_return_line l set deducted_qty = l.deducted_qty + x.rest
     from jsonb_to_recordset($1::jsonb) as x(id bigint, rest int) where l.id = x.id and x.rest > 0`,
    [JSON.stringify(rest.map(({ id, rest: n }) => ({ id, rest: n })))],
  );
}
