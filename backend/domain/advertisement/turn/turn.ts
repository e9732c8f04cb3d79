import { createDraft, type Engine, link, perform, pick, type RuleContext } from "#backend/engine/documents";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { param } from "#backend/platform/values";
import { adChange } from "#documents/advertisement/ad-change";
import type { DraftOf } from "#documents/kit";

/** What acts on campaigns of a store by its clock: dayparts and pacings. */
export interface ByClock {
  name: "ad_daypart" | "ad_pacing";
  /** Changes say so whose they are, and name it. */
  origin: "daypart" | "pacing";
  /** SQL: whether it of this id still holds the campaign `c` as it made it. */
  holds: (id: string) => string;
}

/** A campaign that the account refused so often in one period is left to people. */
export const MOST_FAILED = 3;
const MOST_LINES = 1000;

/** Campaigns `c` of the store $4 of $3 that can be changed. */
export const CHANGEABLE = "c.tenant_id = $3 and c.store_id = $4 and c.ad_product = 'SP' and not c.by_name";

const WENT = "filter (where l.result in ('ok', 'skipped'))";

/**
 * What its changes ($1) made of the campaign `c` since this period ($2) began, where that is what it is to become: how often
 * it failed, and whether it is what they made of it last.
 */
export const TRIED = ({ origin }: ByClock, made: "new_state" | "new_value", becomes: string): string => `left join (
  select l.campaign_id, l.${made} as made,
    count(*) filter (where l.result in ('failed', 'unknown') and a.period_from = $2)::int as failed,
    max(a.id) ${WENT} = max(max(a.id) ${WENT}) over (partition by l.campaign_id) as stands
  from ad_change a join ad_change_line l on l.ad_change_id = a.id and l.del_flag = 0
  where a.${origin}_id = $1 and a.period_from >= $2 and a.del_flag = 0 group by 1, 2) y
  on y.campaign_id = c.campaign_id and y.made = ${becomes}`;

/** What keeps it from being deleted: a campaign that it would leave as it made it for ever, a change on its way. */
export const keptBy = async (sql: Sql, of: ByClock, id: string) => ({
  held: await sql.one<{ name: string }>(
    `select c.campaign_name as name from ${of.name} d join ad_campaign c on c.store_id = d.store_id
     where d.id = $1 and ${of.holds("d.id")} order by 1 limit 1`,
    [id],
  ),
  sending: await sql.one<{ no: string }>(
    `select no from ad_change where ${of.origin}_id = $1 and status = 'sending' and del_flag = 0 limit 1`,
    [id],
  ),
});

/** Where a store is: its zone and currency. */
export const siteOf = (sql: Sql, storeId: string) =>
  sql.one<{ zone: string; currency: string }>(
    "select i.timezone as zone, i.currency from store s join site i on i.id = s.site_id where s.id = $1",
    [storeId],
  );

/** A campaign that is to be changed. */
export interface ClockLine {
  id: string;
  ownValue?: string;
  /** The line as a change that waits tells it. */
  mark: string;
}
const MARK = "concat_ws(' ', l.campaign_id, l.new_state, trim_scale(l.old_value), trim_scale(l.new_value))";

/** What the clock asks for, and since when. */
export interface ClockGoal {
  head: Pick<DraftOf<typeof adChange>, "kind" | "toState">;
  words: string;
  since: Date;
  lines: readonly ClockLine[];
}

/** A change of it that is not over, with what it is to do. */
interface OpenChange {
  id: string;
  status: "draft" | "auditing" | "sending";
  marks: string[];
}

/** Changes of it that are not over, locked: people may confirm and void them too. */
async function openOf({ sql }: RuleContext, { origin }: ByClock, id: string): Promise<OpenChange[]> {
  const open = "status in ('draft', 'auditing', 'sending')";
  const found = await sql.query<{ id: string }>(
    `select id::text as id from ad_change where ${origin}_id = $1 and ${open} and del_flag = 0 order by ad_change.id
     ${keep(sql, "ad_change")}`,
    [id],
  );
  return sql.query<OpenChange>(
    `select a.id::text as id, a.status,
       (select coalesce(array_agg(${MARK}), '{}') from ad_change_line l where l.ad_change_id = a.id and l.del_flag = 0) as marks
     from ad_change a where a.id = any($1::bigint[]) and ${open} order by a.id`,
    [found.map((one) => one.id)],
  );
}

