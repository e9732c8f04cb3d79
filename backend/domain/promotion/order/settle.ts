import { moveTo, patchMany, pickMany, type RuleContext } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { evaluationOrder } from "#documents/promotion/order";
import { recount } from "../evaluation/counters";
import { lockOrders } from "./lock";

type SettleIds = readonly string[];

/** On a 返款单 that is not void: whatever its number says, it is refunded once. */
const ON_REFUND = `exists (select 1 from eva_refund_line rl join eva_refund r on r.id = rl.eva_refund_id
  where rl.evaluation_order_id = t.id and rl.del_flag = 0 and r.del_flag = 0 and r.status <> 'void')`;

/** May be refunded (market.md 1): checked, as the platform says it, and in no other refund. */
export const ELIGIBLE = `(t.status = 'checked' and t.match_state = 'matched' and not ${ON_REFUND})`;

async function recountOf(c: RuleContext, ids: SettleIds) {
  const tasks = await pickMany(c, evaluationOrder, ids, ["evaluationId"]);
  await recount(c, [...new Set(tasks.map((t) => t.evaluationId))]);
}

/**
 * 测评订单 go into a 返款单 with this number: checked → refunding. Locks them behind their tasks.
 * @throws Refusal 409 存在不可返款的测评订单 {no} when one of them is not eligible (any more)
 */
export async function toRefunding(c: RuleContext, ids: SettleIds, refundNo: string): Promise<void> {
  await lockOrders(c, ids);
  const bad = await c.sql.one<{ no: string }>(
    `select t.no from evaluation_order t where t.id = any($1::bigint[]) and not ${ELIGIBLE}
     order by t.id limit 1`,
    [ids],
  );
  if (bad) throw conflict(`存在不可返款的测评订单 ${bad.no}`);
  await moveTo(c, evaluationOrder, ids, "refunding", `生成返款单${refundNo}`);
  await patchMany(c, evaluationOrder, ids, { refundNo });
  await recountOf(c, ids);
}

/** They leave their 返款单, which was void or dropped them: refunding → checked, in no refund. */
export async function backToChecked(c: RuleContext, ids: SettleIds): Promise<void> {
  await lockOrders(c, ids);
  await moveTo(c, evaluationOrder, ids, "checked", "移出返款单");
  await patchMany(c, evaluationOrder, ids, { refundNo: null });
  await recountOf(c, ids);
}

/** Their 返款单 was paid: refunding → refunded. */
export async function toRefunded(c: RuleContext, ids: SettleIds): Promise<void> {
  await lockOrders(c, ids);
  await moveTo(c, evaluationOrder, ids, "refunded", "返款已付");
  await recountOf(c, ids);
}

/** The bank sent the payment of their 返款单 back: refunded → refunding, as before it. */
export async function backToRefunding(c: RuleContext, ids: SettleIds): Promise<void> {
  await lockOrders(c, ids);
  await moveTo(c, evaluationOrder, ids, "refunding", "返款付款退票");
  await recountOf(c, ids);
}

/**
 * They go into a 返利单 with this number.
 * @throws Refusal 409 存在不可返利的测评订单 {no}: not checked or refunded, or in another one
 */
export async function toRebate(c: RuleContext, ids: SettleIds, rebateNo: string): Promise<void> {
  await lockOrders(c, ids);
  const bad = await c.sql.one<{ no: string }>(
    `select no from evaluation_order where id = any($1::bigint[])
       and (status not in ('checked', 'refunding', 'refunded') or rebate_no is not null)
     order by id limit 1`,
    [ids],
  );
  if (bad) throw conflict(`存在不可返利的测评订单 ${bad.no}`);
  await patchMany(c, evaluationOrder, ids, { rebateNo });
}

/** They leave their 返利单. */
export async function leaveRebate(c: RuleContext, ids: SettleIds): Promise<void> {
  await lockOrders(c, ids);
  await patchMany(c, evaluationOrder, ids, { rebateNo: null });
}
