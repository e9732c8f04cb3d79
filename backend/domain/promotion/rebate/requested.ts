import { moveTo, patchMany, type RuleContext, sameAs } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { RowOf } from "#documents/kit";
import { rebate } from "#documents/promotion/rebate";

type RequestedIds = readonly string[];
type State = RowOf<typeof rebate>["status"];

/** Locks 返利单. Of a 测评请款, before its own 请款单 (LOCK_ORDER). */
export const lockRebates = (c: RuleContext, ids: RequestedIds): Promise<void> => lockIds(c.sql, "rebate", ids);

const setRequest = (c: RuleContext, ids: RequestedIds, requestNo: string | null) =>
  patchMany(c, rebate, ids, { requestNo });

/** @throws Refusal 409 unless all of them are in this state */
async function requireState(c: RuleContext, ids: RequestedIds, state: State, says: string) {
  const bad = await c.sql.one<{ no: string }>(
    `select no from rebate where tenant_id = $1 and id = any($2::bigint[])
       and (status <> $3 or direction <> 'pay' or del_flag = 1) order by id limit 1`,
    [c.tenantId, ids, state],
  );
  if (bad) throw conflict(`返利单${bad.no}${says}`);
}

/**
 * A 测评请款 that asks for them was submitted: confirmed → requested, with its number. Locks them.
 * @throws Refusal 409 when one is not a confirmed fee to pay, or the platform deducts it
 */
export async function rebateToRequested(c: RuleContext, ids: RequestedIds, requestNo: string): Promise<void> {
  await lockRebates(c, ids);
  await requireState(c, ids, "confirmed", "不是已确认的应付服务费，不能请款");
  const deducted = await c.sql.one<{ no: string }>(
    `select b.no from rebate b join evaluation_resource r on r.id = b.resource_id
     where b.id = any($1::bigint[]) and r.pay_method = 'platform' order by b.id limit 1`,
    [ids],
  );
  if (deducted) throw conflict(`返利单${deducted.no}由平台扣款，不能请款`);
  await moveTo(c, rebate, ids, "requested", `请款单${requestNo}提交`);
  await setRequest(c, ids, requestNo);
}

/** Their 测评请款 was withdrawn or refused: requested → confirmed. Locks them. */
export async function rebateBack(c: RuleContext, ids: RequestedIds): Promise<void> {
  await lockRebates(c, ids);
  await moveTo(c, rebate, ids, "confirmed", "请款单退回");
  await setRequest(c, ids, null);
}

/** Their 测评请款 was paid on this day, which writes the fact: requested → settled. Locks them. */
export async function settleRebate(c: RuleContext, ids: RequestedIds, day: string): Promise<void> {
  await lockRebates(c, ids);
  await requireState(c, ids, "requested", "不是已请款的应付服务费，不能结算");
  await moveTo(c, rebate, ids, "settled", "请款已付");
  await patchMany(c, rebate, ids, { settleDate: day, settledAmount: sameAs("payable_amount") });
}

/** The bank sent their payment back: settled → requested. Locks them. */
export async function unsettleRebate(c: RuleContext, ids: RequestedIds): Promise<void> {
  await lockRebates(c, ids);
  await requireState(c, ids, "settled", "不是已结算的应付服务费");
  await moveTo(c, rebate, ids, "requested", "付款退票");
  await patchMany(c, rebate, ids, { settleDate: null, settledAmount: 0 });
}
