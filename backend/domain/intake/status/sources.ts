import dayjs from "dayjs";
import { visible } from "#backend/engine/documents";
import { storeScope } from "#backend/ledgers/facts/scope";
import type { Sql } from "#backend/platform/db";
import { type Caller, systemOf } from "#backend/platform/http";
import { store as storeType } from "#documents/base/store";
import { entriesOf } from "#documents/kit";
import { AD_KINDS } from "../ads/kinds";
import { REPORT_KINDS } from "../kinds";
import type { MonthReport, ReportDays, StoreFigures } from "./cells";

/** Days that are looked at, today among them. */
export const DAYS = 31;
/** Stores of one answer: more are asked for by name. */
const MOST_STORES = 200;

/** A store, how it is connected and how far it was read; days are those of its site. */
export interface StoreRead {
  id: string;
  name: string;
  site: string;
  timezone: string;
  today: string;
  connectorId: string | null;
  /** Day on which it was connected, and its advertising. */
  since: string | null;
  adSince: string | null;
  through: string | null;
  ordersError: string | null;
  adConnectorId: string | null;
  adsCame: string | null;
  accountConnected: boolean;
  feedError: string | null;
  failedFile: boolean;
  preview: string | null;
}

const day = (time: string) => `(${time} at time zone i.timezone)::date`;
/** Connections of a kind that read a store. */
const reading = (kind: "marketplace" | "ads") => `x.tenant_id = t.tenant_id and x.kind = '${kind}' and x.enabled
  and x.del_flag = 0`;
/** Stores of one seller account have their settlements in common. */
const ACCOUNT = "(a.id = t.id or a.tenant_id = t.tenant_id and nullif(a.seller_id, '') = t.seller_id)";

/** Who looks at all stores of a company. */
export const ofAllStores = (tenantId: string): Caller => ({ ...systemOf(tenantId).caller, scope: { kind: "all" } });

/** Stores that the caller may see, with what connections say of them. */
export function storesRead(sql: Sql, caller: Caller, storeId?: string): Promise<StoreRead[]> {
  const where = storeScope(caller, "t", visible(storeType, caller)).and("t.state = 'enabled'");
  if (storeId) where.and("t.id = ?", storeId);
  return sql.query<StoreRead>(
    `select t.id, t.store_name as name, i.site_code as site, i.timezone, ${day("now()")}::text as today, m.id as "connectorId",
       ${day("m.create_time")}::text as since, ${day("ad.create_time")}::text as "adSince",
       (${day("m.synced_to")} - 1)::text as through,
       case when r.status = 'failed' and r.end_time > coalesce(m.synced_to, '-infinity') then coalesce(r.error, '失败') end
         as "ordersError",
       ad.id as "adConnectorId", ${day("ad.came")}::text as "adsCame",
       coalesce(f.connected, false) as "accountConnected", f.error as "feedError",
       coalesce(b.failed > coalesce(b.good, '-infinity'), false) as "failedFile", p.came::text as preview
     from store t join site i on i.id = t.site_id
       left join lateral (select x.id, x.synced_to, x.create_time from connector x where ${reading("marketplace")} and x.store_id = t.id
         order by x.id limit 1) m on true
       left join lateral (select r.status, r.error, r.end_time from feed_run r where r.connector_id = m.id
         and r.tenant_id = t.tenant_id and r.del_flag = 0 and r.status not in ('queued', 'running')
         order by r.id desc limit 1) r on true
       left join lateral (select x.id, x.create_time, (select max(a.end_time) from ad_report a where a.connector_id = x.id
           and a.state = 'done') as came
         from connector x where ${reading("ads")} and x.store_id = t.id order by x.id limit 1) ad on true
       left join lateral (select true as connected, max(g.error) as error from store a
           join connector x on ${reading("marketplace")} and x.store_id = a.id left join report_feed g on g.connector_id = x.id
         where ${ACCOUNT} having count(*) > 0) f on true
       left join lateral (select max(q.create_time) filter (where q.status = 'failed') as failed,
           max(q.create_time) filter (where q.status in ('done', 'changed', 'duplicate')) as good
         from report_file q where q.tenant_id = t.tenant_id and q.store_id = t.id and q.del_flag = 0
           and coalesce(q.kind, 'settlement') = 'settlement' and q.create_time > now() - interval '${DAYS} days') b on true
       left join lateral (select ${day("max(v.update_time)")} as came from fee_preview v where v.store_id = t.id) p on true
     where ${where} order by t.store_name, t.id limit ${MOST_STORES}`,
    where.values,
  );
}

/** Days of stores with orders, and with money that was spent on ads. */
const tradeDays = (sql: Sql, stores: readonly string[], first: string) =>
  sql.query<{ storeId: string; day: string; ordered: boolean; spent: boolean }>(
    `select store_id as "storeId", biz_date::text as day, bool_or(orders <> 0) as ordered, bool_or(ad_spend <> 0) as spent
     from fact_trade_daily where store_id = any($1::bigint[]) and biz_date >= $2::date group by 1, 2`,
    [stores, first],
  );

