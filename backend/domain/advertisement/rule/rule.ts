import { type Engine, lockWhole, moveTo, type RuleContext, rules, transition } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import type { Database } from "#backend/platform/db";
import { invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import { adRule, adRuleRun } from "#documents/advertisement/ad-rule";
import { adLimit } from "../change/limits";
import { goesWrong, runDueRules, runRule } from "./run";

const OF_ENTITY = {
  campaign: ["budgetUp", "budgetDown", "pause"],
  keyword: ["bidUp", "bidDown", "bidTo", "bidTarget", "pause"],
  term: ["negative"],
} as const satisfies Record<string, readonly string[]>;

const trial = transition(adRule, "trial", { effect: (c, { row }) => runRule(c, row, true) });
const run = transition(adRule, "run", { effect: (c, { row }) => runRule(c, row, row.status !== "enabled") });
const enable = transition(adRule, "enable", {
  guard: ({ row }, { caller }) =>
    row.mode === "auto" &&
    !caller.permissions.has("ads_adrule_approve") &&
    "自动发送的规则须由有规则审批权限的人启用；或改为“需确认”",
});

/** 自动规则 (figures.md D.7). */
export const adRuleRules = rules(adRule, {
  async beforeSave(c, next, before) {
    const { entity, effect, amount, targetAcos, storeId, conditions = [], minValue, maxValue } = { ...before, ...next };
    if (entity && effect && !OF_ENTITY[entity].some((one) => one === effect))
      throw invalidAt("effect", "所选的对象不能做这个动作：广告活动改预算或暂停，投放改竞价或暂停，搜索词否定");
    const needs = effect && !["pause", "negative", "bidTarget"].includes(effect);
    if (needs && !amount) throw invalidAt("amount", "请填写数值");
    if ((effect === "bidDown" || effect === "budgetDown") && dec(amount ?? 0).gte(100))
      throw invalidAt("amount", "降低的百分比须小于100");
    if (effect === "bidTarget" && !targetAcos) throw invalidAt("targetAcos", "请填写目标ACOS");
    if (minValue && maxValue && dec(minValue).gt(maxValue)) throw invalidAt("maxValue", "最高不能小于最低");
    if (entity === "term") {
      const i = (conditions ?? []).findIndex(({ metric }) => metric === "value");
      if (i >= 0) throw invalidAt(`conditions.${i}.metric`, "搜索词没有竞价");
    }
    const site = await c.sql.one<{ currency: string }>(
      "select i.currency from store s join site i on i.id = s.site_id where s.id = $1",
      [storeId],
    );
    next.currency = site?.currency;
    const limit = effect === "bidTo" && site ? await adLimit(c, site.currency) : undefined;
    if (limit && dec(amount ?? 0).lt(limit.minBid)) throw invalidAt("amount", `竞价不能低于${limit.minBid}`);
  },
  transitions: [trial, run, enable],
});

/** 规则运行: written by rules alone. */
export const adRuleRunRules = rules(adRuleRun, {});

async function runOne(c: RuleContext, id: string): Promise<void> {
  const row = await lockWhole(c, adRule, id, { anyScope: true });
  if (row.status !== "enabled") return;
  if (!(await goesWrong(c.sql, id))) return runRule(c, row, false);
  await moveTo(c, adRule, id, "disabled", "连续失败，自动停用");
  await notify(c.sql, {
    tenantId: c.tenantId,
    userIds: row.createBy ? [row.createBy] : [],
    title: `自动规则${row.no}已停用`,
    pushDescribe: `${row.ruleName}：最近三次广告操作都有超过20%的行失败，请检查后重新试运行`,
    bizPath: `${adRule.screens.detail}?id=${id}`,
  });
}

/** The hourly turn of the rules. */
export const runAdRules = (db: Database, engine: Engine): Promise<void> =>
  runDueRules(db, (c, id) => runOne({ ...c, ...engine }, id));
