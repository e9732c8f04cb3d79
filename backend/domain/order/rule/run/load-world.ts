import { notServed, type Offer, offersWhere, parcelBox } from "#backend/domain/logistics/freight/quote";
import type { ChannelFacts, OpenPackage, OrderFacts, WarehouseFacts, World } from "#backend/domain/order/words/rule";
import type { RuleContext } from "#backend/engine/documents";
import { dec, now, rateOf, scaleOf, today } from "#backend/platform/values";
import { priceOf } from "#documents/logistics/freight-price";

type ChannelRow = Omit<ChannelFacts, "price"> & { templateId: string | null };

const warehousesOf = ({ sql, tenantId }: RuleContext) =>
  sql.query<Omit<WarehouseFacts, "distance"> & { near: string[] }>(
    `select id, code, enabled, coalesce(site_codes, '{}') as "siteCodes",
       coalesce(near_states, '{}') as near
     from warehouse where tenant_id = $1 and del_flag = 0 and kind <> 'fba'`,
    [tenantId],
  );

const channelsOf = ({ sql, tenantId }: RuleContext) =>
  sql.query<ChannelRow>(
    `select id, enabled, coalesce(warehouse_ids, '{}')::text[] as "warehouseIds",
       coalesce(countries, '{}') as countries, max_weight_kg::text as "maxWeightKg",
       max_declared_usd::text as "maxDeclaredUsd", freight_template_id as "templateId"
     from logistics_channel where tenant_id = $1 and del_flag = 0`,
    [tenantId],
  );

/** Cubic centimetres of a kilogram of the volume weight that conditions ask for. */
const CM3 = 6000;

/** Price by a template in CNY, or null where it serves no such package. */
async function pricer(c: RuleContext, offer: Offer | undefined): Promise<ChannelFacts["price"]> {
  if (!offer || offer.terms.billingType === "container") return () => null;
  const { sql, tenantId } = c;
  const scale = await scaleOf(c, offer.terms.currency);
  const rate = await rateOf(sql, tenantId, offer.terms.currency, `${today().slice(0, 7)}-01`);
  return ({ volumeWeightKg, ...parcel }, country) => {
    if (notServed(offer, { country })) return null;
    const box = parcelBox({ ...parcel, volumeCm3: dec(volumeWeightKg).times(CM3).toFixed() });
    const price = priceOf({ ...offer.terms, scale }, { boxes: [box] });
    return "refused" in price ? null : dec(price.total).times(rate).toFixed(2);
  };
}

async function channels(c: RuleContext): Promise<Map<string, ChannelFacts>> {
  const rows = await channelsOf(c);
  const ids = [...new Set(rows.flatMap((r) => r.templateId ?? []))];
  const offers = new Map(
    (ids.length ? await offersWhere(c, "t.id = any($2::bigint[])", [ids]) : []).map((o) => [o.id, o]),
  );
  const known = new Map<string, ChannelFacts["price"]>();
  for (const id of ids) known.set(id, await pricer(c, offers.get(id)));
  return new Map(
    rows.map(({ templateId, ...r }) => [r.id, { ...r, price: known.get(templateId ?? "") ?? (() => null) }]),
  );
}

async function availableOf({ sql, tenantId }: RuleContext, orders: readonly OrderFacts[]) {
  const skus = [...new Set(orders.flatMap((o) => o.lines.map((l) => l.skuId)))];
  const rows = await sql.query<{ place: string; free: number }>(
    `select warehouse_id || '/' || sku_id as place, available_qty::int as free from stock
     where tenant_id = $1 and sku_id = any($2::bigint[])`,
    [tenantId, skus],
  );
  const free = new Map(rows.map((r) => [r.place, r.free]));
  return (warehouseId: string, skuId: string) => free.get(`${warehouseId}/${skuId}`) ?? 0;
}

/** Drafts of other orders that wait to be audited, by the receiver that they go to. */
async function openOf({ sql, tenantId }: RuleContext, orders: readonly OrderFacts[]) {
  const hashes = [...new Set(orders.flatMap((o) => o.addressHash ?? []))];
  const rows = await sql.query<OpenPackage & { orderIds: string[] }>(
    `select p.id, p.store_id as "storeId", min(o.receiver_hash) as "addressHash",
       p.warehouse_id as "warehouseId", p.logistics_channel_id as "channelId",
       count(distinct o.id)::int as orders, array_agg(distinct o.id)::text[] as "orderIds",
       floor(extract(epoch from now() - p.create_time) / 60)::int as "ageMinutes"
     from package_order p join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
       join sales_order o on o.id = l.order_id
     where p.tenant_id = $1 and p.status = 'draft' and p.del_flag = 0 and p.warehouse_id is not null
       and p.logistics_channel_id is not null and o.receiver_hash = any($2)
     group by p.id having bool_and(o.status = 'pendingAudit')`,
    [tenantId, hashes],
  );
  return (order: OrderFacts) => rows.filter((r) => !r.orderIds.includes(order.id));
}

/** What the rules know besides these orders: places, channels, free stock, packages that may be joined. */
export async function loadWorld(c: RuleContext, orders: readonly OrderFacts[]): Promise<World> {
  const warehouses = await warehousesOf(c);
  return {
    now: now(),
    warehouses: new Map(
      warehouses.map(({ near, ...w }) => [
        w.id,
        { ...w, distance: Object.fromEntries(near.map((state, i) => [state, i])) },
      ]),
    ),
    channels: await channels(c),
    available: await availableOf(c, orders),
    open: await openOf(c, orders),
  };
}
