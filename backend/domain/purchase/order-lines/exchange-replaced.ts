import { moveTo, patch, plus, type RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { HeadOf } from "#documents/kit";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { broughtBy } from "./delivery-limits";
import { type Again, filled, slotsOf } from "./reentry-slots";

/** What is said when more comes back than left; `n`: pieces that left. */
export const overReplaced = (kind: Again, n: number): string =>
  kind === "exchange" ? `换货补发数量超过换出数量${n}` : `补货数量超过退货补货数量${n}`;

/** Locks the exchanges that wait for goods of these order lines: before the orders are locked. */
export const lockExchanges = ({ sql }: RuleContext, poLineIds: readonly string[]) =>
  sql.query(
    `select h.id from purchase_exchange h
     where h.status in ('shipped', 'done', 'closed') and h.del_flag = 0 and exists (
       select 1 from purchase_exchange_line l where l.purchase_exchange_id = h.id
         and l.po_line_id = any($1::bigint[]) and l.del_flag = 0)
     order by h.id ${keep(sql, "purchase_exchange")}`,
    [poLineIds],
  );

interface Exchange extends Pick<HeadOf<typeof purchaseExchange>, "id" | "status"> {
  out: number;
  replaced: number;
}

/** 已补发 of one exchange out of its lines; 待补发 ↔ 已完成 follows, a closed one stays closed. */
async function refreshExchange(c: RuleContext, id: string) {
  const found = await c.sql.one<Exchange>(
    `select h.id, h.status, h.out_qty as out, (select sum(l.replaced_qty)::int
       from purchase_exchange_line l where l.purchase_exchange_id = h.id and l.del_flag = 0) as replaced
     from purchase_exchange h where h.id = $1`,
    [id],
  );
  if (!found) return;
  const { status, out, replaced } = found;
  const state = replaced === 0 ? "none" : replaced < out ? "part" : "all";
  await patch(c, purchaseExchange, id, { replacedQty: replaced, replaceStatus: state, version: plus(1) });
  if (status === "closed") return;
  if (state === "all") await moveTo(c, purchaseExchange, id, "done", "补发完成");
  else await moveTo(c, purchaseExchange, id, "shipped", "恢复待补发");
}

/**
 * Works 已补发 of exchanges out of the signed exchange deliveries, oldest shipped first, after
 * `signed_qty` of their lines changed in either direction. The order lines are locked; call
 * `lockExchanges` before they are.
 * @throws Refusal 409 换货补发数量超过换出数量{n}
 */
export async function countReplaced(c: RuleContext, poLineIds: readonly string[]): Promise<void> {
  const slots = await slotsOf(c, "exchange", poLineIds);
  const came = await broughtBy(c, "exchange", poLineIds);
  for (const [id, n] of came) {
    const out = slots.reduce((sum, s) => sum + (s.poLineId === id ? s.qty : 0), 0);
    if (n > out) throw conflict(overReplaced("exchange", out));
  }
  const changed = await c.sql.query<{ head: string }>(
    `update purchase_exchange_line l set replaced_qty = x.n
     from jsonb_to_recordset($1::jsonb) as x(id bigint, n int)
     where l.id = x.id and l.replaced_qty <> x.n returning l.purchase_exchange_id as head`,
    [JSON.stringify(filled(slots, came).map(({ id, replaced }) => ({ id, n: replaced })))],
  );
  const heads = [...new Set(changed.map((row) => row.head))];
  for (const id of heads.sort((a, b) => Number(a) - Number(b))) await refreshExchange(c, id);
}
