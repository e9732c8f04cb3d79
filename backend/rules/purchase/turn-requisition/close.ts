import type { Row, RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { addToReqLines, lockReqLines, sumById } from "../demand/requisition-lines";
import { addToTurnLines, lockTurnLines, refreshTurn } from "../demand/turn-lines";
import { openOrders } from "../order/drafts";

/**
 * 关闭: what was not ordered goes back to the requisition lines.
 * @throws Refusal 409 存在未完成的询价单/采购单
 */
export async function closeTurn(c: RuleContext, row: Row) {
  const ids = (
    await c.sql.query<{ id: string }>(
      "select id from turn_requisition_line where turn_requisition_id = $1 and del_flag = 0",
      [row.id],
    )
  ).map((l) => l.id);
  const lines = [...(await lockTurnLines(c, ids)).values()];
  const inquiry = await c.sql.one(
    `select 1 from inquiry_order_line l join inquiry_order i on i.id = l.inquiry_order_id
     where l.turn_line_id = any($1) and l.del_flag = 0 and i.del_flag = 0
       and i.status not in ('awarded', 'void') limit 1`,
    [ids],
  );
  if (inquiry || (await openOrders(c, ids))) throw conflict("存在未完成的询价单/采购单");
  const unused = (l: (typeof lines)[number]) =>
    l.qty - l.releasedQty - l.orderedQty - l.transferQty;
  await addToTurnLines(c, "released_qty", sumById(lines.map((l) => [l.id, unused(l)] as const)));
  const back = sumById(lines.map((l) => [l.reqLineId, -unused(l)] as const));
  await lockReqLines(c, back.keys());
  await addToReqLines(c, "turned_qty", back);
  await refreshTurn(c, row.id);
}
