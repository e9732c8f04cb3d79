import type { RuleContext } from "../../../documents/rules";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { quoteFreight } from "../../logistics/freight/quote";
import { writeFigures } from "./figures";

interface Parcel {
  templateId: string;
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
    `select h.freight_template_id as "templateId", p.receiver_country as country,
       p.receiver_postcode as zone, x.kg::text, x.longest::text, x.volume::text,
       coalesce(x.own / nullif(x.kg, 0), 1)::text as share
     from package_order p join logistics_channel h on h.id = p.logistics_channel_id
       and h.freight_template_id is not null
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

/** Writes what the packages of an order are expected to cost on their way, in CNY, and what it earns then. */
export async function writeFreight(c: RuleContext, orderId: string): Promise<void> {
  const amounts: string[] = [];
  for (const p of await parcelsOf(c, orderId)) {
    const widthCm = dec(p.volume).div(p.longest).toFixed(2);
    const box = { lengthCm: p.longest, widthCm, heightCm: "1", weightKg: p.kg };
    const quote = await quoteFreight(c, { ...p, boxes: [box] });
    if ("refused" in quote) continue;
    const rate = await rateOf(c.sql, c.tenantId, quote.currency);
    amounts.push(r2(dec(quote.total).times(rate).times(p.share)));
  }
  const changed = await c.sql.query(
    `update sales_order set est_freight = $2
     where id = $1 and coalesce(est_freight, 0) <> $2::numeric returning id`,
    [orderId, sum(amounts)],
  );
  if (changed.length) await writeFigures(c, orderId);
}
