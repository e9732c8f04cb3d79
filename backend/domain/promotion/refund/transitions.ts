import { wholeSecrets } from "#backend/domain/personal/unmask";
import { NOW, patch, type RuleContext, transition } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { dec, r2, rateOf } from "#backend/platform/values";
import type { RowOf } from "#documents/kit";
import { evaRefund } from "#documents/promotion/refund";
import { matchStates } from "#documents/promotion/words";
import { lockOrders } from "../order/lock";
import { type MatchState, strayed } from "../order/match";
import { backToChecked } from "../order/settle";
import { doubtsOf } from "./hints";
import { copyPayee } from "./payee";

type RefundTransitionRow = RowOf<typeof evaRefund>;

const ordersOf = (row: RefundTransitionRow) => row.items.flatMap((l) => l.evaluationOrderId || []);

export const submit = transition(evaRefund, "submit", {
  lock: async (c, row) => ({
    doubts: await doubtsOf(c, row),
    rate: await rateOf(c.sql, c.tenantId, row.currency ?? "CNY"),
  }),
  guard: ({ row }) => !row.items.length && "请至少添加一条明细",
  warn: ({ doubts }) => doubts,
  async effect({ sql }, { row, rate }) {
    await patch({ sql }, evaRefund, row.id, {
      exchangeRate: rate,
      amountCny: r2(dec(row.totalAmount).times(dec(rate))),
    });
  },
});

/** The first order that the platform does not say to be 已匹配 any more. */
async function strayOf(c: RuleContext, row: RefundTransitionRow) {
  const ids = ordersOf(row);
  await lockOrders(c, ids);
  if (c.sql.held) return (await strayed(c, ids))[0];
  return c.sql.one<{ no: string; state: MatchState }>(
    `select no, match_state as state from evaluation_order
     where id = any($1::bigint[]) and match_state <> 'matched' order by id limit 1`,
    [ids],
  );
}

async function payeeOf(c: RuleContext, row: RefundTransitionRow) {
  await lockIds(c.sql, "evaluation_resource", [row.resourceId], "share");
  return c.sql.one<{ method: string | null; account: boolean }>(
    `select pay_method as method, payee_name is not null and payee_account is not null as account
     from evaluation_resource where id = $1`,
    [row.resourceId],
  );
}

export const verify = transition(evaRefund, "verify", {
  lock: async (c, row) => ({
    stray: await strayOf(c, row),
    payee: await payeeOf(c, row),
    doubts: await doubtsOf(c, row),
  }),
  guard({ row, stray, payee }, { caller }) {
    if (row.createBy === caller.userId) return "不能核对本人创建的返款单";
    if (stray) return `订单 ${stray.no} ${matchStates[stray.state].label}，请移除`;
    return payee?.method !== "platform" && !payee?.account && "请先完善测评资源的收款信息";
  },
  warn: ({ doubts }) => doubts,
  async effect(c, { row }, { note }) {
    await copyPayee(c, { table: "evaluation_resource", id: row.resourceId ?? "" }, { table: "eva_refund", id: row.id });
    await patch(c, evaRefund, row.id, { verifyBy: c.caller.userId, verifyTime: NOW, verifyNote: note ?? null });
  },
});

export const reject = transition(evaRefund, "reject", {
  async effect({ sql }, { row }, { reason }) {
    await patch({ sql }, evaRefund, row.id, { verifyNote: reason });
  },
});

/** A request that is not void and asks for it, a draft too. */
const requestOf = ({ sql }: RuleContext, id: string) =>
  sql.one<{ no: string }>(
    `select r.no from eva_request_line l join eva_request r on r.id = l.eva_request_id
     where l.refund_id = $1 and l.del_flag = 0 and r.del_flag = 0 and r.status <> 'void' limit 1`,
    [id],
  );

export const voided = transition(evaRefund, "void", {
  async lock(c, row) {
    await lockOrders(c, ordersOf(row));
    return { request: await requestOf(c, row.id) };
  },
  guard: ({ request }) => request && "已请款，不能作废",
  effect: (c, { row }) => backToChecked(c, ordersOf(row)),
});

export const unmask = transition(
  evaRefund,
  "unmask",
  wholeSecrets(evaRefund, ["payeeAccount"], (row: RefundTransitionRow) => [row.payeeName, row.payeeBank]),
);
