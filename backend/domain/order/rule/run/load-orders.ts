import { estimateOf } from "#backend/domain/order/state/figures";
import type { OrderFacts, OrderLineFacts, Rule } from "#backend/domain/order/words/rule";
import type { RuleContext } from "#backend/engine/documents";
import { openAddress } from "#backend/platform/personal/open";
import { dec, rateOf } from "#backend/platform/values";
import { leavesOf } from "#documents/order/rule/tree";
import type { FactName, Priority } from "#documents/order/rule/words";
import { salesOrder } from "#documents/order/sales-order";

type LoadOrderPlace = Pick<RuleContext, "sql" | "tenantId">;

interface LoadOrderHead {
  id: string;
  storeId: string;
  storeCode: string | null;
  siteCode: string | null;
  country: string | null;
  state: string | null;
  postcode: string | null;
  addressHash: string | null;
  source: string;
  level: string | null;
  isPrime: boolean;
  isBusinessOrder: boolean;
  isRepeatBuyer: boolean;
  isBlacklistBuyer: boolean;
  currency: string;
  goods: string;
  shipping: string;
  discount: string;
  total: string;
  month: string;
  remainHours: string | null;
  tags: string[];
  priority: Priority;
  lines: (OrderLineFacts & { cost: string | null })[];
}

/** What people gave an order: what the last run added or took away is undone. */
const OWN_TAGS = `array(select v from unnest(coalesce(o.tags, '{}') || coalesce(g.tags_removed, '{}'))
  with ordinality x(v, n) where v <> all(coalesce(g.tags_added, '{}')) group by v order by min(n))`;

const HEADS = `
  select o.id, o.store_id as "storeId", s.store_code as "storeCode", i.site_code as "siteCode",
    coalesce(o.receiver_country, i.site_code) as country, o.receiver_state as state,
    o.receiver_postcode as postcode, o.receiver_hash as "addressHash", o.order_source as source,
    p.ship_service_level as level, coalesce(p.is_prime, false) as "isPrime",
    coalesce(p.is_business_order, false) as "isBusinessOrder",
    (exists (select 1 from sales_order e where e.tenant_id = o.tenant_id and e.id < o.id
        and e.receiver_hash = o.receiver_hash and e.status <> 'cancelled')
      or exists (select 1 from platform_order q where q.tenant_id = o.tenant_id and q.del_flag = 0
        and q.buyer_key = p.buyer_key and q.id <> p.id and q.purchase_time < p.purchase_time
        and q.status not in ('Pending', 'PendingAvailability', 'Canceled'))) as "isRepeatBuyer",
    exists (select 1 from customer w where w.tenant_id = o.tenant_id and w.buyer_key = p.buyer_key
        and w.blacklist and w.del_flag = 0) as "isBlacklistBuyer",
    o.currency, o.goods_amount::text as goods, o.shipping_amount::text as shipping,
    o.discount_amount::text as discount, o.total_amount::text as total,
    to_char(coalesce(o.order_date, o.create_time::date), 'YYYY-MM-01') as month,
    round((extract(epoch from o.latest_ship_time - now()) / 3600)::numeric, 1)::text as "remainHours",
    ${OWN_TAGS} as tags,
    case when g.priority_after = o.priority then g.priority_before else coalesce(o.priority, 'normal') end
      as priority,
    coalesce((select jsonb_agg(jsonb_build_object('orderLineId', l.id::text, 'skuId', k.id::text,
        'skuCode', k.sku_code, 'category', u.category_id, 'qty', l.qty - l.shipped_qty,
        'attributes', coalesce(l.attributes, '{}'), 'cost', k.purchase_price::text,
        'weightKg', (coalesce(k.gross_weight_g, 0) / 1000.0)::text,
        'volumeWeightKg', coalesce(round(k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm / 6000, 3), 0)::text,
        'longestCm', coalesce(greatest(k.pkg_length_cm, k.pkg_width_cm, k.pkg_height_cm), 0)::text,
        'declareUsd', coalesce(k.declare_price, 0)::text) order by l.line_no, l.id)
      from sales_order_line l join sku k on k.id = l.sku_id left join spu u on u.id = k.spu_id
      where l.sales_order_id = o.id and l.del_flag = 0 and l.qty > l.shipped_qty), '[]') as lines
  from sales_order o left join store s on s.id = o.store_id left join site i on i.id = o.site_id
    left join platform_order p on p.id = o.platform_order_id
    left join lateral (select tags_added, tags_removed, priority_before, priority_after
      from order_rule_log where order_id = o.id order by id desc limit 1) g on true
  where o.tenant_id = $1 and o.del_flag = 0 and o.id = any($2::bigint[]) order by o.id`;

/** Rates of months, each asked for once. */
function ratesOf({ sql, tenantId }: LoadOrderPlace) {
  const known = new Map<string, Promise<string>>();
  return (currency: string, month: string) => {
    const key = `${currency} ${month}`;
    const rate = known.get(key) ?? rateOf(sql, tenantId, currency, month);
    known.set(key, rate);
    return rate;
  };
}

const reads = (rules: readonly Rule[], field: FactName) =>
  rules.some((r) => leavesOf(r.tree).some((l) => l.field === field));

/** The lines of an address as one text, for rules that look into it; it is kept nowhere. */
async function addressText({ sql }: LoadOrderPlace, id: string): Promise<string | null> {
  const found = await openAddress(sql, salesOrder, id);
  return found && [found.line1, found.line2, found.district, found.city].filter(Boolean).join(" ");
}

/** What rules ask of these orders, as they are now. Shipped pieces are not packed again. */
export async function loadOrders(
  c: LoadOrderPlace,
  ids: readonly string[],
  rules: readonly Rule[],
): Promise<OrderFacts[]> {
  const heads = await c.sql.query<LoadOrderHead>(HEADS, [c.tenantId, ids]);
  const rate = ratesOf(c);
  const [whole, inDollars] = [reads(rules, "shipAddress"), reads(rules, "orderAmountUsd")];
  const orders: OrderFacts[] = [];
  for (const head of heads) {
    const own = await rate(head.currency, head.month);
    // Nobody needs a rate that no rule asks for.
    const usd = inDollars ? await rate("USD", head.month) : null;
    const shipAddress = whole ? await addressText(c, head.id) : null;
    const profitRate = (freightCny: string) => estimateOf({ ...head, rate: own, freightCny }).estProfitRate;
    orders.push({
      ...head,
      facts: {
        storeId: head.storeCode,
        siteCode: head.siteCode,
        fulfillmentChannel: "MFN",
        orderSource: head.source,
        shipServiceLevel: head.level,
        isPrime: head.isPrime,
        isBusinessOrder: head.isBusinessOrder,
        isRepeatBuyer: head.isRepeatBuyer,
        isBlacklistBuyer: head.isBlacklistBuyer,
        shipCountry: head.country,
        shipState: head.state,
        shipPostcode: head.postcode,
        shipAddress,
        remainHours: head.remainHours,
        estProfitRate: profitRate("0"),
        orderAmountUsd: usd && dec(head.total).times(own).div(usd).toFixed(2),
      },
      profitRate,
    });
  }
  return orders;
}
