import { moveTo, type RuleContext, transition } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { salesOrder } from "#documents/order/sales-order";
import { releasePackages, reservePackages } from "../package/hold";
import { withPackages } from "./places";

const SENT = new Set(["sent", "labelled"]);

/** A package that its warehouse has already been told of. */
export const alreadySent = ({ packages }: Awaited<ReturnType<typeof withPackages>>) =>
  packages.some((p) => SENT.has(p.status));

interface AuditPacked {
  open: boolean;
  shipped: boolean;
}

const packedOf = async ({ sql }: RuleContext, id: string) =>
  (await sql.one<AuditPacked>(
    `select coalesce(bool_or(allocated_qty <> qty), true) as open,
       coalesce(bool_or(shipped_qty > 0), false) as shipped
     from sales_order_line where sales_order_id = $1 and del_flag = 0`,
    [id],
  )) ?? { open: true, shipped: false };

const reasonOf = ({ open }: AuditPacked) => open && "存在未分配数量";
const stateOf = ({ shipped }: AuditPacked) => (shipped ? "partShipped" : "audited");

/** 审核: stock for everything, or nothing (market.md 4). */
const audit = transition(salesOrder, "audit", {
  lock: async (c, row) => ({ packed: await packedOf(c, row.id) }),
  guard: ({ packed }) => reasonOf(packed),
  to: ({ packed }) => stateOf(packed),
  async effect(c, { row }) {
    await reservePackages(c, row.id);
  },
});

/**
 * Audits an order that a rule has packed, as 审核 does. It is locked by the caller, who undoes what is
 * written when it is refused.
 * @throws Refusal 409 存在未分配数量, or the stock that is short
 */
export async function auditOrder(c: RuleContext, orderId: string): Promise<void> {
  const packed = await packedOf(c, orderId);
  const reason = reasonOf(packed);
  if (reason) throw conflict(reason);
  await reservePackages(c, orderId);
  await moveTo(c, salesOrder, orderId, stateOf(packed), "自动审核");
}

const unaudit = transition(salesOrder, "unaudit", {
  lock: withPackages,
  guard: (scene) => alreadySent(scene) && "包裹已下发仓库，不能反审核",
  effect: async (c, { row }) => releasePackages(c, row.id),
});

export const auditing = [audit, unaudit];
