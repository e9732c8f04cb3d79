import type { LineOf } from "#documents/kit";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { type HoldingDraft, saidDrafts } from "../../../documents/around/drafts";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { negated } from "../demand/line-counters";
import { addToReqLines, lockReqLines, sumById } from "../demand/requisition-lines";
import { addToTurnLines, lockTurnLines } from "../demand/turn-lines";
import { refreshTurn } from "../demand/turn-state";
import { openOrders } from "../order/drafts";

type Line = LineOf<typeof turnRequisition, "items">;

/** Inquiries that are neither awarded nor void on these lines. */
const openInquiries = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<HoldingDraft>(
    `select i.no, i.status from inquiry_order i
     where i.del_flag = 0 and i.status not in ('awarded', 'void') and exists (
       select 1 from inquiry_order_line l where l.inquiry_order_id = i.id and l.del_flag = 0
         and l.turn_line_id = any($1)) order by i.id`,
    [ids],
  );

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
    const asked = saidDrafts(inquiryOrder, await openInquiries(c, ids));
    return { unfinished: asked || saidDrafts(purchaseOrder, await openOrders(c, ids)) };
  },
  guard: ({ unfinished }) => unfinished && `存在未完成的询价单/采购单${unfinished}`,
  async effect(c, { row: { id, items } }) {
    await addToTurnLines(c, "released_qty", sumById(items.map((l) => [l.id, unused(l)])));
    const demand = sumById(items.map((l) => [l.reqLineId, unused(l)]));
    await addToReqLines(c, "turned_qty", negated(demand));
    await refreshTurn(c, id);
  },
});
