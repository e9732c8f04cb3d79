import { evaRefund } from "#documents/promotion/refund";
import { link } from "../../../documents/around/chain";
import type { RuleContext, Values } from "../../../documents/rules";
import { rules, type SourcesOf } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { sum } from "../../../values/money";
import { partyOf } from "../../kol/party";
import { picturesOf } from "../told/pictures";
import { deduct } from "./deduct";
import { sameParticipants } from "./hints";
import { eligibleOf, ordersOf, requireAlike, requireEligible, requireFirst } from "./orders";
import { lockLines, workOut } from "./save";
import { reject, submit, unmask, verify, voided } from "./transitions";

const named = ({ sql }: RuleContext, id: string) =>
  sql.one<{ name: string }>("select resource_name as name from evaluation_resource where id = $1", [
    id,
  ]);

/** Form of a refund for chosen orders, or for everything of a task that may be refunded. */
async function prefill(
  c: RuleContext,
  { orderIds = [], evaluationId = [] }: SourcesOf<typeof evaRefund>,
): Promise<Values> {
  const found = await ordersOf(c, orderIds);
  const [task] = evaluationId;
  const orders = task ? await eligibleOf(c, task) : orderIds.flatMap((id) => found.get(id) ?? []);
  const [first] = orders;
  if (!first) throw conflict("没有可返款的测评订单");
  requireEligible(orders);
  requireAlike(orders);
  await requireFirst(c, orders, undefined);
  return {
    ...{ resourceId: first.resourceId, currency: first.currency },
    resourceName: (await named(c, first.resourceId))?.name,
    goodsAmount: sum(orders.map((o) => o.paidAmount)),
    items: orders.map((o) => ({
      ...{ evaluationOrderId: o.id, $evaluationOrderId: o.no },
      ...{ platformOrderNo: o.platformOrderNo, paidAmount: o.paidAmount },
      refundAmount: o.paidAmount,
    })),
  };
}

/** 返款单 (market.md 1). */
export const refundRules = rules(evaRefund, {
  beforeNumber: lockLines,
  beforeSave: workOut,
  async afterSave(c, id, next, before) {
    const old = new Set(before?.items.map((l) => l.evaluationOrderId));
    for (const { evaluationOrderId } of next.items ?? [])
      if (evaluationOrderId && !old.has(evaluationOrderId))
        await link(
          c,
          { type: "evaluation_order", id: evaluationOrderId },
          { type: evaRefund.name, id },
        );
  },
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.pictures = await picturesOf(
      c,
      row.items.flatMap((l) => l.evaluationOrderId ?? []),
    );
    const matches = await c.sql.query<{ id: string; state: string }>(
      "select id, match_state as state from evaluation_order where id = any($1::bigint[])",
      [row.items.map((l) => l.evaluationOrderId)],
    );
    const of = new Map(matches.map((m) => [m.id, m.state]));
    const hints = await sameParticipants(c, row.id);
    for (const line of row.items)
      Object.assign(line, {
        matchState: of.get(line.evaluationOrderId ?? ""),
        hint: hints.get(line.id) ?? null,
      });
  },
  prefill,
  transitions: [submit, verify, reject, deduct, voided, unmask],
});
