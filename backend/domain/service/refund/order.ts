import type { RuleContext } from "#backend/engine/documents";
import type { HoldingDraft } from "#backend/engine/documents/around/drafts";
import { keep } from "#backend/platform/db";
import { missing } from "#backend/platform/http";
import { dec, scaleOf, sum } from "#backend/platform/values";
import type { fulfillmentChannels, platformStates } from "#documents/order/platform-words";

/** What refunds take of a line, of an order. */
export interface OrderParts {
  qty: number;
  principal: string;
  tax: string;
  shipping: string;
}

/** A line of an order as far as refunds go; amounts are of the whole line. */
export interface PaidLine {
  /** The platform's number of the line: rows are written anew with each change. */
  lineNo: string;
  sellerSku: string;
  skuId: string | null;
  skuCode: string | null;
  qty: number;
  shipped: number;
  /** What was paid for the goods: their price without promotion. */
  goods: string;
  shipping: string;
  goodsTax: string;
  shippingTax: string;
  /** What other living refunds hold of it. */
  held: OrderParts;
}

/** An order with what was paid, and what other living refunds hold of it. */
export interface PaidOrder {
  id: string;
  no: string;
  status: keyof typeof platformStates;
  channel: keyof typeof fulfillmentChannels | null;
  storeId: string;
  siteId: string | null;
  deptId: string | null;
  buyerKey: string | null;
  currency: string;
  /** Decimals of the currency. */
  scale: number;
  total: string;
  held: string;
  heldGoodwill: string;
  /** Refunds among those that hold something which nobody submitted. */
  drafts: HoldingDraft[];
  lines: PaidLine[];
}

/** States of refunds that hold nothing; a rejected one keeps what it holds (market.md 0.5). */
export const LIVING = "status <> 'void' and del_flag = 0";

const headOf = ({ sql, tenantId }: RuleContext, id: string, own: string | null) =>
  sql.one<Omit<PaidOrder, "lines" | "scale" | "drafts">>(
    `select t.id, t.platform_order_no as no, t.status, t.fulfillment_channel as channel,
       t.store_id as "storeId", t.site_id as "siteId", s.dept_id as "deptId", t.buyer_key as "buyerKey",
       coalesce(t.currency, i.currency) as currency, t.order_total::text as total,
       (select coalesce(sum(r.amount), 0)::text from cs_refund r where r.platform_order_id = t.id
          and r.${LIVING.replace(" and ", " and r.")} and r.id is distinct from $3) as held,
       (select coalesce(sum(r.amount), 0)::text from cs_refund r where r.platform_order_id = t.id
          and r.${LIVING.replace(" and ", " and r.")} and r.refund_type = 'goodwill'
          and r.id is distinct from $3) as "heldGoodwill"
     from platform_order t join store s on s.id = t.store_id left join site i on i.id = t.site_id
     where t.id = $1 and t.tenant_id = $2 and t.del_flag = 0`,
    [id, tenantId, own],
  );

const linesOf = ({ sql }: RuleContext, id: string, own: string | null) =>
  sql.query<PaidLine>(
    `select l.platform_line_no as "lineNo", l.seller_sku as "sellerSku", l.sku_id as "skuId", l.qty,
       (select k.sku_code from sku k where k.id = l.sku_id) as "skuCode",
       l.qty_shipped as shipped, (l.item_price - l.promotion_discount)::text as goods,
       (l.shipping_price - l.shipping_discount)::text as shipping, l.item_tax::text as "goodsTax",
       l.shipping_tax::text as "shippingTax", h.held
     from platform_order_line l cross join lateral (
       select jsonb_build_object('qty', coalesce(sum(x.qty), 0), 'tax', coalesce(sum(x.tax), 0)::text,
         'principal', coalesce(sum(x.principal), 0)::text,
         'shipping', coalesce(sum(x.shipping), 0)::text) as held
       from cs_refund_line x join cs_refund r on r.id = x.cs_refund_id
         and r.platform_order_id = l.platform_order_id
         and r.${LIVING.replace(" and ", " and r.")} and r.id is distinct from $2
       where x.order_line_id = l.platform_line_no and x.del_flag = 0) h
     where l.platform_order_id = $1 and l.del_flag = 0 order by l.line_no`,
    [id, own],
  );

const draftsOf = ({ sql }: RuleContext, id: string, own: string | null) =>
  sql.query<HoldingDraft>(
    `select no, status, amount::text as held from cs_refund
     where platform_order_id = $1 and del_flag = 0 and status in ('draft', 'rejected')
       and id is distinct from $2 order by id`,
    [id, own],
  );

/**
 * The order of a refund, locked: two refunds of it take turns. `own`: the refund that asks, which holds
 * nothing of it yet.
 * @throws Refusal 404
 */
export async function lockOrder(
  c: RuleContext,
  id: string | null | undefined,
  own: string | null = null,
): Promise<PaidOrder> {
  if (!id) throw missing();
  if (c.sql.held)
    await c.sql.query(`select id from platform_order where id = $1 ${keep(c.sql, "platform_order")}`, [id]);
  const head = await headOf(c, id, own);
  if (!head) throw missing();
  return {
    ...head,
    scale: await scaleOf(c, head.currency),
    lines: await linesOf(c, id, own),
    drafts: await draftsOf(c, id, own),
  };
}

/** What may still be paid back of an order. */
export const refundable = ({ total, held }: Pick<PaidOrder, "total" | "held">): string =>
  sum([total, dec(held).times(-1)]);
