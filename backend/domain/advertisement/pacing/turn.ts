import { patch, type RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { scaleOf } from "#backend/platform/values";
import { adPacing } from "#documents/advertisement/ad-pacing";
import type { RowOf } from "#documents/kit";
import { PACED } from "../change/held";
import { adLimit, leastOf } from "../change/limits";
import { soIn } from "../turn/clock";
import { type ByClock, CHANGEABLE, type ClockLine, MOST_FAILED, siteOf, TRIED, turnBy } from "../turn/turn";

export type PacingRow = RowOf<typeof adPacing>;

export const PACING: ByClock = {
  name: "ad_pacing",
  origin: "pacing",
  holds: (id) => `c.state <> 'ARCHIVED' and exists (select 1 from ${PACED} paced where paced.pacing_id = ${id})`,
};

/** SQL: whether the campaign `c` is of a pacing with this part of a name. */
export const named = (like: string): string => `strpos(lower(c.campaign_name), lower(coalesce(${like}, ''))) > 0`;

/** What may have been spent of a day's budget by this hour, in percent. */
export const percentAt = (steps: PacingRow["steps"], hour: number): number =>
  Math.max(0, ...steps.flatMap(({ fromHour, percent }) => (fromHour <= hour ? percent : [])));

/**
 * Campaigns whose budget is not as it is to be: of those that match and run its share ($6, none where it is disabled), of
 * those that it has to let go what it was before. Where names overlap since, the first pacing has it; what another one
 * holds is that one's until it gives it back.
 */
const GOALS = `select c.campaign_id::text as id, c.campaign_name as name, c.target::text as "ownValue", coalesce(y.failed, 0) as failed,
    concat_ws(' ', c.campaign_id, trim_scale(c.daily_budget), trim_scale(c.target)) as mark
  from (
    select c.campaign_id, c.campaign_name, c.daily_budget,
      case when o.own then least(o.base, greatest(trunc(o.base * $6 / 100, $8), $7)) else o.base end as target
    from ad_campaign c left join ${PACED} paced on true cross join lateral (
      select coalesce(paced.base, c.daily_budget) as base, $6::int is not null and ${named("$5::text")} and not exists (
        select 1 from ad_pacing p where p.tenant_id = $3 and p.store_id = $4 and p.id < $1 and p.status = 'enabled'
          and p.del_flag = 0 and ${named("p.campaign_like")}) as own) o
    where ${CHANGEABLE} and c.state <> 'ARCHIVED'
      and case when o.own then c.state = 'ENABLED' and coalesce(paced.pacing_id, $1) = $1 else paced.pacing_id = $1 end) c
    ${TRIED(PACING, "new_value", "c.target")}
  where c.target <> c.daily_budget order by c.campaign_id`;

/** One turn of a pacing whose row is locked. One that is disabled gives back what it took. */
export async function turnPacing(c: RuleContext, row: PacingRow, now: Date): Promise<void> {
  const site = await siteOf(c.sql, row.storeId);
  if (!site) return;
  const { value, since } = soIn(site.zone, now, (_day, hour) => percentAt(row.steps, hour));
  const percent = row.status === "enabled" ? value : null;
  if (percent !== row.nowPercent) await patch(c, adPacing, row.id, { nowPercent: percent, lastTime: now });
  let left: string[] = [];
  const done = await turnBy(c, PACING, row, async () => {
    // What is read next is also what is written: nobody's budget comes between.
    await c.sql.query(
      `select 1 from ad_campaign c where c.store_id = $1 and c.ad_product = 'SP' order by c.campaign_id ${keep(c.sql, "ad_campaign")}`,
      [row.storeId],
    );
    const found = await c.sql.query<ClockLine & { name: string; failed: number }>(GOALS, [
      row.id,
      since,
      c.tenantId,
      row.storeId,
      row.campaignLike,
      percent,
      leastOf("budget", await adLimit(c, site.currency)),
      await scaleOf(c, site.currency),
    ]);
    left = found.flatMap(({ name, failed }) => (failed < MOST_FAILED ? [] : name));
    return {
      head: { kind: "budget" },
      words: percent === null ? "恢复日预算" : `预算节奏${percent}%`,
      since,
      lines: found.filter(({ failed }) => failed < MOST_FAILED),
    };
  });
  if (!done) return;
  const given = left.length && `“${left[0]}”等${left.length}个活动在这一段失败了${MOST_FAILED}次，请在广告操作中处理`;
  await patch(c, adPacing, row.id, {
    ...(done.last && { lastChangeId: done.last }),
    message: (done.message ?? (given || null))?.slice(0, 300) ?? null,
  });
}