/** Does this, or nothing of it. @returns why not */
async function tried(c: RuleContext, point: string, work: () => Promise<unknown>): Promise<string | undefined> {
  await c.sql.query(`savepoint ${point}`);
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await c.sql.query(`rollback to savepoint ${point}`);
    return error.message;
  }
}

/** It, as far as its changes tell of it. */
interface ClockRow {
  id: string;
  no: string;
  ruleName: string;
}

async function made(c: RuleContext, { name, origin }: ByClock, row: ClockRow, goal: ClockGoal, from: number) {
  const { id } = await createDraft(c, adChange, {
    ...goal.head,
    origin,
    [`${origin}Id`]: row.id,
    periodFrom: goal.since.toISOString(),
    cause: `${goal.words}：${row.no} ${row.ruleName}`.slice(0, 200),
    items: goal.lines
      .slice(from, from + MOST_LINES)
      .map(({ id: campaignId, ownValue }) => ({ campaignId, ...(ownValue && { ownValue }) })),
  });
  await link(c, { type: name, id: row.id }, { type: adChange.name, id });
  return id;
}

/** Sends a change unless it is over the limits or cannot be sent now: then it waits for people, or the next turn. */
async function sent(c: RuleContext, id: string): Promise<string | undefined> {
  const head = await pick(c, adChange, id, ["over"]);
  if (head?.over) return `超过限额，请提交审批：${head.over}`;
  return tried(c, "sending", () => perform(c, adChange, id, "confirm", {}, { trusted: true }));
}

/** What came of a turn: the last change, and why one was not sent. */
interface Turned {
  last?: string | undefined;
  message?: string | undefined;
}

/** Makes and sends what is to be done, unless it waits already. */
async function turned(c: RuleContext, of: ByClock, row: ClockRow, open: readonly OpenChange[], goal: ClockGoal) {
  const waiting = new Set(open.flatMap(({ marks }) => marks));
  const fits = waiting.size === goal.lines.length && goal.lines.every(({ mark }) => waiting.has(mark));
  if (fits && open.some(({ status }) => status === "auditing")) return { last: open.at(-1)?.id };
  const changes = fits ? open.map(({ id }) => id) : [];
  if (!fits) {
    for (const { id } of open)
      await perform(c, adChange, id, "void", { reason: "时段或广告活动已变化" }, { trusted: true });
    for (let from = 0; from < goal.lines.length; from += MOST_LINES) changes.push(await made(c, of, row, goal, from));
  }
  let message: string | undefined;
  for (const id of changes) message = (await sent(c, id)) ?? message;
  return { last: changes.at(-1), message };
}

/**
 * One turn of a row that is locked: what the clock asks for is compared with how its campaigns are, so that hours in which
 * nothing turned are caught up. While a change of it is being sent, it waits.
 * @param look what is to be done, asked for once nothing is on its way
 * @returns undefined where it waits
 */
export async function turnBy(
  c: RuleContext,
  of: ByClock,
  row: ClockRow,
  look: () => Promise<ClockGoal>,
): Promise<Turned | undefined> {
  const open = await openOf(c, of, row.id);
  if (open.some(({ status }) => status === "sending")) return undefined;
  const goal = await look();
  let done: Turned = {};
  const refused = await tried(c, "turning", async () => {
    done = await turned(c, of, row, open, goal);
  });
  return refused ? { message: refused } : done;
}

/** Those in force, and those that were disabled and still hold campaigns. */
const due = (of: ByClock) => `select d.id::text as id, d.tenant_id::text as "tenantId" from ${of.name} d
  where d.del_flag = 0 and (d.status = 'enabled' or d.status = 'disabled' and exists (
    select 1 from ad_campaign c where c.store_id = d.store_id and ${of.holds("d.id")}))
  order by d.tenant_id, d.id`;

/** The hourly turn of all of a kind, each in a transaction of its own, unless everything is stopped. */
export async function turnDue(
  db: Database,
  engine: Engine,
  of: ByClock,
  turn: (c: RuleContext, id: string) => Promise<void>,
): Promise<void> {
  for (const { id, tenantId } of await db.query<{ id: string; tenantId: string }>(due(of))) {
    if (await param(db, tenantId, "ads_stop")) continue;
    await db.tx((sql) => turn({ sql, ...systemOf(tenantId), ...engine }, id));
  }
}
