import type Big from "big.js";
import type { RuleContext } from "#backend/engine/documents";
import { dec, r2 } from "#backend/platform/values";

/** Why goods come a second time: the type of the delivery that brings them. */
export type Again = "replenish" | "exchange";

/** Pieces of one line of a return or exchange that left and that the supplier sends anew. */
export interface Slot {
  /** The line, and the document that it stands on. */
  id: string;
  headId: string;
  poLineId: string;
  qty: number;
  /** What they were worth when they left, CNY. */
  value: string;
}

const HEAD = {
  replenish: { table: "purchase_return", where: "h.return_mode = 'replenish'" },
  exchange: { table: "purchase_exchange", where: "true" },
};

/**
 * What left of order lines to be sent anew, oldest shipped first; a part that was turned into a
 * deduction does not come back. The order lines are locked.
 */
export function slotsOf({ sql }: RuleContext, kind: Again, poLineIds: readonly string[]) {
  const { table, where } = HEAD[kind];
  return sql.query<Slot>(
    `select l.id, h.id as "headId", l.po_line_id as "poLineId",
       l.bad_qty + l.good_qty - l.deducted_qty as qty,
       round(l.out_cost * (l.bad_qty + l.good_qty - l.deducted_qty)
         / (l.bad_qty + l.good_qty), 2)::text as value
     from ${table}_line l join ${table} h on h.id = l.${table}_id
     where l.po_line_id = any($1::bigint[]) and h.status in ('shipped', 'done', 'closed') and ${where}
       and h.del_flag = 0 and l.del_flag = 0
     order by h.ship_time, h.id, l.id`,
    [poLineIds],
  );
}

/** How much of each slot is replaced when `n` pieces of its order line came: the oldest first. */
export function filled(slots: readonly Slot[], came: ReadonlyMap<string, number>) {
  const rest = new Map(came);
  return slots.map((slot) => {
    const replaced = Math.min(slot.qty, rest.get(slot.poLineId) ?? 0);
    rest.set(slot.poLineId, (rest.get(slot.poLineId) ?? 0) - replaced);
    return { ...slot, replaced };
  });
}

/** What the first `n` pieces of these slots were worth; all of them together are worth the whole. */
export function worthOf(slots: readonly Slot[], n: number): Big {
  let [worth, rest] = [dec(0), n];
  for (const { qty, value } of slots) {
    const taken = Math.min(qty, rest);
    rest -= taken;
    if (taken) worth = worth.plus(taken === qty ? value : r2(dec(value).times(taken).div(qty)));
  }
  return worth;
}
