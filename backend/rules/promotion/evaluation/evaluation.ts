import { evaluation } from "#documents/promotion/evaluation";
import { lockIds } from "../../../db/locks";
import { link } from "../../../documents/around/chain";
import { rules, transition } from "../../../documents/written";
import { today } from "../../../values/calendar";
import { partyOf } from "../../kol/party";
import { byMonth } from "../told/months";
import { picturesOf } from "../told/pictures";
import { endTask, giveBack, lockOrdersOf } from "./closing";
import { recountLines } from "./counters";
import { handle } from "./handle";
import { ordersOf } from "./orders";
import { prefill } from "./prefill";
import { workOut } from "./save";

const DONE =
  "(coalesce(t.checked_qty, 0) + coalesce(t.refunding_qty, 0) + coalesce(t.refunded_qty, 0))";
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
  guard: ({ row }) =>
    (row.registeredQty ?? 0) + (row.refundingQty ?? 0) > 0 && "存在未核对或返款中的测评订单",
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
      await link(
        c,
        { type: "evaluation_application", id: applicationId },
        { type: "evaluation", id },
      );
  },
  prefill,
  transitions: [start, finish, close, handle],
});
