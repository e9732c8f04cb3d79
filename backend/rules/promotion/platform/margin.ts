import type { RuleContext } from "../../../documents/rules";
import { dec, r4, round } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { costOfPieces } from "../../pieces";

/** What the platform keeps of a price (market.md 13). */
const KEPT = "0.15";
/** What it asks for bringing a unit where nothing of it was sold yet: 3 USD and 7 % of the price (market.md 13). */
const USUAL = { usd: "3", share: "0.07" };
const DAYS = 90;

interface Unit {
  skuId: string;
  cost: string | null;
  /** Fulfilment of a unit over the last days, in the currency of the store. */
  fulfil: string | null;
}

/** Cost and fulfilment of a unit of these SKUs in a store. */
async function unitsOf(c: RuleContext, storeId: string, skuIds: readonly string[]) {
  const rows = await c.sql.query<Unit>(
    `select k.id as "skuId", ${costOfPieces("k.id")}::text as cost, (
         select (sum(f.fulfill_fee) / nullif(sum(f.units), 0))::text
         from fact_trade_daily f join sku_listing l on l.store_id = f.store_id
           and l.msku = f.seller_sku and l.del_flag = 0
         where l.sku_id = k.id and f.store_id = $1 and f.biz_date >= current_date - $3::int) as fulfil
     from sku k where k.id = any($2::bigint[])`,
    [storeId, skuIds, DAYS],
  );
  return new Map(rows.map((r) => [r.skuId, r]));
}

interface Line {
  skuId?: string | null;
  promoPrice?: string | number | null;
}

/**
 * What is left of the price of each line during a deal, in percent of it (market.md 1): less the
 * platform's 15 %, cost, fulfilment and the fee of the deal; a line without a cost is unknown.
 */
export async function marginsOf(
  c: RuleContext,
  place: { storeId: string; currency: string; unitFee: string | number | null | undefined },
  lines: readonly Line[],
): Promise<(string | null)[]> {
  const units = await unitsOf(
    c,
    place.storeId,
    lines.map((l) => String(l.skuId)),
  );
  const rate = await rateOf(c.sql, c.tenantId, place.currency);
  const usd = await rateOf(c.sql, c.tenantId, "USD");
  return lines.map((line) => {
    const unit = units.get(String(line.skuId));
    const price = dec(line.promoPrice);
    if (!unit?.cost || price.lte(0)) return null;
    const usual = dec(USUAL.usd).times(usd).div(rate).plus(price.times(USUAL.share));
    const fulfil = unit.fulfil ? dec(unit.fulfil) : usual;
    const left = price
      .times(dec(1).minus(KEPT))
      .minus(r4(dec(unit.cost).div(rate)))
      .minus(fulfil)
      .minus(dec(place.unitFee));
    return round(left.times(100).div(price), 2);
  });
}
