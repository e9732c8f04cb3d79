import { moveTo, patchMany, type RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { conflict } from "#backend/platform/http";
import type { StateOf } from "#documents/kit";
import { evaRefund } from "#documents/promotion/refund";
import { backToRefunding, toRefunded } from "../order/settle";

type RefundRequestedIds = readonly string[];
type State = StateOf<typeof evaRefund>;

/** When money moved, and what proves it. */
export interface RequestedPaid {
  /** yyyy-MM-dd HH:mm:ss in Asia/Shanghai. */
  time: string;
  voucher: readonly string[];
}

/** Locks 返款单. Of a 测评请款, before tasks and orders (LOCK_ORDER). */
export const lockRefunds = (c: RuleContext, ids: RefundRequestedIds): Promise<void> =>
  lockIds(c.sql, "eva_refund", ids);

/** Orders of these refunds. */
export async function ordersIn({ sql }: RuleContext, ids: RefundRequestedIds): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select evaluation_order_id as id from eva_refund_line
     where eva_refund_id = any($1::bigint[]) and del_flag = 0 order by 1`,
    [ids],
  );
  return rows.map((r) => r.id);
}

async function requireState(c: RuleContext, ids: RefundRequestedIds, state: State, says: string) {
  const bad = await c.sql.one<{ no: string }>(
    `select no from eva_refund where tenant_id = $1 and id = any($2::bigint[])
       and (status <> $3 or del_flag = 1) order by id limit 1`,
    [c.tenantId, ids, state],
  );
  if (bad) throw conflict(`返款单${bad.no}${says}`);
}

const setRequest = (c: RuleContext, ids: RefundRequestedIds, no: string | null) =>
  patchMany(c, evaRefund, ids, { requestNo: no });

/** A 测评请款 that asks for them was submitted: verified → requested, with its number. */
export async function refundToRequested(c: RuleContext, ids: RefundRequestedIds, requestNo: string) {
  await lockRefunds(c, ids);
  await requireState(c, ids, "verified", "未核对通过，不能请款");
  await moveTo(c, evaRefund, ids, "requested", `请款单${requestNo}提交`);
  await setRequest(c, ids, requestNo);
}

/** Their 测评请款 was withdrawn or refused: requested → verified. */
export async function refundBack(c: RuleContext, ids: RefundRequestedIds): Promise<void> {
  await lockRefunds(c, ids);
  await moveTo(c, evaRefund, ids, "verified", "请款单退回");
  await setRequest(c, ids, null);
}

/**
 * Money went to the payee of these refunds, which are locked: they are 已返款, and so are their orders.
 * Whoever calls says from which state that may be, and writes the fact.
 */
export async function payRefunds(c: RuleContext, ids: RefundRequestedIds, { time, voucher }: RequestedPaid) {
  await moveTo(c, evaRefund, ids, "paid", "返款已付");
  await patchMany(c, evaRefund, ids, { paidTime: time, voucher: [...new Set(voucher)] });
  await toRefunded(c, await ordersIn(c, ids));
}

/** The same for those of a 测评请款 that was paid: requested → paid. */
export async function settleRefunds(c: RuleContext, ids: RefundRequestedIds, paid: RequestedPaid): Promise<void> {
  await lockRefunds(c, ids);
  await requireState(c, ids, "requested", "不是已请款，不能返款");
  await payRefunds(c, ids, paid);
}

/** The bank sent their payment back: paid → requested, their orders are 返款中 again. */
export async function unsettleRefunds(c: RuleContext, ids: RefundRequestedIds): Promise<void> {
  await lockRefunds(c, ids);
  await requireState(c, ids, "paid", "不是已返款");
  await moveTo(c, evaRefund, ids, "requested", "付款退票");
  await patchMany(c, evaRefund, ids, { paidTime: null, voucher: [] });
  await backToRefunding(c, await ordersIn(c, ids));
}
