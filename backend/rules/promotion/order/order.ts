import { evaluationOrder } from "#documents/promotion/order";
import { lockIds } from "../../../db/locks";
import type { RuleContext, Values } from "../../../documents/rules";
import { rules, type SourcesOf } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { partyOf } from "../../kol/party";
import { recount } from "../evaluation/counters";
import { picturesOf } from "../told/pictures";
import { matchOrders } from "./match";
import { workOut } from "./save";
import { ELIGIBLE } from "./settle";
import { cancel, check, feedback, markAbnormal } from "./transitions";

async function prefill(
  { sql }: RuleContext,
  { evaluationId }: SourcesOf<typeof evaluationOrder>,
): Promise<Values> {
  const id = evaluationId?.[0];
  const task = await sql.one<{ price: string; tax: string }>(
    `select l.unit_price::text as price, l.est_tax::text as tax from evaluation e
       join evaluation_application_line l on l.id = e.application_line_id where e.id = $1`,
    [id],
  );
  return {
    ...{ evaluationId: id, orderDate: today() },
    ...(task && { orderAmount: task.price, taxAmount: task.tax }),
  };
}

/** 测评订单 (market.md 1). */
export const evaluationOrderRules = rules(evaluationOrder, {
  expressions: { refundEligible: ELIGIBLE },
  beforeNumber: (c, { evaluationId }) => lockIds(c.sql, "evaluation", [evaluationId]),
  beforeSave: workOut,
  async afterSave(c, id, next, before) {
    await matchOrders(c, [id]);
    // An edit changes no count, and the task stands above an order that is locked.
    if (!before) await recount(c, [next.evaluationId ?? ""]);
  },
  async enrichOne(c, row) {
    row.party = await partyOf(c);
    row.pictures = await picturesOf(c, [row.id]);
  },
  prefill,
  transitions: [check, markAbnormal, cancel, feedback],
});
