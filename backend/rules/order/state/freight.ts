import type { RuleContext } from "../../../documents/rules";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { quoteFreight } from "../../logistics/freight/quote";
import { writeFigures } from "./figures";

interface Parcel {
  id: string;
  /** None: its channel has no prices. */
  templateId: string | null;
  country: string | null;
  zone: string | null;
  kg: string;
  /** Share of this order in what the package weighs. */
  share: string;
  longest: string;
  volume: string;
}

const parcelsOf = ({ sql }: RuleContext, orderId: string) =>
  sql.query<Parcel>(
    `select p.id, h.freight_template_id as "templateId", p.receiver_country as country,
       p.receiver_postcode as zone, x.kg::text, x.longest::text, x.volume::text,
       coalesce(x.own / nullif(x.kg, 0), 1)::text as share
     from package_order p left join logistics_channel h on h.id = p.logistics_channel_id
       cross join lateral (
         select sum(l.qty * coalesce(k.gross_weight_g, 0)) / 1000 as kg,
           sum(l.qty * coalesce(k.gross_weight_g, 0)) filter (where l.order_id = $1) / 1000 as own,
           greatest(max(greatest(k.pkg_length_cm, k.pkg_width_cm, k.pkg_height_cm)), 1) as longest,
           coalesce(sum(l.qty * k.pkg_length_cm * k.pkg_width_cm * k.pkg_height_cm), 1) as volume
         from package_order_line l join sku k on k.id = l.sku_id
         where l.package_order_id = p.id and l.del_flag = 0) x
     where p.del_flag = 0 and p.status <> 'cancelled' and x.own is not null
     order by p.id`,
    [orderId],
  );

/** Freight of a whole parcel in CNY by the template of its channel; none where that serves it not. */
async function priced(c: RuleContext, { templateId, ...p }: Parcel): Promise<string | null> {
  if (!templateId) return null;
  const widthCm = dec(p.volume).div(p.longest).toFixed(2);
  const box = { lengthCm: p.longest, widthCm, heightCm: "1", weightKg: p.kg };
  const quote = await quoteFreight(c, { ...p, templateId, boxes: [box] });
  if ("refused" in quote) return null;
  return r2(dec(quote.total).times(await rateOf(c.sql, c.tenantId, quote.currency)));
}

/** Writes what the packages of an order are expected to cost on their way, in CNY, and what it earns then. */
export async function writeFreight(c: RuleContext, orderId: string): Promise<void> {
  const parcels = await parcelsOf(c, orderId);
  const prices: { id: string; share: string; price: string | null }[] = [];
  for (const p of parcels) prices.push({ id: p.id, share: p.share, price: await priced(c, p) });
  await c.sql.query(
    `update package_order p set est_freight = coalesce(x.price, 0)
     from jsonb_to_recordset($1::jsonb) as x(id bigint, price numeric)
     where p.id = x.id and p.est_freight is distinct from coalesce(x.price, 0)`,
    [JSON.stringify(prices)],
  );
  const amounts = prices.flatMap(({ price, share }) =>
    price === null ? [] : [r2(dec(price).times(share))],
  );
  const changed = await c.sql.query(
    `update sales_order set est_freight = $2
     where id = $1 and coalesce(est_freight, 0) <> $2::numeric returning id`,
    [orderId, sum(amounts)],
  );
  if (changed.length) await writeFigures(c, orderId);
}
