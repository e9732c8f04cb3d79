import type { Sql } from "#backend/platform/db";
import { lockMonths, MEASURES, MONTH_KEY, needFactMonths } from "./months";

type Query = Pick<Sql, "query">;

/** Facts of a day that is longer ago than so many days leave a mark when they change. */
export const LATE_DAYS = 31;

/** A store's day whose facts changed late. */
export interface LateDay {
  storeId: string;
  bizDate: string;
  changes: number;
}

export const lateDays = (sql: Query) =>
  sql.query<LateDay>(`select store_id as "storeId", biz_date as "bizDate", changes from fact_trade_late`);

/** Takes marks away; of a day that changed again since they were read, it stays. */
export const forgetLate = (sql: Query, days: readonly LateDay[]) =>
  sql.query(
    `delete from fact_trade_late l
     using jsonb_to_recordset($1::jsonb) as x("storeId" bigint, "bizDate" date, changes int)
     where l.store_id = x."storeId" and l.biz_date = x."bizDate" and l.changes = x.changes`,
    [JSON.stringify(days)],
  );

const each = (text: string) => MEASURES.map((m) => text.replaceAll("%", m)).join(", ");
const KEY = "source_type, source_no, biz_date, store_id, seller_sku, column_name";
const SKU = "biz_date, store_id, seller_sku";
/** What a store pays or gets besides its goods stands in a row of its own, which belongs to no group. */
export const STORE_ROW = "*";
/** Its group, and the department of a store without one. */
export const STORE_GROUP = "0";
const ofStore = (value: string) => `case when d.seller_sku = '${STORE_ROW}' then ${value} end`;
/** The same was said before, and landed on another day since its own was closed. */
const ELSEWHERE = `where not exists (select 1 from fact_source o
      where o.source_type = given.source_type and o.source_no = given.source_no
        and o.store_id = given.store_id and o.seller_sku = given.seller_sku
        and o.column_name = given.column_name
        and coalesce(o.ref_date, o.biz_date) = coalesce(given.ref_date, given.biz_date))`;
const monthOf = (alias: string) => MONTH_KEY.replaceAll(/\w+/g, (c) => `${alias}.${c}`);

/**
 * One statement: what is new of the entries ($1, JSON) goes to its source, its day and its month, each
 * in the order of its key. The dimensions of a row that is there stay; a new one gets those that its
 * listing has now.
 * @param known what happens to an amount of the same source, day, SKU and column
 */
export const applyEntries = (known: "nothing" | "update set amount = s.amount + excluded.amount") => `
  with given as (
    select ${KEY}, sum(amount) as amount, min(nullif(ref_date, biz_date)) as ref_date
    from jsonb_to_recordset($1::jsonb) as e(source_type text, source_no text, biz_date date, store_id bigint,
      seller_sku text, column_name text, ref_date date, amount numeric)
    group by ${KEY}),
  fresh as (
    insert into fact_source as s (${KEY}, amount, ref_date) select ${KEY}, amount, ref_date from given
    ${known === "nothing" ? ELSEWHERE : ""}
    order by ${SKU}, ${KEY}
    on conflict (${KEY}) do ${known} returning ${KEY}),
  late as (
    insert into fact_trade_late as l (store_id, biz_date)
    select distinct store_id, biz_date from fresh
    where biz_date < now()::date - ${LATE_DAYS} and column_name in ('units', 'refund_units', 'return_units') order by 1, 2
    on conflict (store_id, biz_date) do update set changes = l.changes + 1),
  delta as (
    select ${SKU}, ${each("coalesce(sum(amount) filter (where column_name = '%'), 0) as %")}
    from fresh join given using (${KEY}) group by ${SKU}),
  daily as (
    insert into fact_trade_daily as t (${SKU}, site_code, region_code, group_id, dept_id, division_id, sku_code,
      model_code, currency, ${MEASURES.join(", ")})
    select d.biz_date, d.store_id, d.seller_sku, coalesce(x.site_code, i.site_code),
      coalesce(x.region_code, i.region_code), coalesce(x.group_id, l.group_id, ${ofStore(STORE_GROUP)}),
      coalesce(x.dept_id, o.dept_id, ${ofStore(`coalesce(w.dept_id, ${STORE_GROUP})`)}),
      coalesce(x.division_id, p.division_id, p.id, ${ofStore(STORE_GROUP)}),
      coalesce(x.sku_code, k.sku_code, ${ofStore("'*'")}),
      coalesce(x.model_code, u.model_code, k.sku_code, ${ofStore("'*'")}), coalesce(x.currency, i.currency), ${each("d.%")}
    from delta d
      left join fact_trade_daily x using (${SKU})
      left join store w on w.id = d.store_id
      left join site i on i.id = w.site_id
      left join lateral (select * from sku_listing l where l.store_id = d.store_id and l.msku = d.seller_sku
        order by l.del_flag, l.id limit 1) l on true
      left join sku k on k.id = l.sku_id
      left join spu u on u.id = k.spu_id
      left join ops_group o on o.id = l.group_id
      left join sys_dept p on p.id = coalesce(o.dept_id, case when d.seller_sku = '${STORE_ROW}' then w.dept_id end)
    order by 1, 2, 3
    on conflict (${SKU}) do update set ${each("% = t.% + excluded.%")}
    returning t.biz_date, t.seller_sku, ${monthOf("t")}),
  monthly as (
    insert into fact_trade_month as m (month, ${MONTH_KEY}, ${MEASURES.join(", ")})
    select date_trunc('month', y.biz_date)::date, ${monthOf("y")}, ${each("sum(d.%)")}
    from daily y join delta d using (${SKU})
    group by 1, ${monthOf("y")} order by 1, ${monthOf("y")}
    on conflict (month, ${MONTH_KEY}) do update set ${each("% = m.% + excluded.%")})
  select count(*)::int as applied from fresh`;

/** An entry whose row cannot be made: no facts of that day and SKU yet, and no listing to stamp it from. */
export const UNKNOWN_SKU = `
  select e.seller_sku, w.store_name from jsonb_to_recordset($1::jsonb) as e(biz_date date, store_id bigint,
      seller_sku text)
    left join store w on w.id = e.store_id
  where e.seller_sku <> '${STORE_ROW}' and not exists (select 1 from fact_trade_daily x where x.biz_date = e.biz_date
      and x.store_id = e.store_id and x.seller_sku = e.seller_sku)
    and not exists (select 1 from sku_listing l where l.store_id = e.store_id and l.msku = e.seller_sku)
  limit 1`;

/**
 * Puts what `fact_source` holds of the days from..till (yyyy-MM-dd) into the trade facts once more, in the caller's
 * transaction, after their rows were made anew without it. Whoever posts meanwhile waits for its months.
 */
export async function repostSources(sql: Sql, from: string, till: string): Promise<void> {
  const span = await sql.one<{ first: string | null; last: string }>(
    "select min(biz_date) as first, max(biz_date) as last from fact_source where biz_date between $1 and $2",
    [from, till],
  );
  if (!span?.first) return;
  await needFactMonths(sql, ["fact_trade_daily"], span.first, span.last);
  await lockMonths(sql, span.first, span.last);
  const taken = await sql.one<{ rows: string | null }>(
    `with taken as (delete from fact_source where biz_date between $1 and $2 returning *)
     select jsonb_agg(s)::text as rows from taken s`,
    [span.first, span.last],
  );
  if (taken?.rows) await sql.query(applyEntries("update set amount = s.amount + excluded.amount"), [taken.rows]);
}
