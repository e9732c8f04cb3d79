import { evaluationOrder } from "#documents/promotion/order";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { recount } from "../evaluation/counters";
import { lockOrders } from "./lock";

type Ids = readonly string[];

/** On a 返款单 that is not void: whatever its number says, it is refunded once. */
const ON_REFUND = `exists (select 1 from eva_refund_line rl join eva_refund r on r.id = rl.eva_refund_id
  where rl.evaluation_order_id = t.id and rl.del_flag = 0 and r.del_flag = 0 and r.status <> 'void')`;

/** May be refunded (market.md 1): checked, as the platform says it, and in no other refund. */
export const ELIGIBLE = `(t.status = 'checked' and t.match_state = 'matched' and not ${ON_REFUND})`;

async function recountOf(c: RuleContext, ids: Ids) {
  const tasks = await c.sql.query<{ id: string }>(
    `select distinct evaluation_id as id from evaluation_order where id = any($1::bigint[])`,
    [ids],
  );
  await recount(
    c,
    tasks.map((t) => t.id),
  );
}

/**
 * 测评订单 go into a 返款单 with this number: checked → refunding. Locks them behind their tasks.
 * @throws Refusal 409 存在不可返款的测评订单 {no} when one of them is not eligible (any more)
 */
export async function toRefunding(c: RuleContext, ids: Ids, refundNo: string): Promise<void> {
  await lockOrders(c, ids);
  const bad = await c.sql.one<{ no: string }>(
    `select t.no from evaluation_order t where t.id = any($1::bigint[]) and not ${ELIGIBLE}
     order by t.id limit 1`,
    [ids],
  );
  if (bad) throw conflict(`存在不可返款的测评订单 ${bad.no}`);
  await moveTo(c, evaluationOrder, ids, "refunding", `生成返款单${refundNo}`);
  await c.sql.query("update evaluation_order set refund_no = $2 where id = any($1::bigint[])", [
    ids,
    refundNo,
  ]);
  await recountOf(c, ids);
}

/** They leave their 返款单, which was void or dropped them: refunding → checked, in no refund. */
export async function backToChecked(c: RuleContext, ids: Ids): Promise<void> {
  await lockOrders(c, ids);
  await moveTo(c, evaluationOrder, ids, "checked", "移出返款单");
  await c.sql.query("update evaluation_order set refund_no = null where id = any($1::bigint[])", [
    ids,
  ]);
  await recountOf(c, ids);
}

/** Their 返款单 was paid: refunding → refunded. */
export async function toRefunded(c: RuleContext, ids: Ids): Promise<void> {
  await lockOrders(c, ids);
  await moveTo(c, evaluationOrder, ids, "refunded", "返款已付");
  await recountOf(c, ids);
}

/** The bank sent the payment of their 返款单 back: refunded → refunding, as before it. */
export async function backToRefunding(c: RuleContext, ids: Ids): Promise<void> {
  await lockOrders(c, ids);
  await moveTo(c, evaluationOrder, ids, "refunding", "返款付款退票");
  await recountOf(c, ids);
}

/**
 * They go into a 返利单 with this number.
 * @throws Refusal 409 存在不可返利的测评订单 {no}: not checked or refunded, or in another one
 */
export async function toRebate(c: RuleContext, ids: Ids, rebateNo: string): Promise<void> {
  await lockOrders(c, ids);
  const bad = await c.sql.one<{ no: string }>(
    `select no from evaluation_order where id = any($1::bigint[])
       and (status not in ('checked', 'refunding', 'refunded') or rebate_no is not null)
     order by id limit 1`,
    [ids],
  );
  if (bad) throw conflict(`存在不可返利的测评订单 ${bad.no}`);
  await c.sql.query("update evaluation_order set rebate_no = $2 where id = any($1::bigint[])", [
    ids,
    rebateNo,
  ]);
}

/** They leave their 返利单. */
export async function leaveRebate(c: RuleContext, ids: Ids): Promise<void> {
  await lockOrders(c, ids);
  await c.sql.query("update evaluation_order set rebate_no = null where id = any($1::bigint[])", [
    ids,
  ]);
}
