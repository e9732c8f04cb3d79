import { patch, type RuleContext } from "#backend/engine/documents";
import { adDaypart } from "#documents/advertisement/ad-daypart";
import type { RowOf } from "#documents/kit";
import { heldBy } from "../change/held";
import { type ByClock, CHANGEABLE, type ClockLine, MOST_FAILED, siteOf, TRIED, turnBy } from "../turn/turn";
import { periodAt } from "./hours";

export const DAYPART: ByClock = { name: "ad_daypart", origin: "daypart", holds: heldBy };

const BECOMES = { paused: "PAUSED", running: "ENABLED" } as const;
const WORDS = { paused: "时段外暂停", running: "时段内启用" } as const;

/** Campaigns that are to become so, once a period. */
const wanted = (act: keyof typeof BECOMES, which: string) => {
  const state = BECOMES[act];
  return `select c.campaign_id::text as id, concat_ws(' ', c.campaign_id, '${state}') as mark
    from ad_campaign c ${TRIED(DAYPART, "new_state", `'${state}'`)}
    where ${CHANGEABLE} and ${which} and y.stands is not true and coalesce(y.failed, 0) < ${MOST_FAILED}
    order by c.campaign_id`;
};

/**
 * What it is to pause: whatever matches and runs, once a period. What somebody enabled again after that stays so; what
 * disabling it enabled is paused again.
 */
const TO_PAUSE = wanted("paused", "c.state = 'ENABLED' and strpos(lower(c.campaign_name), lower($5)) > 0");
const TO_RESUME = wanted("running", heldBy("$1"));

/** One turn of a daypart whose row is locked. One that is disabled enables what it paused. */
export async function turnDaypart(c: RuleContext, row: RowOf<typeof adDaypart>, now: Date): Promise<void> {
  const site = await siteOf(c.sql, row.storeId);
  if (!site) return;
  const { runs, since } = periodAt(row, site.zone, now);
  const act = row.status === "enabled" && !runs ? "paused" : "running";
  const done = await turnBy(c, DAYPART, row, async () => ({
    head: { kind: "state", toState: BECOMES[act] },
    words: WORDS[act],
    since,
    lines: await c.sql.query<ClockLine>(act === "paused" ? TO_PAUSE : TO_RESUME, [
      row.id,
      since,
      c.tenantId,
      row.storeId,
      ...(act === "paused" ? [row.campaignLike ?? ""] : []),
    ]),
  }));
  if (!done) return;
  await patch(c, adDaypart, row.id, {
    ...(row.lastAct !== act && { lastAct: act, lastTime: now }),
    ...(done.last && { lastChangeId: done.last }),
    message: done.message?.slice(0, 300) ?? null,
  });
}
