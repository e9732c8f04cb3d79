import dayjs from "dayjs";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { AD_KINDS } from "./kinds";

/** Hours between what is asked for, and days that are asked back each time, once a day and once a week. */
const EVERY_HOURS = 8;
const BACK = { always: 4, daily: 14, weekly: 60 } as const;
/** Days of one report at most. */
const PIECE = 31;
const WEEK = 7;
/** Days for which is kept what was asked for. */
const KEPT_DAYS = 90;

interface AdFeedKept {
  due: boolean;
  yesterday: string;
  daily: boolean;
  weekly: boolean;
}

interface AdWindow {
  start: string;
  end: string;
}

/** The last `days` days up to `end` in pieces, the newest first. */
export function piecesOf(end: string, days: number): AdWindow[] {
  const back = (n: number) => dayjs(end).subtract(n, "day").format("YYYY-MM-DD");
  const pieces: AdWindow[] = [];
  for (let from = 0; from < days; from += PIECE)
    pieces.push({ start: back(Math.min(from + PIECE, days) - 1), end: back(from) });
  return pieces;
}

/** Asks for a window of every kind; what was not asked yet and lies within it is no longer wanted. */
async function ask(sql: Sql, connectorId: string, { start, end }: AdWindow): Promise<void> {
  for (const type of Object.keys(AD_KINDS)) {
    await sql.query(
      `update ad_report set state = 'replaced', end_time = now()
       where connector_id = $1 and report_type = $2 and state in ('due', 'held') and start_date >= $3 and end_date <= $4`,
      [connectorId, type, start, end],
    );
    await sql.query(
      `insert into ad_report (tenant_id, connector_id, store_id, report_type, start_date, end_date)
       select tenant_id, id, store_id, $2, $3, $4 from connector x where id = $1 and not exists (select 1 from ad_report r
         where r.connector_id = x.id and r.report_type = $2 and r.start_date = $3 and r.end_date = $4
           and r.state = 'waiting')`,
      [connectorId, type, start, end],
    );
  }
}

/**
 * Asks for what is due of a connection (figures.md A.3): three times a day the last days, once a day two weeks, once
 * a week, and at first, all that the platform still restates, each up to yesterday in the zone of the marketplace.
 */
export const planAds = (db: Database, connectorId: string): Promise<void> =>
  db.tx(async (sql) => {
    await sql.query(
      `insert into ad_feed (connector_id, tenant_id) select id, tenant_id from connector where id = $1
       on conflict do nothing`,
      [connectorId],
    );
    const feed = await sql.one<AdFeedKept>(
      `select f.next_plan <= now() as due, (t.today - 1)::text as yesterday,
         f.last_14 is null or f.last_14 < t.today as daily,
         f.last_60 is null or f.last_60 <= t.today - ${WEEK} as weekly
       from ad_feed f join connector x on x.id = f.connector_id join store s on s.id = x.store_id
         join site i on i.id = s.site_id cross join lateral (select (now() at time zone i.timezone)::date as today) t
       where f.connector_id = $1 ${keep(sql, "ad_feed", "change", "f")}`,
      [connectorId],
    );
    if (!feed?.due) return;
    const days = feed.weekly ? BACK.weekly : feed.daily ? BACK.daily : BACK.always;
    for (const piece of piecesOf(feed.yesterday, days)) await ask(sql, connectorId, piece);
    await sql.query(
      `update ad_feed set next_plan = now() + make_interval(hours => ${EVERY_HOURS}),
         last_14 = case when $3 then $2::date + 1 else last_14 end,
         last_60 = case when $4 then $2::date + 1 else last_60 end
       where connector_id = $1`,
      [connectorId, feed.yesterday, feed.daily || feed.weekly, feed.weekly],
    );
    await sql.query(
      `delete from ad_report where connector_id = $1 and state not in ('due', 'waiting')
         and create_time < now() - make_interval(days => ${KEPT_DAYS})`,
      [connectorId],
    );
  });
