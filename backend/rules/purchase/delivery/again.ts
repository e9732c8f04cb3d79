import type { RuleContext, SourceId } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { readOrderLines } from "../order-lines/order-lines";
import { requireExecuting } from "../order-lines/placing";
import { dueOf, formLine, type Start } from "./due";

/** What is still to come of an exchange. @throws Refusal 409 没有待补发的数量 */
export async function ofExchange(c: RuleContext, id: SourceId): Promise<Start> {
  const rows = await c.sql.query<{ poLineId: string; rest: number }>(
    `select l.po_line_id as "poLineId", l.bad_qty + l.good_qty - l.replaced_qty as rest
     from purchase_exchange_line l join purchase_exchange t on t.id = l.purchase_exchange_id
     where l.del_flag = 0 and t.status = 'shipped' and t.id = $1 order by l.line_no`,
    [id],
  );
  const lines = await readOrderLines(
    c,
    rows.map((r) => r.poLineId),
  );
  requireExecuting(lines.values());
  const { items } = await dueOf(c, "exchange", [...lines.values()]);
  const due = items.flatMap((item) => {
    const rest = rows.find((r) => r.poLineId === item.poLineId)?.rest ?? 0;
    const line = lines.get(item.poLineId);
    return line && rest > 0 ? [formLine(line, "exchange", Math.min(rest, item.qty))] : [];
  });
  if (!due.length) throw conflict("没有待补发的数量");
  return { deliveryType: "exchange", items: due };
}
