import { createDraft, link, patch, perform, pick, type RuleContext } from "#backend/engine/documents";
import { lockIds } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { adChange } from "#documents/advertisement/ad-change";
import { adDaypart } from "#documents/advertisement/ad-daypart";
import type { RowOf } from "#documents/kit";
import { heldBy } from "../change/held";
import { periodAt } from "./hours";

type DaypartRow = RowOf<typeof adDaypart>;
type DaypartAct = NonNullable<DaypartRow["lastAct"]>;

const BECOMES = { paused: "PAUSED", running: "ENABLED" } as const;
const WORDS = { paused: "时段外暂停", running: "时段内启用" } as const;
/** A campaign that the account refused so often in one period is left to people. */
const MOST_FAILED = 3;
const MOST_LINES = 1000;

/** How often its changes ($1) failed at the campaign `c` in this period ($2), and what the last one made of it, if in this period. */
const TRIED = (to: string) => `left join lateral (
  select count(*) filter (where l.result in ('failed', 'unknown') and l.new_state = '${to}' and a.daypart_from = $2)::int as failed,
    (array_agg(case when a.daypart_from = $2 then l.new_state end order by a.id desc)
      filter (where l.result in ('ok', 'skipped')))[1] as last
  from ad_change_line l join ad_change a on a.id = l.ad_change_id
  where l.campaign_id = c.campaign_id and l.del_flag = 0 and a.daypart_id = $1 and a.del_flag = 0) y on true`;

/**
 * What it is to pause: whatever matches and runs, once a period. What somebody enabled again after that stays so; what
 * disabling it enabled is paused again.
 */
const TO_PAUSE = `select c.campaign_id::text as id from ad_campaign c ${TRIED("PAUSED")}
  where c.tenant_id = $3 and c.store_id = $4 and c.ad_product = 'SP' and not c.by_name and c.state = 'ENABLED'
    and strpos(lower(c.campaign_name), lower($5)) > 0
    and y.last is distinct from 'PAUSED' and y.failed < ${MOST_FAILED} order by c.campaign_id`;
const TO_RESUME = `select c.campaign_id::text as id from ad_campaign c ${TRIED("ENABLED")}
  where c.tenant_id = $3 and c.store_id = $4 and c.ad_product = 'SP' and not c.by_name and ${heldBy("$1")}
    and y.last is distinct from 'ENABLED' and y.failed < ${MOST_FAILED} order by c.campaign_id`;

/** A change of it that is not over, with the campaigns that it names. */
interface OpenChange {
  id: string;
  status: "draft" | "auditing" | "sending";
  toState: string;
  ids: string[];
}

/** Changes of it that are not over, locked: people may confirm and void them too. */
async function openOf({ sql }: RuleContext, daypartId: string): Promise<OpenChange[]> {
  const found = await sql.query<{ id: string }>(
    "select id::text as id from ad_change where daypart_id = $1 and status in ('draft', 'auditing', 'sending') and del_flag = 0",
    [daypartId],
  );
  const ids = found.map(({ id }) => id);
  await lockIds(sql, "ad_change", ids);
  return sql.query<OpenChange>(
    `select a.id::text as id, a.status, a.to_state as "toState",
       (select coalesce(array_agg(l.campaign_id::text order by l.campaign_id), '{}') from ad_change_line l
        where l.ad_change_id = a.id and l.del_flag = 0) as ids
     from ad_change a where a.id = any($1::bigint[]) and a.status in ('draft', 'auditing', 'sending') order by a.id`,
    [ids],
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

async function made(c: RuleContext, row: DaypartRow, act: DaypartAct, since: Date, ids: readonly string[]) {
  const { id } = await createDraft(c, adChange, {
    kind: "state",
    origin: "daypart",
    daypartId: row.id,
    daypartFrom: since.toISOString(),
    toState: BECOMES[act],
    cause: `${WORDS[act]}：${row.no} ${row.ruleName}`.slice(0, 200),
    items: ids.map((campaignId) => ({ campaignId })),
  });
  await link(c, { type: adDaypart.name, id: row.id }, { type: adChange.name, id });
  return id;
}

/** Sends a change unless it is over the limits or cannot be sent now: then it waits for people, or the next turn. */
async function sent(c: RuleContext, id: string): Promise<string | undefined> {
  const head = await pick(c, adChange, id, ["over"]);
  if (head?.over) return `超过限额，请提交审批：${head.over}`;
  return tried(c, "sending", () => perform(c, adChange, id, "confirm", {}, { trusted: true }));
}

interface DaypartGoal {
  act: DaypartAct;
  since: Date;
  ids: readonly string[];
}

/** Makes and sends what is to be done, unless it waits already. @returns the last change, and why one was not sent */
async function turned(c: RuleContext, row: DaypartRow, open: readonly OpenChange[], { act, since, ids }: DaypartGoal) {
  const alike = open.every(({ toState }) => toState === BECOMES[act]);
  const waiting = open.flatMap((one) => one.ids);
  const fits = alike && waiting.length === ids.length && ids.every((id) => waiting.includes(id));
  if (fits && open.some(({ status }) => status === "auditing")) return { last: open.at(-1)?.id };
  const changes = fits ? open.map(({ id }) => id) : [];
  if (!fits) {
    for (const { id } of open)
      await perform(c, adChange, id, "void", { reason: "时段或广告活动已变化" }, { trusted: true });
    for (let from = 0; from < ids.length; from += MOST_LINES)
      changes.push(await made(c, row, act, since, ids.slice(from, from + MOST_LINES)));
  }
  let message: string | undefined;
  for (const id of changes) message = (await sent(c, id)) ?? message;
  return { last: changes.at(-1), message };
}

/**
 * One turn of a daypart whose row is locked: what the clock says is compared with how its campaigns are, so that hours in
 * which nothing turned are caught up. While a change of it is being sent, it waits. One that is disabled enables what it
 * paused.
 */
export async function turnDaypart(c: RuleContext, row: DaypartRow, now: Date): Promise<void> {
  const open = await openOf(c, row.id);
  if (open.some(({ status }) => status === "sending")) return;
  const site = await c.sql.one<{ zone: string }>(
    "select i.timezone as zone from store s join site i on i.id = s.site_id where s.id = $1",
    [row.storeId],
  );
  if (!site) return;
  const { runs, since } = periodAt(row, site.zone, now);
  const act = row.status === "enabled" && !runs ? "paused" : "running";
  const found = await c.sql.query<{ id: string }>(act === "paused" ? TO_PAUSE : TO_RESUME, [
    row.id,
    since,
    c.tenantId,
    row.storeId,
    ...(act === "paused" ? [row.campaignLike ?? ""] : []),
  ]);
  const ids = found.map(({ id }) => id);
  let done: { last?: string; message?: string } = {};
  const refused = await tried(c, "turning", async () => {
    done = await turned(c, row, open, { act, since, ids });
  });
  await patch(c, adDaypart, row.id, {
    ...(row.lastAct !== act && { lastAct: act, lastTime: now }),
    ...(done.last && { lastChangeId: done.last }),
    message: (refused ?? done.message)?.slice(0, 300) ?? null,
  });
}