/** What became of reports of advertising, by store and day: of each window the one that was asked for, or brought, last. */
const adDays = (sql: Sql, tenantId: string, stores: readonly string[], first: string) =>
  sql.query<{ storeId: string; day: string; some: boolean; done: boolean; failed: boolean; underWay: boolean }>(
    `with asked as (
       select distinct on (store_id, connector_id, report_type, start_date, end_date) store_id, report_type, start_date, end_date, state
       from ad_report where tenant_id = $1 and store_id = any($2::bigint[]) and end_date >= $3::date and state <> 'replaced'
       order by store_id, connector_id, report_type, start_date, end_date, id desc)
     select store_id as "storeId", d::date::text as day, bool_or(state = 'done') as some,
       count(distinct report_type) filter (where state = 'done') >= $4::int as done,
       bool_or(state in ('failed', 'held')) as failed, bool_or(state in ('due', 'waiting')) as "underWay"
     from asked cross join lateral generate_series(greatest(start_date, $3::date), end_date, interval '1 day') d
     group by 1, 2`,
    [tenantId, stores, first, Object.keys(AD_KINDS).length],
  );

const dayRows = (table: string) => `select store_id, day::text as day from ${table}
  where tenant_id = $1 and store_id = any($2::bigint[]) and day >= $3::date and del_flag = 0`;
/** Reports that say something of a store's day: the rows of them, or the files where rows are of the newest one alone. */
const DAY_REPORTS = {
  stock: dayRows("fba_stock"),
  // It has many rows of a day: each is looked up once.
  ledger: `select s.id as store_id, d::date::text as day
    from unnest($2::bigint[]) s(id) cross join generate_series($3::date, now()::date + 1, interval '1 day') d
    where exists (select 1 from fba_ledger g where g.tenant_id = $1 and g.store_id = s.id and g.event_day = d::date
      and g.del_flag = 0)`,
  traffic: dayRows("sales_traffic"),
  listings: `select f.store_id, ${day("coalesce(f.report_time, f.create_time)")}::text as day
    from report_file f join store t on t.id = f.store_id join site i on i.id = t.site_id
    where f.tenant_id = $1 and f.store_id = any($2::bigint[]) and f.kind = 'listings' and f.status = 'done'
      and f.row_count > 0 and f.del_flag = 0 and coalesce(f.report_time, f.create_time) >= $3::date`,
} as const;
export type DayReport = keyof typeof DAY_REPORTS;
const dayReports = entriesOf(DAY_REPORTS);

/** Days of stores that such reports are there of. */
const reportDays = (sql: Sql, tenantId: string, stores: readonly string[], first: string) =>
  sql.query<{ kind: DayReport; storeId: string; day: string }>(
    dayReports
      .map(([kind, rows]) => `select distinct '${kind}' as kind, store_id as "storeId", day from (${rows}) ${kind}`)
      .join(" union all "),
    [tenantId, stores, first],
  );

/** Reports of all stores of an account. */
const ofAccounts = dayReports.flatMap(([kind]) => (REPORT_KINDS[kind].asked?.scope === "account" ? kind : []));

/** How the last time ended that a day of a store was asked for; a file without rows of the day has no data. */
const askedDays = (sql: Sql, tenantId: string, stores: readonly string[], first: string) =>
  sql.query<{ kind: DayReport; storeId: string; day: string; ended: "failed" | "empty" | "underWay" }>(
    `select distinct on (t.kind, s.id, d) t.kind, s.id as "storeId", d::date::text as day,
       case when t.state in ('failed', 'empty') then t.state when f.status = 'failed' then 'failed'
         when f.status in ('done', 'duplicate') then 'empty' else 'underWay' end as ended
     from report_task t join store a on a.id = t.store_id
       join store s on s.id = any($2::bigint[])
         and (s.id = a.id or t.kind = any($5::text[]) and nullif(s.seller_id, '') = a.seller_id)
       left join report_file f on f.id = t.report_file_id and f.tenant_id = t.tenant_id
       cross join lateral generate_series(greatest(t.start_date, $3::date), t.end_date, interval '1 day') d
     where t.tenant_id = $1 and t.end_date >= $3::date and t.kind = any($4::text[]) and t.state <> 'cancelled'
     order by t.kind, s.id, d, t.id desc`,
    [tenantId, stores, first, dayReports.map(([kind]) => kind), ofAccounts],
  );

