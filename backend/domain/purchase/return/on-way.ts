import type { RuleContext } from "#backend/engine/documents";
import { leftOf } from "../order-lines/delivery-limits";
import type { OrderLine } from "../order-lines/order-lines";
import type { Again } from "../order-lines/reentry-slots";

/**
 * Fewer pieces are to come again than before: deliveries on their way may not bring more than that.
 * `less`: by how many, by id of a locked order line.
 */
export async function tooManyOnWay(
  c: RuleContext,
  kind: Again,
  lines: ReadonlyMap<string, OrderLine>,
  less: ReadonlyMap<string, number>,
): Promise<string | undefined> {
  const left = await leftOf(c, kind, lines, "0");
  const over = [...less].filter(([id, n]) => (left.get(id) ?? 0) < n).map(([id]) => id);
  const delivery = await c.sql.one<{ no: string }>(
    `select h.no from delivery h join delivery_line l on l.delivery_id = h.id
     where l.po_line_id = any($1::bigint[]) and h.delivery_type = $2
       and h.status in ('shipped', 'partSigned') and h.del_flag = 0 and l.del_flag = 0
     order by h.id desc limit 1`,
    [over, kind],
  );
  return delivery && `存在未签收的送货单${delivery.no}，请先签收或作废`;
}
