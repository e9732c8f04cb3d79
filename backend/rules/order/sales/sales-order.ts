import { salesOrder } from "#documents/order/sales-order";
import { rules, transition } from "../../../documents/written";
import { writeFigures } from "../state/figures";
import { explode } from "./explode";
import { summed } from "./summed";

/** States in which somebody still has to send something. */
const UNSENT = "('pendingProcess', 'held', 'exception', 'pendingAudit', 'audited', 'partShipped')";
const MOST_TAGS = 10;

const hold = transition(salesOrder, "hold", {
  async effect({ sql }, { row }, { reason }) {
    await sql.query("update sales_order set hold_reason = $2 where id = $1", [row.id, reason]);
  },
});

const release = transition(salesOrder, "release", {
  async effect({ sql }, { row }) {
    await sql.query("update sales_order set hold_reason = null where id = $1", [row.id]);
  },
});

const mark = transition(salesOrder, "mark", {
  check(_scene, { priority, tags }) {
    if (!priority && !tags?.length) return "请填写优先级或标签";
    return (tags?.length ?? 0) > MOST_TAGS && `标签最多${MOST_TAGS}个`;
  },
  async effect({ sql }, { row }, { priority, tags }) {
    await sql.query(
      `update sales_order set priority = coalesce($2, priority),
         tags = case when cardinality($3::text[]) > 0 then $3::text[] else tags end where id = $1`,
      [row.id, priority ?? null, [...new Set(tags ?? [])]],
    );
  },
});

const cancel = transition(salesOrder, "cancel", {
  async effect({ sql }, { row }) {
    await sql.query(
      "update sales_order set exception_code = null, hold_reason = null where id = $1",
      [row.id],
    );
  },
});

/** 订单 (market.md 4). */
export const salesOrderRules = rules(salesOrder, {
  expressions: {
    remainHours: `case when t.status in ${UNSENT}
      then round((extract(epoch from t.latest_ship_time - now()) / 3600)::numeric, 1) end`,
    overdue: `coalesce(t.status in ${UNSENT} and t.latest_ship_time < now(), false)`,
  },
  async beforeSave(_c, next) {
    Object.assign(next, summed(next.items ?? []));
  },
  async afterSave(c, id) {
    await explode(c, id);
    await writeFigures(c, id);
  },
  transitions: [hold, release, mark, cancel],
});
