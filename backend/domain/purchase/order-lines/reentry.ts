import type { RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { overReplaced } from "./exchange-replaced";
import { type Again, slotsOf, worthOf } from "./reentry-slots";

export { countReplaced, lockExchanges } from "./exchange-replaced";

interface ReentryLine {
  poLineId: string;
  qty: number;
}

/** What deliveries of this type brought back into stock so far, by order line, freight left out. */
async function cameBack({ sql }: RuleContext, kind: Again, poLineIds: readonly string[]) {
  const rows = await sql.query<{ poLineId: string; qty: number; amount: string }>(
    `select x."poLineId", sum(x.qty)::int as qty,
       sum(x.amount - case when x.qty > 0 then x.freight else 0 end)::text as amount
     from (select s.id, s.po_line_id as "poLineId", coalesce(s.freight_part, 0) as freight,
         sum(m.qty) as qty, sum(m.amount) as amount
       from wms_sign_line s
         join delivery_line l on l.id = s.delivery_line_id
         join delivery h on h.id = l.delivery_id and h.delivery_type = $2
         join stock_move m on m.biz_document = 'wms_sign' and m.biz_id = s.wms_sign_id
           and m.biz_line_id = s.id
       where s.po_line_id = any($1::bigint[]) group by s.id) x
     group by x."poLineId"`,
    [poLineIds, kind],
  );
  return new Map(rows.map((r) => [r.poLineId, { qty: r.qty, amount: dec(r.amount) }]));
}

/**
 * What goods are worth that come back on replenish or exchange deliveries (ledger rule 1): the unit
 * cost that they left with, oldest shipped first, behind what came before; the last piece brings the
 * rest, so that all of them bring what they took. In CNY, one amount for each of `lines`. Call it with
 * the order lines locked, before the goods are posted.
 * @throws Refusal 409 换货补发数量超过换出数量{n}; 补货数量超过退货补货数量{n}
 */
export async function reentryAmounts(c: RuleContext, kind: Again, lines: readonly ReentryLine[]): Promise<string[]> {
  const ids = [...new Set(lines.map((l) => l.poLineId))];
  const slots = await slotsOf(c, kind, ids);
  const came = await cameBack(c, kind, ids);
  return lines.map(({ poLineId, qty }) => {
    const own = slots.filter((s) => s.poLineId === poLineId);
    const out = own.reduce((n, s) => n + s.qty, 0);
    const before = came.get(poLineId) ?? { qty: 0, amount: dec(0) };
    const now = before.qty + qty;
    if (now > out) throw conflict(overReplaced(kind, out));
    // A receipt in between may have been taken back: never below nothing, never above what is left.
    const left = worthOf(own, out).minus(before.amount);
    const due = worthOf(own, now).minus(before.amount);
    const amount = due.lt(0) ? dec(0) : due.gt(left) ? left : due;
    came.set(poLineId, { qty: now, amount: before.amount.plus(amount) });
    return amount.toFixed(2);
  });
}
