import { PIECES } from "#backend/domain/pieces";

/** Days of a question as SQL: from one on, until before the other. */
export interface TermDays {
  since: string;
  till: string;
}

/** A row that terms are asked for: where it is sold out of, and the months of its typed season. */
export interface TermRow {
  skuId: string;
  storeId: string;
  /** It is sold out of the platform's warehouse: that counts its stock itself. */
  fba: boolean;
  here: readonly string[];
  months: readonly number[] | null;
}

/** Rows as the parameter of `termsOf`. */
export const termRows = (rows: readonly TermRow[]): string =>
  JSON.stringify(
    rows.map((r) => ({ sku_id: r.skuId, store_id: r.storeId, fba: r.fba, here: r.here, months: r.months })),
  );

/** A promotion this long is how the goods are sold every day: its days are as good as any. */
export const DEAL_DAYS = 30;

/** First and last day of a promotion `p`: times are the clock of its site, whatever zone they were typed in. */
const FIRST = "(p.start_time at time zone 'Asia/Shanghai')::date";
const LAST = "(p.end_time at time zone 'Asia/Shanghai' - interval '1 second')::date";

/** What participants of evaluations bought was no demand: it was asked for, and is paid back. */
const given = (tenant: string, { since, till }: TermDays) => `
  given as materialized (
    select p.piece_id as sku_id, t.store_id, (o.purchase_time at time zone i.timezone)::date as day,
      sum(l.qty * p.per)::int as units
    from evaluation_order t join platform_order o on o.id = t.platform_order_id
      join platform_order_line l on l.platform_order_id = o.id and l.sku_id = t.sku_id and l.del_flag = 0
      join store s on s.id = t.store_id join site i on i.id = s.site_id
      join pieces p on p.sku_id = t.sku_id
    where t.tenant_id = ${tenant} and t.del_flag = 0 and t.status <> 'cancelled'
      and t.match_state in ('matched', 'amountDiff', 'returned')
      and o.purchase_time between ${since} - 1 and ${till} + 1
    group by 1, 2, 3)`;

/**
 * Days on which a row had nothing to sell. What the platform counts itself is asked of its reports: a day without one
 * is not known to be empty. Our own warehouses are asked of the moves: empty are whole days between the one on which
 * the last piece left and the one on which something came; before the first move nothing is known.
 */
const empty = (tenant: string, { since, till }: TermDays) => `
  empty as materialized (
    select a.sku_id, a.store_id, f.day
    from asked a join pieces p on p.piece_id = a.sku_id
      join sku_listing l on l.sku_id = p.sku_id and l.store_id = a.store_id and l.del_flag = 0
        and l.fulfillment_channel = 'AFN'
      join fba_stock f on f.store_id = l.store_id and f.fact_sku = l.msku and f.del_flag = 0
        and f.day >= ${since} and f.day < ${till}
    where a.fba
    group by 1, 2, 3 having sum(f.fulfillable_qty) = 0
    union all
    select b.sku_id, b.store_id, d.day::date
    from (
      select sku_id, store_id, day, sum(qty) over w as lies, lead(day) over w as next
      from (
        select a.sku_id, a.store_id, m.biz_date as day, sum(m.qty) as qty
        from asked a join stock_move m on m.sku_id = a.sku_id and m.warehouse_id = any(a.here)
        where not a.fba and m.tenant_id = ${tenant} and m.bucket = 'good'
        group by 1, 2, 3) m
      window w as (partition by sku_id, store_id order by day)) b
      cross join generate_series(greatest(b.day + 1, ${since}), least(coalesce(b.next, ${till}), ${till}) - 1,
        interval '1 day') d(day)
    where b.lies <= 0)`;

/** Promotions in force of the rows, each with its days and how many pieces were planned. */
const deals = (tenant: string, { since }: TermDays) => `
  deals as materialized (
    select p.id, p.no, p.promo_name as name, c.piece_id as sku_id, p.store_id, ${FIRST} as first, ${LAST} as last,
      sum(l.plan_qty * c.per)::int as plan, ${LAST} - ${FIRST} >= ${DEAL_DAYS} as long
    from platform_promotion p
      join platform_promotion_line l on l.platform_promotion_id = p.id and l.del_flag = 0
      join pieces c on c.sku_id = l.sku_id
      join asked a on a.sku_id = c.piece_id and a.store_id = p.store_id
    where p.tenant_id = ${tenant} and p.del_flag = 0 and p.status in ('approved', 'running', 'ended', 'reviewed')
      and ${LAST} >= ${since}
    group by 1, 2, 3, 4, 5, 6, 7)`;

/**
 * What demand is reckoned from, as parts of one statement. `asked` are the rows; `demand (units, given)` what they
 * sold a day, by themselves and in combinations, and what of it was no demand; `left_out (empty)` days that say
 * nothing of how they usually sell: without stock, or promoted; `deals` promotions.
 * @param tenant, rows parameters; `rows` as `termRows` makes them
 */
export const termsOf = (tenant: string, rows: string, days: TermDays, emptyDays = days): string => `
  asked as materialized (select * from jsonb_to_recordset(${rows}::jsonb)
    as x(sku_id bigint, store_id bigint, fba bool, here bigint[], months numeric[])),
  pieces as materialized (select x.sku_id, x.sku_code, x.piece_id, x.per from (${PIECES}) x
    where x.piece_id in (select sku_id from asked)),
  sold as materialized (
    select p.piece_id as sku_id, f.store_id, f.biz_date as day, sum(f.units * p.per)::int as units
    from pieces p join fact_trade_daily f on f.sku_code = p.sku_code
    where f.biz_date >= ${days.since} and f.biz_date < ${days.till} and f.units <> 0
    group by 1, 2, 3),
  ${given(tenant, days)},
  demand as materialized (
    select sku_id, store_id, day, s.units - least(s.units, coalesce(g.units, 0)) as units,
      least(s.units, coalesce(g.units, 0)) as given
    from sold s join asked a using (sku_id, store_id) left join given g using (sku_id, store_id, day)),
  ${empty(tenant, emptyDays)},
  ${deals(tenant, emptyDays)},
  left_out as materialized (
    select sku_id, store_id, day, bool_or(empty) as empty from (
      select sku_id, store_id, day, true as empty from empty
      union all
      select p.sku_id, p.store_id, d.day::date, false from deals p
        cross join generate_series(greatest(p.first, ${emptyDays.since}), least(p.last, ${emptyDays.till} - 1),
          interval '1 day') d(day)
      where not p.long) x
    group by 1, 2, 3)`;
