import { partyOf } from "#backend/domain/kol/party";
import type { RuleContext, RuleValues, SourcesOf } from "#backend/engine/documents";
import { link, perform, rules, transition, visible } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { forbidden, invalid, Refusal } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { permissionOf, type SentOf } from "#documents/kit";
import { evaluation } from "#documents/promotion/evaluation";
import { evaluationOrder } from "#documents/promotion/order";
import { matchStates } from "#documents/promotion/words";
import { byMonth, picturesOf } from "../told/months";
import { endTask, giveBack, lockOrdersOf } from "./closing";
import { recountLines, TAKEN } from "./counters";
import { workOut } from "./save";

const openOf = ({ sql }: RuleContext, evaluationId: string) =>
  sql.query<{ id: string; no: string; match: keyof typeof matchStates; alias: string; paid: string }>(
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
const handle = transition(evaluation, "handle", {
  lock: async (c, { id }) => ({ open: await openOf(c, id) }),
  guard: ({ open }) => !open.length && "没有待核对的测评订单",
  ask: async (_c, { open }) => ({
    orders: open.map((o) => ({
      orderId: o.id,
      says: `${o.no}　${o.alias}　${o.paid}　${matchStates[o.match].label}`,
      result: o.match === "matched" ? "check" : null,
    })),
  }),
  async effect(c, { open }, { orders = [] }) {
    const known = new Set(open.map((o) => o.id));
    const chosen = orders.filter((o) => o.result && known.has(o.orderId ?? ""));
    if (!chosen.length) throw invalid("请选择处理方式", { orders: "请选择处理方式" });
    if (chosen.some((o) => o.result === "check") && !c.caller.permissions.has("promo_evaorder_approve"))
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

/** A task starts from the first line of its application that still has something left, or from the named one. */
async function prefill(
  c: RuleContext,
  { applicationId }: SourcesOf<typeof evaluation>,
  { skuId }: Readonly<Record<string, string>>,
): Promise<RuleValues> {
  const id = applicationId?.[0];
  if (!id) return {};
  const lines = await c.sql.query<{ skuId: string; left: number; first: string; last: string }>(
    `select l.sku_id as "skuId", a.expect_start::text as first, a.expect_end::text as last,
       l.apply_qty - coalesce((select sum(${TAKEN}) from evaluation e
         where e.application_line_id = l.id and e.del_flag = 0), 0)::int as left
     from evaluation_application_line l join evaluation_application a
       on a.id = l.evaluation_application_id
     where a.id = $1 and l.del_flag = 0 order by l.line_no, l.id`,
    [id],
  );
  const line = lines.find((l) => (skuId ? l.skuId === skuId : l.left > 0)) ?? lines[0];
  if (!line) return { applicationId: id };
  const day = today();
  return {
    applicationId: id,
    skuId: line.skuId,
    planQty: Math.max(line.left, 0) || undefined,
    startDate: day > line.first && day <= line.last ? day : line.first,
    endDate: line.last,
  };
}

/** An order as the workbench of its task shows it. */
type WorkOrders = SentOf<typeof evaluation>["workOrders"];

/** The orders of a task that the caller may see, those that wait first; null without the right to. */
async function ordersOf(c: RuleContext, evaluationId: string): Promise<WorkOrders> {
  if (!c.caller.permissions.has(permissionOf(evaluationOrder, "view"))) return null;
  const where = visible(evaluationOrder, c.caller).and("t.evaluation_id = ?", evaluationId);
  return c.sql.query(
    `select t.id, t.no, t.platform_order_no as "platformOrderNo", t.participant_alias as alias,
       t.order_date::text as day, t.paid_amount::text as paid, t.match_state as match, t.status,
       coalesce(cardinality(t.order_photos), 0)::int as photos, t.refund_no as "refundNo",
       t.rebate_no as "rebateNo"
     from evaluation_order t where ${where}
     order by array_position(array['registered', 'abnormal'], t.status::text), t.order_date desc, t.id desc
     limit 200`,
    where.values,
  );
}

const DONE = "(coalesce(t.checked_qty, 0) + coalesce(t.refunding_qty, 0) + coalesce(t.refunded_qty, 0))";
const SPENT = `(select sum(o.paid_amount + coalesce(t.service_fee, 0)) from evaluation_order o
  where o.evaluation_id = t.id and o.del_flag = 0
    and o.status in ('checked', 'refunding', 'refunded'))`;

const start = transition(evaluation, "start", {
  guard: ({ row }) => row.endDate < today() && "已过结束日期，不能开始",
  async effect(c, { row }) {
    await lockIds(c.sql, "evaluation_application", [row.applicationId]);
    await recountLines(c, row.applicationId);
  },
});

const finish = transition(evaluation, "finish", {
  guard: ({ row }) => (row.registeredQty ?? 0) + (row.refundingQty ?? 0) > 0 && "存在未核对或返款中的测评订单",
  effect: (c, { row }) => giveBack(c, row.id),
});

const close = transition(evaluation, "close", {
  async effect(c, { row }, { reason }) {
    await lockOrdersOf(c, [row.id]);
    await endTask(c, row.id, `任务终止：${reason}`);
  },
});

/** 测评任务 (market.md 1). */
export const evaluationRules = rules(evaluation, {
  expressions: {
    skuImages: "(select k.images from sku k where k.id = t.sku_id)",
    doneQty: DONE,
    progress: `round(${DONE} * 100.0 / t.plan_qty, 2)`,
    spentAmount: SPENT,
    orderCost: `round(${SPENT} / nullif(${DONE}, 0), 2)`,
    expired: "(t.end_date < (now() at time zone 'Asia/Shanghai')::date)",
  },
  beforeNumber: (c, { applicationId }) => lockIds(c.sql, "evaluation_application", [applicationId]),
  async enrichOne(c, row) {
    const orders = await ordersOf(c, row.id);
    row.workOrders = orders;
    row.months = await byMonth(c, "evaluation_id", row.id);
    row.party = await partyOf(c);
    row.pictures = await picturesOf(
      c,
      (orders ?? []).map((o) => o.id),
    );
  },
  beforeSave: workOut,
  afterSave: async (c, id, { applicationId }, before) => {
    if (!before && applicationId)
      await link(c, { type: "evaluation_application", id: applicationId }, { type: "evaluation", id });
  },
  prefill,
  transitions: [start, finish, close, handle],
});
