import type { Sql } from "#backend/platform/db";
import type { FACT_TABLES } from "#backend/platform/db/month-parts";
import { lockMonths, MEASURES, needFactMonths, refreshMonths } from "./months";

const AD_MEASURES = ["impressions", "clicks", "cost", "conversions", "sales", "units"];
const taken = (names: readonly string[]) => names.map((n) => `${n} = excluded.${n}`).join(", ");

/** First and last day that wait in a table of reports for these facts. */
async function spanOf(sql: Sql, table: string, day: string, facts: (typeof FACT_TABLES)[number]) {
  const found = await sql.one<{ first: string | null; last: string }>(
    `select min(${day})::text as first, max(${day})::text as last from ${table}`,
  );
  if (!found?.first) return null;
  await needFactMonths(sql, [facts], found.first, found.last);
  return { first: found.first, last: found.last };
}

const counted = async (sql: Sql, statement: string) =>
  (await sql.one<{ n: number }>(`with w as (${statement} returning 1) select count(*)::int as n from w`))?.n ?? 0;

/** Puts the staged days of an ad report in place of what is there. @returns rows written */
export async function loadAds(sql: Sql, what: "campaign" | "keyword"): Promise<number> {
  const stage = `etl_stage_ad_${what}`;
  if (!(await spanOf(sql, stage, "rpt_date", `fact_ad_${what}_daily`))) return 0;
  const share = what === "campaign" ? ", top_of_search_share = excluded.top_of_search_share" : "";
  return counted(
    sql,
    `insert into fact_ad_${what}_daily select * from ${stage}
     on conflict (rpt_date, ${what}_id) do update set ${taken(AD_MEASURES)}${share}`,
  );
}

/**
 * Puts the staged rows of the trade report in place of what is there: what documents posted besides
 * (`fact_source`) is on top of them, as ever. @returns rows written
 */
export async function loadTrade(sql: Sql): Promise<number> {
  const span = await spanOf(sql, "etl_stage_trade", "biz_date", "fact_trade_daily");
  if (!span) return 0;
  await lockMonths(sql, span.first, span.last);
  const key = ["biz_date", "store_id", "seller_sku"];
  const stamps = [
    "site_code",
    "region_code",
    "group_id",
    "dept_id",
    "division_id",
    "sku_code",
    "model_code",
    "currency",
  ];
  const n = await counted(
    sql,
    `insert into fact_trade_daily (${[...key, ...stamps, ...MEASURES].join(", ")})
     select ${[...key, ...stamps].map((c) => `s.${c}`).join(", ")},
       ${MEASURES.map((m) => `s.${m} + coalesce(p.${m}, 0)`).join(", ")}
     from etl_stage_trade s left join (
       select ${key.join(", ")},
         ${MEASURES.map((m) => `sum(amount) filter (where column_name = '${m}') as ${m}`).join(", ")}
       from fact_source where biz_date between '${span.first}' and '${span.last}'
       group by ${key.join(", ")}) p using (${key.join(", ")})
     on conflict (${key.join(", ")}) do update set ${taken(MEASURES)}`,
  );
  await refreshMonths(sql, span.first, span.last);
  return n;
}
