import { type Engine, lockWhole, type RuleContext, rules, transition } from "#backend/engine/documents";
import { type Database, lockIds } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { adPacing } from "#documents/advertisement/ad-pacing";
import type { DraftOf } from "#documents/kit";
import { keptBy, turnDue } from "../turn/turn";
import { named, PACING, type PacingRow, turnPacing } from "./turn";

/** Another pacing in force that has one of its campaigns, its store locked. */
async function rivalOf(c: RuleContext, { id, storeId, campaignLike }: PacingRow) {
  await lockIds(c.sql, "store", [storeId]);
  return c.sql.one<{ campaign: string; no: string }>(
    `select c.campaign_name as campaign, p.no from ad_pacing p join ad_campaign c on c.store_id = p.store_id
     where p.tenant_id = $1 and p.store_id = $2 and p.id <> $3 and p.status = 'enabled' and p.del_flag = 0
       and c.tenant_id = $1 and c.ad_product = 'SP' and c.state <> 'ARCHIVED' and ${named("$4::text")} and ${named("p.campaign_like")}
     order by p.id, 1 limit 1`,
    [c.tenantId, storeId, id, campaignLike],
  );
}

const enable = transition(adPacing, "enable", {
  lock: async (c, row) => ({ rival: await rivalOf(c, row) }),
  guard: ({ rival }) => rival && `“${rival.campaign}”已由预算节奏${rival.no}管理：请先停用它，或改“活动名称包含”`,
});

const disable = transition(adPacing, "disable", {
  effect: (c, { row }) => turnPacing(c, { ...row, status: "disabled" }, new Date()),
});

/** What it took would never be given back. */
const del = transition(adPacing, "del", {
  lock: (c, row) => keptBy(c.sql, PACING, row.id),
  guard: ({ held, sending }) =>
    (sending && `广告操作${sending.no}还在发送中`) ||
    (held && `“${held.name}”的日预算由它设置，还没有恢复：请等它恢复，或在广告活动中改日预算`),
});

type PacingSteps = NonNullable<DraftOf<typeof adPacing>["steps"]>;

/** @throws Refusal at the step that does not follow the one before */
function requireRising(steps: PacingSteps): void {
  if (steps.length < 2) throw invalidAt("steps", "请至少填写两段");
  for (const [i, step] of steps.entries()) {
    const [fromHour, percent] = [Number(step.fromHour), Number(step.percent)];
    const at = (name: string, message: string) => invalidAt(`steps.${i}.${name}`, message);
    const prior = steps[i - 1];
    if (!prior && fromHour !== 0) throw at("fromHour", "第一段须从0点开始");
    if (prior && fromHour <= Number(prior.fromHour)) throw at("fromHour", "须晚于上一段的开始");
    if (prior && percent <= Number(prior.percent)) throw at("percent", "须大于上一段的百分比");
  }
  if (steps.at(-1)?.percent !== 100) throw invalidAt(`steps.${steps.length - 1}.percent`, "最后一段须为100%");
}

/** 预算节奏 (figures.md D.7). */
export const adPacingRules = rules(adPacing, {
  async beforeSave(_c, next, before) {
    const { storeId, steps } = { ...before, ...next };
    requireRising(steps ?? []);
    if (before && before.status !== "draft" && storeId !== before.storeId)
      throw invalidAt("storeId", "启用过的预算节奏不能换店铺，请新建一条");
    next.plan = steps?.map(({ fromHour, percent }) => `${fromHour}点${percent}%`).join(" ");
  },
  transitions: [enable, disable, del],
});

/**
 * The hourly turn of the pacings.
 * @param now what the clock says
 */
export const turnPacings = (db: Database, engine: Engine, now: Date = new Date()): Promise<void> =>
  turnDue(db, engine, PACING, async (c, id) => {
    const row = await lockWhole(c, adPacing, id, { anyScope: true });
    if (row.status !== "draft") await turnPacing(c, row, now);
  });
