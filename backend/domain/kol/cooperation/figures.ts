import { patch, type RuleContext } from "#backend/engine/documents";
import { dec, r2, rateOf, round, scaleOf, sum } from "#backend/platform/values";
import { cooperation } from "#documents/kol/cooperation";

interface Money {
  starId: string;
  coopMode: string;
  feeCurrency: string;
  fixedFee: string | null;
  commissionRate: string | null;
  commissionCap: string | null;
  attributedSales: string;
  salesCurrency: string;
  publishDate: string | null;
  sample: string;
  freight: string;
  fee: string;
  feePaid: string;
  /** Commission of fees that were verified: what is owed is never less. */
  granted: string;
  paid: string;
}

const SELECT = `select o.star_id as "starId", o.coop_mode as "coopMode", o.fee_currency as "feeCurrency",
    o.fixed_fee::text as "fixedFee", o.commission_rate::text as "commissionRate",
    o.commission_cap::text as "commissionCap", o.attributed_sales::text as "attributedSales",
    o.sales_currency as "salesCurrency", o.publish_date::text as "publishDate",
    coalesce(d.sample, 0)::text as sample, coalesce(d.freight, 0)::text as freight,
    coalesce(f.cny, 0)::text as fee, coalesce(f.verified, 0)::text as "feePaid",
    coalesce(f.granted, 0)::text as granted,
    coalesce(f.paid, 0)::text as paid
  from cooperation o
    left join lateral (select sum(sample_cost) as sample, sum(freight) as freight from deliver
      where cooperation_id = o.id and del_flag = 0 and status in ('shipped', 'signed', 'exception')) d on true
    left join lateral (select sum(amount_cny) as cny, sum(amount) as verified,
        sum(commission_part) as granted,
        sum(amount) filter (where status = 'paid') as paid from ads_fee
      where cooperation_id = o.id and del_flag = 0 and status in ('verified', 'paid')) f on true
  where o.id = $1`;

/** What a star costs and brought altogether. */
export const refreshStar = ({ sql }: RuleContext, id: string) =>
  sql.query(
    `update star s set coop_count = x.n, total_cost_cny = x.cost, total_sales_cny = x.sales
     from (select count(*) as n, coalesce(sum(total_cost_cny), 0) as cost,
         coalesce(sum(attributed_sales_cny), 0) as sales
       from cooperation where star_id = $1 and del_flag = 0
         and status in ('approved', 'published', 'finished', 'terminated')) x
     where s.id = $1`,
    [id],
  );

/** First day of the month of a publication: the day of its rates. */
const rateDay = (publishDate: string) => `${publishDate.slice(0, 7)}-01`;

/** Commission on sales: the share of them in the currency of the fee, at most the cap. */
export async function commissionOn(
  c: RuleContext,
  m: Omit<Money, "starId" | "sample" | "freight" | "fee" | "feePaid" | "granted" | "paid">,
) {
  const plus = m.coopMode === "fixedPlus" || m.coopMode === "commission";
  if (!m.publishDate) return { commission: "0", salesCny: "0" };
  const day = rateDay(m.publishDate);
  const sold = dec(await rateOf(c.sql, c.tenantId, m.salesCurrency, day));
  const salesCny = r2(dec(m.attributedSales).times(sold));
  if (!plus) return { commission: "0", salesCny };
  const paid = dec(await rateOf(c.sql, c.tenantId, m.feeCurrency, day));
  const share = dec(m.attributedSales).times(sold).div(paid).times(dec(m.commissionRate)).div(100);
  const commission = round(share, await scaleOf(c, m.feeCurrency));
  const capped = m.commissionCap !== null && dec(commission).gt(dec(m.commissionCap));
  return { commission: capped ? r2(m.commissionCap) : commission, salesCny };
}

/**
 * Works out the money of a cooperation and of its star anew; both rows are locked. Commission that was
 * granted already stays what it is, and what sales do not bear of it is said beside it.
 */
export async function recount(c: RuleContext, id: string): Promise<void> {
  const m = await c.sql.one<Money>(SELECT, [id]);
  if (!m) return;
  const { commission: earned, salesCny } = await commissionOn(c, m);
  const over = dec(m.granted).minus(dec(earned));
  const commission = over.gt(0) ? m.granted : earned;
  await patch(c, cooperation, id, {
    commissionAmount: commission,
    payableAmount: sum([m.fixedFee, commission]),
    attributedSalesCny: salesCny,
    sampleCostCny: m.sample,
    freightCny: m.freight,
    feeCny: m.fee,
    totalCostCny: sum([m.sample, m.freight, m.fee]),
    feePaid: m.feePaid,
    paidAmount: m.paid,
    commissionOver: over.gt(0) ? r2(over) : "0",
  });
  await refreshStar(c, m.starId);
}
