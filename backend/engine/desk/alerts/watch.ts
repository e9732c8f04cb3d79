import { listing } from "#backend/engine/documents/reading/list";
import { sqlOf } from "#backend/engine/documents/reading/select";
import type { Engine, RuleContext } from "#backend/engine/documents/rules";
import { notify } from "#backend/engine/notices/notify";
import { callerOf } from "#backend/platform/auth/caller";
import type { Database } from "#backend/platform/db";
import { now, today } from "#backend/platform/values";
import { type Alert, type DocumentType, type ListQuery, listAddress, measured, pageAddress } from "#documents/kit";
import { meantBy } from "../meant";
import { kindsOf, type Subscription, subscriptionsOf } from "./store";

/** Rows that one notice names; its link leads to all of them. */
const NAMED = 20;
/** Rows of an alert that are looked at in a turn, the worst first. */
const MOST = 200;
const DIGEST_AT = "09:00";
const KEPT_DAYS = 40;

interface WatchFound {
  id: string;
  title: string;
  value: string;
}

interface News {
  document: DocumentType;
  alert: Alert;
  query: Record<string, string>;
  rows: WatchFound[];
}

/** Rows of the person's list that reach the threshold and that the person was not told of today. */
async function news(
  c: RuleContext,
  { id, threshold }: Subscription,
  { document, alert }: Pick<News, "document" | "alert">,
): Promise<News> {
  const rules = c.book.get(document.name)?.rules ?? {};
  const query = meantBy(alert.where, c.caller);
  const asked: ListQuery = { ...query, current: 1, size: MOST };
  const { from, where } = listing(document, asked, c.caller, rules);
  const field = sqlOf(rules, measured(alert));
  const value = "field" in alert.measure ? field : `('${today()}'::date - (${field})::date)`;
  where.and(`${value} >= ?`, threshold);
  const found = await c.sql.query<WatchFound>(
    `select t.id::text as id, (${sqlOf(rules, document.display)})::text as title, (${value})::text as value
     from ${from} where ${where} order by ${value} desc, t.id limit ${MOST}`,
    where.values,
  );
  const told = await c.sql.query<{ id: string }>(
    `insert into desk_alert_told (alert_id, row_id, day) select $1, unnest($2::bigint[]), $3
     on conflict do nothing returning row_id::text as id`,
    [id, found.map((row) => row.id), today()],
  );
  const fresh = new Set(told.map((row) => row.id));
  return { document, alert, query, rows: found.filter((row) => fresh.has(row.id)) };
}

/** Where a row stands: rows that are reckoned have no page, their list finds them by what they are called. */
const rowAddress = (c: RuleContext, { document, query }: News, { id, title }: WatchFound) =>
  c.book.get(document.name)?.rules.from
    ? listAddress(document, { ...query, [document.display]: title })
    : pageAddress(document, id);

/** One notice of all that is new, each row with its link; it opens itself, not a page of its own. */
async function tell(c: RuleContext, all: readonly News[]): Promise<void> {
  const some = all.filter(({ rows }) => rows.length);
  if (!some.length) return;
  const counts = some.map(({ alert, rows }) => `${alert.label}${rows.length}条`).join("，");
  await notify(c.sql, {
    tenantId: c.tenantId,
    userIds: [c.caller.userId],
    title: `预警：${counts}`,
    pushDescribe: counts,
    links: some.flatMap((of) => [
      { label: `${of.alert.label}：${of.rows.length}条`, href: listAddress(of.document, of.query) },
      ...of.rows
        .slice(0, NAMED)
        .map((row) => ({
          label: `${of.document.label} ${row.title}：${row.value}${of.alert.unit}`,
          href: rowAddress(c, of, row),
        })),
    ]),
  });
}

/** Digests are due from nine o'clock, once a day. */
const isDue = ({ channel, digestDay }: Subscription) =>
  channel === "now" || (digestDay !== today() && now().slice(11, 16) >= DIGEST_AT);

async function watchFor(c: RuleContext): Promise<void> {
  const kinds = kindsOf(c.caller);
  const due = (await subscriptionsOf(c.sql, c.caller.userId)).filter(isDue);
  for (const channel of ["now", "daily"]) {
    const all: News[] = [];
    for (const subscription of due.filter((s) => s.channel === channel)) {
      const kind = kinds.get(subscription.kind);
      if (kind) all.push(await news(c, subscription, kind));
    }
    await tell(c, all);
  }
  await c.sql.query("update desk_alert set digest_day = $2 where id = any ($1) and channel = 'daily'", [
    due.map(({ id }) => id),
    today(),
  ]);
}

/** Tells everybody what they asked to be told of, within what they may see now; a row once a day. */
export async function watchAlerts(db: Database, engine: Engine): Promise<void> {
  const people = await db.query<{ id: string }>("select distinct user_id::text as id from desk_alert order by 1");
  for (const { id } of people) {
    const caller = await callerOf(db, id);
    if (!caller) continue;
    await db.tx((sql) => watchFor({ sql, caller, tenantId: caller.tenantId, ...engine }));
  }
  await db.query("delete from desk_alert_told where day < $1::date", [today(-KEPT_DAYS)]);
}
