import type { Where } from "#backend/platform/db";

/**
 * The CTE `month_rate(month, currency, rate)`: CNY per unit in every month that touches from..till
 * (any days, yyyy-MM-dd). Month rate (market.md 0.4) = used rate (own, else official) of the latest
 * effective date up to the first of the month; CNY is 1. Put it behind `with`, join it by `rateJoin`
 * and read it by `rateOf` only: a row without a rate then refuses the call (409 缺少USD202506的汇率)
 * instead of being lost.
 *
 *     const where = factScope(caller, "f").and("f.month between ? and ?", from, till);
 *     `with ${monthRates(where, caller.tenantId, from, till)}
 *      select sum(f.item_sales * ${rateOf("f.month", "f.currency")})
 *      from fact_trade_month f ${rateJoin("f.month", "f.currency")} where ${where}`
 *     // values: where.values
 *
 * @param where gets the values, so it must be the one whose `values` the statement is run with
 */
export const monthRates = (where: Pick<Where, "bind">, tenantId: string, from: string, till: string) => {
  const tenant = `${where.bind(tenantId)}::bigint`;
  const months = `generate_series(date_trunc('month', ${where.bind(from)}::date),
    ${where.bind(till)}::date, interval '1 month')`;
  return `month_rate as materialized (
    select m::date as month, 'CNY' as currency, 1::numeric as rate from ${months} m
    union all
    select m::date, c.currency, r.rate
    from (select distinct currency from exchange_rate
        where tenant_id = ${tenant} and del_flag = 0 and currency <> 'CNY') c
      cross join ${months} m
      cross join lateral (select coalesce(my_rate, official_rate) as rate from exchange_rate e
        where e.tenant_id = ${tenant} and e.del_flag = 0 and e.currency = c.currency
          and e.effective_date <= m::date
        order by e.effective_date desc limit 1) r)`;
};

/**
 * Joins the rate of a row. `month`: expression of the first day of the row's month, as
 * `date_trunc('month', f.rpt_date)::date`; `as`: alias, for a second rate (that of the asked currency).
 */
export const rateJoin = (month: string, currency: string, as = "r") =>
  `left join month_rate ${as} on ${as}.month = ${month} and ${as}.currency = ${currency}`;

/** The joined rate as an expression; a row without one refuses the statement. */
export const rateOf = (month: string, currency: string, as = "r") =>
  `coalesce(${as}.rate, missing_rate(${currency}, ${month}))`;
