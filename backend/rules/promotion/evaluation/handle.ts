import { evaluation } from "#documents/promotion/evaluation";
import { evaluationOrder } from "#documents/promotion/order";
import { matchStates } from "#documents/promotion/words";
import { perform } from "../../../documents/lifecycle/perform";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { forbidden, invalid, Refusal } from "../../../http/refusal";

interface Open {
  id: string;
  no: string;
  match: keyof typeof matchStates;
  alias: string;
  paid: string;
}

const openOf = ({ sql }: RuleContext, evaluationId: string) =>
  sql.query<Open>(
    `select id, platform_order_no as no, match_state as match, participant_alias as alias,
       paid_amount::text as paid
     from evaluation_order where evaluation_id = $1 and status = 'registered' and del_flag = 0
     order by order_date, id limit 200`,
    [evaluationId],
  );

interface Decision {
  orderId?: string | null;
  result?: "check" | "abnormal" | "cancel" | null;
  abnormalReason?: string | null;
  note?: string | null;
}

/** One decision by the order's own action. */
function decide(c: RuleContext, id: string, { result, abnormalReason, note }: Decision) {
  const act = (name: "check" | "markAbnormal" | "cancel", input: object) =>
    perform(c, evaluationOrder, id, name, { ...input }, { trusted: true });
  if (result === "check") return act("check", { note });
  if (result === "abnormal") return act("markAbnormal", { abnormalReason, note });
  return act("cancel", { reason: note });
}

/** 批量处理订单: each registered order of a task checked, marked or cancelled; all of it or nothing. */
export const handle = transition(evaluation, "handle", {
  lock: async (c, { id }) => ({ open: await openOf(c, id) }),
  guard: ({ open }) => !open.length && "没有待核对的测评订单",
  ask: async (_c, { open }) => ({
    orders: open.map((o) => ({
      ...{ orderId: o.id },
      says: `${o.no}　${o.alias}　${o.paid}　${matchStates[o.match].label}`,
      result: o.match === "matched" ? "check" : null,
    })),
  }),
  async effect(c, { open }, { orders = [] }) {
    const known = new Set(open.map((o) => o.id));
    const chosen = orders.filter((o) => o.result && known.has(o.orderId ?? ""));
    if (!chosen.length) throw invalid("请选择处理方式", { orders: "请选择处理方式" });
    if (
      chosen.some((o) => o.result === "check") &&
      !c.caller.permissions.has("promo_evaorder_approve")
    )
      throw forbidden("没有核对测评订单的权限");
    for (const one of chosen)
      try {
        await decide(c, one.orderId ?? "", one);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const no = open.find((o) => o.id === one.orderId)?.no;
        const i = orders.indexOf(one);
        throw invalid(`${no}：${error.message}`, { [`orders.${i}.result`]: error.message });
      }
    return { told: `已处理${chosen.length}个测评订单` };
  },
});
