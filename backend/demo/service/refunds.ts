import type { RuleValues } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { csRefund } from "#documents/service/cs-refund";
import { act, approveAll, asSystem, draft, personAt } from "../acting";
import { workAfter, workAgo } from "../clock";
import { turn } from "../random";
import { uploadSample } from "../sample-files";

const REASONS = ["damaged", "late", "notAsDescribed", "wrongItem", "lost", "noLongerNeeded"];
/** How far each refund has come. */
const ENDS = [
  "done",
  "done",
  "draft",
  "auditing",
  "done",
  "approved",
  "done",
  "rejected",
  "done",
  "void",
  "done",
  "approved",
] as const;
/** What waits for somebody does so since yesterday. */
const OPEN: readonly string[] = ["draft", "auditing", "approved"];
const REFUNDS = 36;
/** Those of a whole demonstration, over its months; how far the others have come long since. */
const ALL = 420;
const FORMER_ENDS = ["done", "done", "done", "void", "done", "done", "done", "done"] as const;

/** Orders that arrived, of which the platform told a line that is known here. */
const soldOf = (sql: Sql, most: number) =>
  sql.query<{ id: string; lineNo: string; total: string; time: string }>(
    `select t.id, l.platform_line_no as "lineNo", t.order_total::text as total,
       t.purchase_time::text as time
     from platform_order t join platform_order_line l on l.platform_order_id = t.id
       join store s on s.id = t.store_id and s.state = 'enabled'
     where t.status = 'Shipped' and l.sku_id is not null and l.qty_shipped > 0 and t.order_total > 10
       and t.tenant_id = 1 and t.fulfillment_channel = 'MFN'
     order by md5(t.platform_order_no) limit $1`,
    [most],
  );

/**
 * Refunds to buyers, by the rules of refunds: asked for, approved, paid back at the platform.
 * @param lived those of former months too
 */
export async function insertCustomerRefunds(sql: Sql, lived: boolean): Promise<number> {
  const system = asSystem(sql);
  const [staff, lead] = [await personAt(system, "cs_staff"), await personAt(system, "cs_lead")];
  const sold = await soldOf(sql, lived ? ALL : REFUNDS);
  for (const [i, { id: platformOrderId, lineNo, total, time }] of sold.entries()) {
    const reason = turn(REASONS, i);
    const goodwill = i % 6 === 1;
    const shown = reason === "damaged" || reason === "wrongItem";
    const end = i < REFUNDS ? turn(ENDS, i) : turn(FORMER_ENDS, i);
    await (OPEN.includes(end) ? workAgo(sql, 1) : workAfter(sql, time, 6));
    const { id } = await draft(staff, csRefund, {
      platformOrderId,
      reason,
      refundType: goodwill ? "goodwill" : "partial",
      evidence: shown ? [await uploadSample(staff, "picture", "破损照片.jpg")] : [],
      items: [
        goodwill
          ? { orderLineId: lineNo, qty: 0, principal: String(Math.floor(Number(total) / 12)) }
          : { orderLineId: lineNo, qty: 1 },
      ],
    });
    if (end === "draft") continue;
    const step = (who: typeof staff, action: string, input: RuleValues = {}) =>
      act(who, csRefund.name, id, action, input);
    if (end === "void") await step(staff, "void", { reason: "买家撤回申请" });
    else await step(staff, "submit");
    if (end === "void" || end === "auditing") continue;
    if (end === "rejected") await step(lead, "reject", { comment: "请先补充照片" });
    else await approveAll(system, csRefund.name, id);
    if (end === "done") await step(lead, "register", { platformRefundId: `R${String(1_000_000 + i * 7919)}` });
  }
  return sold.length;
}
