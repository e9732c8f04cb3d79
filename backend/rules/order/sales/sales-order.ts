import { salesOrder } from "#documents/order/sales-order";
import { literal } from "../../../db/page";
import { rules, transition } from "../../../documents/written";
import { wholeAddress } from "../../personal/unmask";
import { lockWithReceiver, runRule } from "../rule/run/run-rule";
import { whyOf } from "../rule/run/why";
import { hoursLeft } from "../state/hours-left";
import { auditing, auditOrder } from "./audit";
import { complete, settleOrder } from "./form";
import { keeping } from "./keeping";
import { parcelsOf } from "./parcels";
import { beyondDraft, placing, withPackages } from "./places";
import { sharing } from "./share";

/** States in which somebody still has to send something. */
const UNSENT = "('pendingProcess', 'held', 'exception', 'pendingAudit', 'audited', 'partShipped')";

const runningRules = transition(salesOrder, "runRule", {
  async lockFirst(c, id) {
    await lockWithReceiver(c, id);
  },
  lock: withPackages,
  guard: beyondDraft,
  effect: (c, { row }) => runRule(c, row.id, "manual", auditOrder),
});

const unmask = transition(salesOrder, "unmask", wholeAddress(salesOrder, "receiver"));

/** 订单 (market.md 4). */
export const salesOrderRules = rules(salesOrder, {
  expressions: {
    country: "t.receiver_country",
    remainHours: hoursLeft(`t.status in ${UNSENT}`),
    // First legs reach no order yet.
    estWithout: `concat_ws('、', case when t.est_unknown then '采购成本' end,
      case when t.est_freight is null then '运费' end, '头程费用')`,
    overdue: `coalesce(t.status in ${UNSENT} and t.latest_ship_time < now(), false)`,
  },
  filters: {
    tags: (value) => ({
      sql: "exists (select 1 from unnest(t.tags) as g where g ilike ?)",
      values: [`%${literal(value)}%`],
    }),
  },
  async enrich(_c, rows) {
    const unknown = { estCost: null, estProfit: null, estProfitRate: null };
    for (const row of rows) if (row.estUnknown) Object.assign(row, unknown);
  },
  async enrichOne(c, row) {
    Object.assign(row, { packages: await parcelsOf(c, row.id), ruleRuns: await whyOf(c, row.id) });
  },
  beforeSave: complete,
  afterSave: settleOrder,
  transitions: [runningRules, ...auditing, ...placing, ...sharing, ...keeping, unmask],
});
