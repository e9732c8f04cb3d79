import type { LineOf } from "#documents/kit";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { negated } from "../demand/line-counters";
import { addToReqLines, lockReqLines, sumById } from "../demand/requisition-lines";
import { addToTurnLines, lockTurnLines } from "../demand/turn-lines";
import { refreshTurn } from "../demand/turn-state";
import { openOrders } from "../order/drafts";

type Line = LineOf<typeof turnRequisition, "items">;

/** Is an inquiry that is neither awarded nor void on one of these lines? */
const openInquiry = async ({ sql }: RuleContext, ids: readonly string[]): Promise<boolean> =>
  !!(await sql.one(
    `select 1 from inquiry_order_line l join inquiry_order i on i.id = l.inquiry_order_id
     where l.turn_line_id = any($1) and l.del_flag = 0 and i.del_flag = 0
       and i.status not in ('awarded', 'void') limit 1`,
    [ids],
  ));

const unused = (l: Line) => l.qty - l.releasedQty - l.orderedQty - l.transferQty;

/** 关闭: what was not ordered goes back to the requisition lines. */
export const close = transition(turnRequisition, "close", {
  async lock(c, { items }) {
    const ids = items.map((l) => l.id);
    await lockTurnLines(c, ids);
    await lockReqLines(
      c,
      items.map((l) => l.reqLineId),
    );
    return { unfinished: (await openInquiry(c, ids)) || (await openOrders(c, ids)) };
  },
  guard: ({ unfinished }) => unfinished && "存在未完成的询价单/采购单",
  async effect(c, { row: { id, items } }) {
    await addToTurnLines(c, "released_qty", sumById(items.map((l) => [l.id, unused(l)])));
    const demand = sumById(items.map((l) => [l.reqLineId, unused(l)]));
    await addToReqLines(c, "turned_qty", negated(demand));
    await refreshTurn(c, id);
  },
});
