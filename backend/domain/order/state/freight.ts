import { parcelBox, quoteFreight } from "#backend/domain/logistics/freight/quote";
import type { RuleContext } from "#backend/engine/documents";
import { dec, r2, rateOf, sum } from "#backend/platform/values";
import { writeFigures } from "./figures";

interface FreightParcel {
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

const parcelsOf = ({ sql }: RuleContext, orderId: string) =>
  sql.query<FreightParcel>(
    `select p.id, h.freight_template_id as "templateId", p.receiver_country as country,
       p.receiver_postcode as zone, x.kg::text, x.longest::text as "longestCm", x.volume::text as "volumeCm3",
       coalesce(x.own / nullif(x.kg, 0), 1)::text as share
     from package_order p left join logistics_channel h on h.id = p.logistics_channel_id
       cross join lateral (
         select sum(l.qty * coalesce(k.gross_weight_g, 0)) / 1000 as kg,
           sum(l.qty * coalesce(k.gross_weight_g, 0)) filter (where l.order_id = $1) / 1000 as own,
           coalesce(max(greatest(k.pkg_length_cm, k.pkg_width_cm, k.pkg_height_cm)), 0) as longest,
           coalesce(sum(l.qty * k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm), 0) as volume
         from package_order_line l join sku k on k.id = l.sku_id
         where l.package_order_id = p.id and l.del_flag = 0) x
     where p.del_flag = 0 and p.status <> 'cancelled' and x.own is not null
     order by p.id`,
    [orderId],
  );

/** Freight of a whole parcel in CNY by the template of its channel; none where that serves it not. */
async function priced(c: RuleContext, { templateId, ...p }: FreightParcel): Promise<string | null> {
  if (!templateId) return null;
  const boxes = [parcelBox({ ...p, weightKg: p.kg })];
  const quote = await quoteFreight(c, { ...p, templateId, boxes });
  if ("refused" in quote) return null;
  return r2(dec(quote.total).times(await rateOf(c.sql, c.tenantId, quote.currency)));
}

/**
 * Writes what the packages of an order are expected to cost on their way, in CNY, and what it earns then.
 * A package whose channel has no price for it leaves that of its order unknown too.
 */
export async function writeFreight(c: RuleContext, orderId: string): Promise<void> {
  const parcels = await parcelsOf(c, orderId);
  const prices: { id: string; share: string; price: string | null }[] = [];
  for (const p of parcels) prices.push({ id: p.id, share: p.share, price: await priced(c, p) });
  await c.sql.query(
    `update package_order p set est_freight = x.price
     from jsonb_to_recordset($1::jsonb) as x(id bigint, price numeric)
     where p.id = x.id and p.est_freight is distinct from x.price`,
    [JSON.stringify(prices)],
  );
  const shares = prices.flatMap(({ price, share }) => (price === null ? [] : [r2(dec(price).times(share))]));
  const known = prices.length > 0 && shares.length === prices.length;
  const changed = await c.sql.query(
    `update sales_order set est_freight = $2
     where id = $1 and est_freight is distinct from $2::numeric returning id`,
    [orderId, known ? sum(shares) : null],
  );
  if (changed.length) await writeFigures(c, orderId);
}
