import type { RuleContext } from "#backend/engine/documents";
import type { HoldingDraft } from "#backend/engine/documents/around/drafts";
import { param } from "#backend/platform/values";
import type { DraftOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";

type DraftSource = "turn_line_id" | "award_id";

/**
 * Pieces on order lines that are not submitted, by source line (drafts and rejected ones). `direct`:
 * only lines that come from no award.
 */
export async function draftQty(
  { sql }: RuleContext,
  source: DraftSource,
  ids: string[],
  direct = false,
): Promise<Map<string, number>> {
  const rows = await sql.query<{ id: string; qty: number }>(
    `select l.${source} as id, sum(l.qty)::int as qty
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.${source} = any($1) and l.del_flag = 0 and o.del_flag = 0
       and o.status in ('draft', 'rejected') ${direct ? "and l.award_id is null" : ""}
     group by 1`,
    [ids],
  );
  return new Map(rows.map((r) => [r.id, r.qty]));
}

/** The orders that hold these pieces, with how many each. */
export const draftOrders = ({ sql }: RuleContext, source: DraftSource, ids: readonly string[]) =>
  sql.query<HoldingDraft>(
    `select o.no, o.status, sum(l.qty)::int as held
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.${source} = any($1) and l.del_flag = 0 and o.del_flag = 0
       and o.status in ('draft', 'rejected') group by o.id order by o.id`,
    [ids],
  );

/** Orders in draft, auditing or rejected on these turn lines, directly or by an award. */
export const openOrders = ({ sql }: RuleContext, turnLineIds: readonly string[]) =>
  sql.query<HoldingDraft>(
    `select o.no, o.status from purchase_order o
     where o.del_flag = 0 and o.status in ('draft', 'auditing', 'rejected') and exists (
       select 1 from purchase_order_line l where l.purchase_order_id = o.id and l.del_flag = 0
         and (l.turn_line_id = any($1) or l.award_id in (
           select q.id from inquiry_quote q join inquiry_order_line i on i.id = q.line_id
           where i.turn_line_id = any($1)))) order by o.id`,
    [turnLineIds],
  );

/** Header values of an order that follow from supplier and tax rate. */
export async function orderHeader(
  { sql, tenantId }: RuleContext,
  supplierId: string,
  taxRate: string,
): Promise<DraftOf<typeof purchaseOrder>> {
  const code = await param(sql, tenantId, "default_pay_company");
  const company = await sql.one<{ id: string }>(
    "select id from company where tenant_id = $1 and code = $2 and del_flag = 0",
    [tenantId, code],
  );
  return { supplierId, companyId: company?.id ?? null, taxType: Number(taxRate) === 0 ? "nonTax" : "tax" };
}
