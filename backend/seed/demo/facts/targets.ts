import { Where } from "../../../db/page";
import type { Sql } from "../../../db/sql";
import { monthRates, rateJoin, rateOf } from "../../../facts/rates";

/**
 * Monthly income target of each group (market.md 13): 1.08 × the same month last year, taken for the
 * last closed month; where last year has no figures, that month itself.
 * @param last last day of the facts, yyyy-MM-dd
 */
export async function setTargets(sql: Sql, last: string): Promise<void> {
  const where = new Where();
  const day = where.bind(last);
  const rates = monthRates(where, "1", `${Number(last.slice(0, 4)) - 2}-01-01`, last);
  const closed = `(date_trunc('month', ${day}::date + 1) - interval '1 month')::date`;
  const month = (year: number) => `f.month = (${closed} - interval '${year} year')::date`;
  const income = (year: number) =>
    `sum((f.item_sales + f.shipping_income - f.promo_amt - f.refund_amt - f.vat_amt)
       * ${rateOf("f.month", "f.currency")}) filter (where ${month(year)})`;
  await sql.query(
    `with ${rates}
     update ops_group g set monthly_income_target = round(1.08 * x.income, -2)
     from (select f.group_id, coalesce(${income(1)}, ${income(0)}) as income
       from fact_trade_month f ${rateJoin("f.month", "f.currency")}
       where ${month(1)} or ${month(0)} group by 1) x
     where x.group_id = g.id and x.income > 0`,
    where.values,
  );
}
