import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { ELIGIBLE } from "../order/settle";

/** An order that is to be refunded, as it is now. */
export interface Refunded {
  id: string;
  no: string;
  platformOrderNo: string;
  participantAlias: string;
  paidAmount: string;
  resourceId: string;
  currency: string;
  siteId: string;
  eligible: boolean;
}

const SELECT = `select t.id, t.no, t.platform_order_no as "platformOrderNo",
    t.participant_alias as "participantAlias", t.paid_amount::text as "paidAmount",
    t.resource_id as "resourceId", t.currency, s.site_id as "siteId", ${ELIGIBLE} as eligible
  from evaluation_order t join store s on s.id = t.store_id
  where t.tenant_id = $1 and t.del_flag = 0`;

/** Orders by id, of this tenant. */
export async function ordersOf(
  c: RuleContext,
  ids: readonly string[],
): Promise<Map<string, Refunded>> {
  const rows = await c.sql.query<Refunded>(`${SELECT} and t.id = any($2::bigint[])`, [
    c.tenantId,
    ids,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What may be refunded of a task, the oldest first. */
export const eligibleOf = (c: RuleContext, evaluationId: string): Promise<Refunded[]> =>
  c.sql.query<Refunded>(
    `${SELECT} and t.evaluation_id = $2 and ${ELIGIBLE} order by t.order_date, t.id limit 200`,
    [c.tenantId, evaluationId],
  );

/** All of one resource and currency. @throws Refusal 409 返款明细的资源或币种不一致 */
export function requireAlike(orders: readonly Refunded[]): void {
  const [first] = orders;
  if (orders.some((o) => o.resourceId !== first?.resourceId || o.currency !== first.currency))
    throw conflict("返款明细的资源或币种不一致");
}

/** @throws Refusal 409 存在不可返款的测评订单 {no} */
export function requireEligible(orders: readonly Refunded[]): void {
  const bad = orders.find((o) => !o.eligible);
  if (bad) throw conflict(`存在不可返款的测评订单 ${bad.no}`);
}

/**
 * Of one platform order money goes back once, whatever it was registered as.
 * @throws Refusal 409 平台订单 {no} 已在返款单 {no} 中
 */
export async function requireFirst(
  c: RuleContext,
  orders: readonly Refunded[],
  own: string | undefined,
): Promise<void> {
  const twice = await c.sql.one<{ order: string; no: string }>(
    `select l.platform_order_no as "order", r.no from eva_refund_line l
       join eva_refund r on r.id = l.eva_refund_id
     where r.tenant_id = $1 and r.del_flag = 0 and r.status <> 'void' and l.del_flag = 0
       and l.platform_order_no = any($2) and r.id is distinct from $3 order by r.id limit 1`,
    [c.tenantId, orders.map((o) => o.platformOrderNo), own ?? null],
  );
  if (twice) throw conflict(`平台订单 ${twice.order} 已在返款单 ${twice.no} 中`);
}
