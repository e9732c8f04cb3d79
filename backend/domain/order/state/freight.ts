import { grouped } from "#backend/domain/group-by";
import { parcelBox, quoteFreight } from "#backend/domain/logistics/freight/quote";
import { pickMany, type RuleContext } from "#backend/engine/documents";
import { askOnce } from "#backend/platform/db";
import { dec, r2, rateOf, sum } from "#backend/platform/values";
import { salesOrder } from "#documents/order/sales-order";
import { writeFigures } from "./figures";

interface FreightParcel {
  orderId: string;
  id: string;
  /** None: its channel has no prices. */
  templateId: string | null;
  country: string | null;
  zone: string | null;
  kg: string;
  /** Share of this order in what the package weighs. */
  share: string;
  longestCm: string;
  volumeCm3: string;
}

const parcelsOf = ({ sql }: RuleContext, orderIds: readonly string[]) =>
  sql.query<FreightParcel>(
    `select o.order_id as "orderId", p.id, h.freight_template_id as "templateId", p.receiver_country as country,
       p.receiver_postcode as zone, x.kg::text, x.longest::text as "longestCm", x.volume::text as "volumeCm3",
       coalesce(x.own / nullif(x.kg, 0), 1)::text as share
     from (select distinct order_id, package_order_id from package_order_line
         where order_id = any($1::bigint[]) and del_flag = 0) o
       join package_order p on p.id = o.package_order_id
       left join logistics_channel h on h.id = p.logistics_channel_id
       cross join lateral (
         select sum(l.qty * coalesce(k.gross_weight_g, 0)) / 1000 as kg,
           sum(l.qty * coalesce(k.gross_weight_g, 0)) filter (where l.order_id = o.order_id) / 1000 as own,
           coalesce(max(greatest(k.pkg_length_cm, k.pkg_width_cm, k.pkg_height_cm)), 0) as longest,
           coalesce(sum(l.qty * k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm), 0) as volume
         from package_order_line l join sku k on k.id = l.sku_id
         where l.package_order_id = p.id and l.del_flag = 0) x
     where p.del_flag = 0 and p.status <> 'cancelled' and x.own is not null
     order by p.id`,
    [orderIds],
  );

/** Freight of a whole parcel in CNY by the template of its channel; none where that serves it not. */
async function priceOf(c: RuleContext, { templateId, ...p }: FreightParcel): Promise<string | null> {
  if (!templateId) return null;
  const boxes = [parcelBox({ ...p, weightKg: p.kg })];
  const quote = await quoteFreight(c, { ...p, templateId, boxes });
  if ("refused" in quote) return null;
  return r2(dec(quote.total).times(await rateOf(c.sql, c.tenantId, quote.currency)));
}

/**
 * Writes what the packages of orders are expected to cost on their way, in CNY, and what they earn then.
 * A package whose channel has no price for it leaves that of its order unknown too.
 */
export async function writeFreight(c: RuleContext, orders: string | readonly string[]): Promise<void> {
  const orderIds = [orders].flat();
  // Parcels of one set ask for the same templates, currencies and rates.
  const once = { ...c, sql: askOnce(c.sql) };
  const priced: (FreightParcel & { price: string | null })[] = [];
  for (const p of await parcelsOf(c, orderIds)) priced.push({ ...p, price: await priceOf(once, p) });
  await c.sql.query(
    `update package_order p set est_freight = x.price
     from jsonb_to_recordset($1::jsonb) as x(id bigint, price numeric)
     where p.id = x.id and p.est_freight is distinct from x.price`,
    [JSON.stringify(priced.map(({ id, price }) => ({ id, price })))],
  );
  const byOrder = grouped(priced, (p) => p.orderId);
  const known = await pickMany(c, salesOrder, orderIds, ["estFreight"]);
  const changed = new Map<string, string | null>();
  for (const { id, estFreight: was } of known) {
    const own = byOrder.get(id) ?? [];
    const shares = own.flatMap(({ price, share }) => (price === null ? [] : [r2(dec(price).times(share))]));
    const now = own.length > 0 && shares.length === own.length ? sum(shares) : null;
    const same = now === null || was === null ? now === was : dec(now).eq(was);
    if (!same) changed.set(id, now);
  }
  if (changed.size) await writeFigures(c, [...changed.keys()], changed);
}
