import { type RuleContext, transition } from "#backend/engine/documents";
import { readLines } from "#backend/engine/documents/reading/lines";
import { lockIds } from "#backend/platform/db";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { endPlansOf } from "../delivery-plan/state";
import { releaseSources } from "../demand/order-sources";
import { countLost } from "../demand/requisition-lines";
import { broughtBy } from "../order-lines/delivery-limits";
import { settleFees } from "../order-lines/late-fees";
import { lockGoods, lockPlansFirst } from "../order-lines/locks";
import { keepsClosing, openDocuments } from "../order-lines/open-documents";
import { filled, slotsOf } from "../order-lines/reentry-slots";
import { addToOrderLines, settleOrder } from "../return/guards";

/**
 * What went back of locked order lines to be replenished and was not counts as deducted from now on
 * (closing of an order, supply.md 3): replenishQty −= x, returnQty += x; the newest pieces first.
 */
async function deductUnreplaced(c: RuleContext, poLineIds: readonly string[]) {
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

/**
 * 关闭 (supply.md 3): the rest is not to come any more. What was sent back for replacement and not
 * replaced is deducted from what is owed.
 */
export const closeOrder = transition(purchaseOrder, "close", {
  async lockFirst(c, id) {
    await lockPlansFirst(c, id);
  },
  async lock(c, { id, items }) {
    await lockIds(
      c.sql,
      "purchase_order_line",
      items.map((l) => l.id),
    );
    return { open: await openDocuments(c, id) };
  },
  guard: ({ open }) => keepsClosing(open),
  async effect(c, { row }, { releaseDemand }) {
    await deductUnreplaced(
      c,
      row.items.map((l) => l.id),
    );
    const { items } = await readLines(c, purchaseOrder, row.id);
    const closed = items.map((l) => ({ ...l, rest: l.openQty }));
    await c.sql.query(
      `update purchase_order_line l
       set closed_qty = l.closed_qty + x.rest, open_qty = l.open_qty - x.rest
       from jsonb_to_recordset($1::jsonb) as x(id bigint, rest int) where l.id = x.id`,
      [JSON.stringify(closed.map(({ id, rest }) => ({ id, rest })))],
    );
    await endPlansOf(c, row.id, "closed");
    const lost = closed.filter((l) => l.rest > 0);
    if (releaseDemand)
      await releaseSources(
        c,
        lost.map(({ awardId, turnLineId, rest }) => ({ awardId, turnLineId, qty: rest })),
      );
    else await countLost(c, new Map(closed.map((l) => [l.id, l.rest])));
    const source = { document: "purchase_order", id: row.id, no: row.no };
    await lockGoods(c, [row.id]);
    await settleFees(c, row.id, source, { ends: true });
    await settleOrder(c, row.id, source, "closeDeduct");
  },
});
