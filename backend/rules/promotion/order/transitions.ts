import { evaluationOrder } from "#documents/promotion/order";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict, invalidAt } from "../../../http/refusal";
import { recount } from "../evaluation/counters";
import { lockOrders } from "./lock";
import { type MatchState, matchOrders } from "./match";

/** Its task counts it: they take turns. */
const lockFirst = (c: RuleContext, id: string) => lockOrders(c, [id]);

/** What the platform says of it now. */
async function matchOf(c: RuleContext, id: string): Promise<{ match: MatchState | undefined }> {
  if (c.sql.held) await matchOrders(c, [id]);
  const row = await c.sql.one<{ match: MatchState }>(
    "select match_state as match from evaluation_order where id = $1",
    [id],
  );
  return { match: row?.match };
}

export const check = transition(evaluationOrder, "check", {
  lockFirst,
  lock: (c, { id }) => matchOf(c, id),
  guard: ({ row }) => !row.orderPhotos?.length && "请上传订单截图",
  check({ match }, { note }) {
    if (match !== "matched" && !note) throw invalidAt("note", "平台订单未匹配，请填写说明");
  },
  async effect(c, { row }, { note }) {
    await c.sql.query(
      `update evaluation_order set check_note = $2, abnormal_reason = null, abnormal_note = null
       where id = $1`,
      [row.id, note ?? null],
    );
    await recount(c, [row.evaluationId]);
  },
});

export const markAbnormal = transition(evaluationOrder, "markAbnormal", {
  lockFirst,
  guard({ row }) {
    if (row.refundNo) throw conflict("已生成返款单，不能标记异常");
    return row.rebateNo && "已生成返利单，不能标记异常";
  },
  async effect(c, { row }, { abnormalReason, note }) {
    await c.sql.query(
      "update evaluation_order set abnormal_reason = $2, abnormal_note = $3 where id = $1",
      [row.id, abnormalReason, note ?? null],
    );
    await recount(c, [row.evaluationId]);
  },
});

export const cancel = transition(evaluationOrder, "cancel", {
  lockFirst,
  effect: (c, { row }) => recount(c, [row.evaluationId]),
});

/** Told for the record; nothing else reads it. */
export const feedback = transition(evaluationOrder, "feedback", {
  async effect({ sql }, { row }, { feedbackType, feedbackUrl, feedbackDate }) {
    await sql.query(
      `update evaluation_order set feedback_type = $2, feedback_url = $3, feedback_date = $4
       where id = $1`,
      [row.id, feedbackType ?? null, feedbackUrl ?? null, feedbackDate ?? null],
    );
  },
});
