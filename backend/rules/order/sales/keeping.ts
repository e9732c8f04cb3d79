import { salesOrder } from "#documents/order/sales-order";
import { transition } from "../../../documents/written";
import { cancelPackages, releasePackages } from "../package/hold";
import { alreadySent } from "./audit";
import { withPackages } from "./places";

const MOST_TAGS = 10;

const hold = transition(salesOrder, "hold", {
  lock: withPackages,
  guard: (scene) => alreadySent(scene) && "包裹已下发仓库，不能挂起",
  async effect(c, { row }, { reason }) {
    await c.sql.query(
      "update sales_order set hold_reason = $2, exception_code = null where id = $1",
      [row.id, reason],
    );
    await releasePackages(c, row.id);
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
  lock: withPackages,
  guard: (scene) => alreadySent(scene) && "包裹已下发仓库，请先拦截",
  async effect(c, { row }, { reason }) {
    await c.sql.query(
      "update sales_order set exception_code = null, hold_reason = null where id = $1",
      [row.id],
    );
    await cancelPackages(c, row.id, reason);
  },
});

export const keeping = [hold, release, mark, cancel];
