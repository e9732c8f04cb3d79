import { grouped } from "#backend/domain/group-by";
import { moveTo, type RuleContext, transition } from "#backend/engine/documents";
import { conflict } from "#backend/platform/http";
import { salesOrder } from "#documents/order/sales-order";
import { releasePackages, reservePackages } from "../package/hold";
import { lockApart } from "../rule/run/lock-orders";
import { withPackages } from "./places";

const SENT = new Set(["sent", "labelled"]);

/** A package that its warehouse has already been told of. */
export const alreadySent = ({ packages }: Awaited<ReturnType<typeof withPackages>>) =>
  packages.some((p) => SENT.has(p.status));

interface AuditPacked {
  open: boolean;
  shipped: boolean;
}

/** Of an order without lines. */
const NONE: { packed: AuditPacked } = { packed: { open: true, shipped: false } };

const packedOf = async ({ sql }: RuleContext, ids: readonly string[]) => {
  const rows = await sql.query<AuditPacked & { id: string }>(
    `select sales_order_id as id, bool_or(allocated_qty <> qty) as open, bool_or(shipped_qty > 0) as shipped
     from sales_order_line where sales_order_id = any($1::bigint[]) and del_flag = 0 group by 1`,
    [ids],
  );
  const known = new Map(rows.map(({ id, ...packed }) => [id, { packed }]));
  return new Map(ids.map((id) => [id, known.get(id) ?? NONE]));
};

const reasonOf = ({ open }: AuditPacked) => open && "存在未分配数量";
const stateOf = ({ shipped }: AuditPacked) => (shipped ? "partShipped" : "audited");

/** 审核: stock for everything, or nothing (market.md 4). */
const audit = transition(salesOrder, "audit", {
  lock: async (c, row) => (await packedOf(c, [row.id])).get(row.id) ?? NONE,
  guard: ({ packed }) => reasonOf(packed),
  to: ({ packed }) => stateOf(packed),
  effect: (c, { row }) => reservePackages(c, [row.id]),
  many: {
    lockFirst: lockApart,
    lock: (c, rows) =>
      packedOf(
        c,
        rows.map((row) => row.id),
      ),
    effect: (c, scenes) =>
      reservePackages(
        c,
        scenes.map(({ row }) => row.id),
      ),
  },
});

/**
 * Audits orders that a rule has packed, as 审核 does. They are locked by the caller, who undoes what is
 * written when one is refused.
 * @throws Refusal 409 存在未分配数量, or the stock that is short
 */
export async function auditOrders(c: RuleContext, orderIds: readonly string[]): Promise<void> {
  const packed = [...(await packedOf(c, orderIds))].map(([id, scene]) => ({ id, ...scene.packed }));
  const [reason] = packed.flatMap((one) => reasonOf(one) || []);
  if (reason) throw conflict(reason);
  await reservePackages(c, orderIds);
  for (const [state, some] of grouped(packed, stateOf))
    await moveTo(
      c,
      salesOrder,
      some.map((one) => one.id),
      state,
      "自动审核",
    );
}

const unaudit = transition(salesOrder, "unaudit", {
  lock: withPackages,
  guard: (scene) => alreadySent(scene) && "包裹已下发仓库，不能反审核",
  effect: async (c, { row }) => releasePackages(c, row.id),
});

export const auditing = [audit, unaudit];