/** Months, 2026-07, that a monthly report of stores tells of, and how the last time ended that each was asked for. */
const agedMonths = (sql: Sql, tenantId: string, stores: readonly string[]) =>
  sql.query<{ storeId: string; month: string; known: boolean; ended: "failed" | "empty" | "underWay" | null }>(
    `with asked as (
       select distinct on (t.store_id, t.start_date) t.store_id, to_char(t.start_date, 'YYYYMM') as month, case
           when t.state in ('failed', 'empty') then t.state when f.status = 'failed' then 'failed'
           when f.status in ('done', 'duplicate') then 'empty' else 'underWay' end as ended
       from report_task t left join report_file f on f.id = t.report_file_id and f.tenant_id = t.tenant_id
       where t.tenant_id = $1 and t.store_id = any($2::bigint[]) and t.kind = 'agedStorage' and t.state <> 'cancelled'
       order by t.store_id, t.start_date, t.id desc),
     known as (select distinct store_id, month, true as there from fba_aged_storage_fee
       where tenant_id = $1 and store_id = any($2::bigint[]) and del_flag = 0)
     select store_id as "storeId", to_char(to_date(month, 'YYYYMM'), 'YYYY-MM') as month,
       k.there is not null as known, a.ended
     from asked a full join known k using (store_id, month) order by 2`,
    [tenantId, stores],
  );

/** A settlement of the account of a store, in its currency; days are those of its site. */
export interface StoreSettlement {
  storeId: string;
  id: string;
  no: string;
  first: string;
  last: string;
  currency: string;
  posted: boolean;
}

/** Settlements of stores' accounts that end on a day or later, the oldest first. */
export const settlementsOf = (sql: Sql, tenantId: string, stores: readonly string[], first: string) =>
  sql.query<StoreSettlement>(
    `select t.id as "storeId", h.id, h.no, ${day("h.start_time")}::text as first, ${day("h.end_time")}::text as last,
       h.currency, h.status = 'posted' as posted
     from store t join site i on i.id = t.site_id
       join store a on ${ACCOUNT}
       join settlement h on h.store_id = a.id and h.tenant_id = $1 and h.currency = i.currency and h.del_flag = 0
     where t.id = any($2::bigint[]) and t.tenant_id = $1 and h.end_time >= $3::date
     order by t.id, h.start_time, h.id`,
    [tenantId, stores, first],
  );

/** Days of a settlement before the window that say where the next one begins. */
const BEFORE = 60;

/** What is known of stores day by day, in as many statements however many they are. */
export async function figuresOf(sql: Sql, tenantId: string, stores: readonly StoreRead[]) {
  const ids = stores.map((s) => s.id);
  const oldest = stores.map((s) => s.today).sort()[0] ?? dayjs().format("YYYY-MM-DD");
  const first = dayjs(oldest).subtract(DAYS, "day").format("YYYY-MM-DD");
  const settledSince = dayjs(oldest)
    .subtract(DAYS + BEFORE, "day")
    .format("YYYY-MM-DD");
  const [trade, ads, settled, told, asked, months] = [
    await tradeDays(sql, ids, first),
    await adDays(sql, tenantId, ids, first),
    await settlementsOf(sql, tenantId, ids, settledSince),
    await reportDays(sql, tenantId, ids, first),
    await askedDays(sql, tenantId, ids, first),
    await agedMonths(sql, tenantId, ids),
  ];
  const agedOf = (s: StoreRead): MonthReport => {
    const own = months.filter((row) => row.storeId === s.id);
    const last = dayjs(s.today).subtract(1, "month").format("YYYY-MM");
    return {
      connected: s.connectorId !== null,
      dayOfMonth: dayjs(s.today).date(),
      came: own.filter(({ known }) => known).at(-1)?.month ?? null,
      known: own.some(({ month, known }) => known && month === last),
      asked: own.find(({ month }) => month === last)?.ended ?? null,
    };
  };
  const reportOf = (s: StoreRead, kind: DayReport): ReportDays => ({
    connected: s.connectorId !== null,
    known: new Set(told.filter((row) => row.kind === kind && row.storeId === s.id).map((row) => row.day)),
    asked: new Map(asked.filter((row) => row.kind === kind && row.storeId === s.id).map((row) => [row.day, row.ended])),
  });
  return (s: StoreRead): StoreFigures => {
    const own = trade.filter((row) => row.storeId === s.id);
    return {
      ago: (date) => dayjs(s.today).diff(date, "day"),
      ordered: new Set(own.filter((row) => row.ordered).map((row) => row.day)),
      spent: new Set(own.filter((row) => row.spent).map((row) => row.day)),
      orders: { connected: s.connectorId !== null, through: s.through, failed: s.ordersError !== null },
      ads: {
        connected: s.adConnectorId !== null,
        days: new Map(ads.filter((row) => row.storeId === s.id).map((row) => [row.day, row])),
      },
      settlements: {
        connected: s.accountConnected,
        failed: s.feedError !== null || s.failedFile,
        spans: settled.filter((row) => row.storeId === s.id),
      },
      stock: reportOf(s, "stock"),
      ledger: { ...reportOf(s, "ledger"), connected: s.accountConnected },
      traffic: reportOf(s, "traffic"),
      listings: reportOf(s, "listings"),
      aged: agedOf(s),
    };
  };
}
