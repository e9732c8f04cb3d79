import { z } from "zod";
import { seeUnmapped } from "#backend/engine/connect/unmapped";
import { Refused } from "#backend/engine/connect/words";
import {
  type AdAccount,
  type AdDays,
  FOLLOWED_DAYS,
  takeAdDays,
  unknownAdvertised,
} from "#backend/ledgers/facts/ad-days";
import { type Database, NOW, patchRow, type Sql } from "#backend/platform/db";
import { objectsIn } from "./json-rows";
import { AD_KINDS, type AdReportKind, type AdRowRead } from "./kinds";

/** A report that was asked for, as it is worked on. */
export interface AdRequest {
  id: string;
  tenantId: string;
  storeId: string;
  type: string;
  start: string;
  end: string;
  state: "due" | "waiting";
  platformNo: string | null;
  attempts: number;
  accepted: boolean;
  /** Nobody waits for it any more: it is asked for anew. */
  lost: boolean;
}

/** @throws Refused for a kind that nobody knows any more */
export function kindOfRequest({ type }: AdRequest): AdReportKind {
  const kind = AD_KINDS[type];
  if (!kind) throw new Refused(`未知的报告${type}`);
  return kind;
}

const drop = (sql: Pick<Sql, "query">, id: string) => sql.query("delete from ad_report_row where report_id = $1", [id]);

/** A row as it is to be. @throws Refused naming the row and the column that are not */
function readRow(kind: AdReportKind, given: unknown, no: number): AdRowRead {
  try {
    return kind.read(given);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Refused(`报告第${no}行的${error.issues[0]?.path.join(".") || "内容"}不正确`);
  }
}

/**
 * Keeps the rows of a report as they come; what was kept of it before goes.
 * @returns how many rows it has
 * @throws Later where it breaks off, Refused where it is not what was asked for
 */
export async function stageAdReport(
  db: Database,
  request: AdRequest,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  const kind = kindOfRequest(request);
  const site = await db.one<{ currency: string }>(
    "select i.currency from store s join site i on i.id = s.site_id where s.id = $1",
    [request.storeId],
  );
  await drop(db, request.id);
  let no = 0;
  for await (const batch of objectsIn(bytes)) {
    const rows = batch.map((given) => {
      const { currency, day, row } = readRow(kind, given, ++no);
      if (currency !== site?.currency) throw new Refused(`报告币种${currency}与店铺币种${site?.currency ?? ""}不符`);
      if (day < request.start || day > request.end) throw new Refused(`报告含有未申请的日期${day}`);
      return row;
    });
    await db.query(
      `insert into ad_report_row (report_id, rpt_date, body)
       select $1, (b ->> 'rptDate')::date, b from jsonb_array_elements($2::jsonb) b`,
      [request.id, JSON.stringify(rows.filter((row) => row !== null))],
    );
  }
  return no;
}

/** Days of a request that reports still restate, and that no report asked for later has told of. */
const DAYS = `
  select d::date::text as day from ad_report r join store s on s.id = r.store_id join site i on i.id = s.site_id,
    generate_series(r.start_date, r.end_date, interval '1 day') d
  where r.id = $1 and d::date >= (now() at time zone i.timezone)::date - ${FOLLOWED_DAYS}
    and d::date < (now() at time zone i.timezone)::date and not exists (select 1 from ad_report n
      where n.connector_id = r.connector_id and n.report_type = r.report_type and n.id > r.id and n.state = 'done'
        and d::date between n.start_date and n.end_date)
  order by 1`;

const TABLES = {
  campaigns: "fact_ad_campaign_daily",
  products: "fact_ad_product_daily",
  keywords: "fact_ad_keyword_daily",
} as const;

/** How many rows of each day the facts have, and the report. */
const rowsByDay = (level: AdReportKind["level"]) => `
  select day::text, sum(had)::int as had, sum(has)::int as has from (
    select f.rpt_date as day, count(*) as had, 0 as has
    from ad_campaign c join ${TABLES[level]} f on f.campaign_id = c.campaign_id
    where c.tenant_id = $1 and c.store_id = $2 and c.ad_product = $3 and f.rpt_date = any($4::date[])
      and (f.impressions, f.clicks, f.cost, f.conversions, f.sales, f.units) <> (0, 0, 0, 0, 0, 0)
    group by 1
    union all
    select rpt_date, 0, count(*) from ad_report_row where report_id = $5 and rpt_date = any($4::date[]) group by 1) x
  group by 1 order by 1`;

/** Keeps in the inbox what is advertised and nobody knows. */
async function seeUnknown(sql: Sql, { tenantId, storeId }: AdRequest): Promise<void> {
  const unknown = await unknownAdvertised(sql, storeId);
  await seeUnmapped(
    sql,
    { tenantId, storeId, source: "广告报告" },
    unknown.map(({ code, count, first, last }) => ({
      code,
      title: null,
      count,
      sample: "",
      firstSeen: `${first}T00:00:00Z`,
      lastSeen: `${last}T00:00:00Z`,
    })),
  );
}

/**
 * Brings what was kept of a report to the facts, a day at a time.
 * @returns false where it has less than half of what is there and nobody has confirmed it
 */
export async function postAdReport(
  db: Database,
  request: AdRequest,
  profileId: string,
  rowCount: number,
): Promise<boolean> {
  const { adProduct, level } = kindOfRequest(request);
  const { tenantId, storeId } = request;
  const account: AdAccount = { tenantId, storeId, profileId, adProduct };
  const days = (await db.query<{ day: string }>(DAYS, [request.id])).map((d) => d.day);
  const counts = await db.query<{ day: string; had: number; has: number }>(rowsByDay(level), [
    tenantId,
    storeId,
    adProduct,
    days,
    request.id,
  ]);
  const [had, has] = counts.reduce(([a, b], c) => [a + c.had, b + c.has], [0, 0]);
  if (has * 2 < had && !request.accepted) return false;
  for (const { day } of counts)
    await db.tx(async (sql) => {
      const found = await sql.one<{ rows: NonNullable<AdDays["campaigns"]> & NonNullable<AdDays["products"]> }>(
        `select coalesce(jsonb_agg(body), '[]') as rows from ad_report_row where report_id = $1 and rpt_date = $2`,
        [request.id, day],
      );
      await takeAdDays(sql, account, { days: [day], [level]: found?.rows ?? [] });
    });
  await db.tx(async (sql) => {
    await patchRow(sql, "ad_report", request.id, {
      state: "done",
      error: null,
      row_count: rowCount,
      attempts: 0,
      end_time: NOW,
    });
    await drop(sql, request.id);
    await seeUnknown(sql, request);
  });
  return true;
}

/** Forgets what was kept of a report that is not taken. */
export const dropAdRows = drop;
