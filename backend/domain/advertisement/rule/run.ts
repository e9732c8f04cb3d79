import { createDraft, link, patch, perform, pick, type RuleContext } from "#backend/engine/documents";
import { type Database, NOW, type Sql } from "#backend/platform/db";
import { Refusal, systemOf } from "#backend/platform/http";
import { dec, param, r2, scaleOf } from "#backend/platform/values";
import { adChange } from "#documents/advertisement/ad-change";
import { adRule, adRuleRun } from "#documents/advertisement/ad-rule";
import type { DraftOf, RowOf } from "#documents/kit";
import { adLimit, leastOf } from "../change/limits";
import { type AdCondition, becomesBy, missedBy, shareOf } from "./judge";
import { type AdLooked, type AdScope, looksAt, pastOf, untoldDays, windowOf } from "./measures";

export type AdRuleRow = RowOf<typeof adRule>;
type RuleResult = NonNullable<DraftOf<typeof adRuleRun>["results"]>[number];
type RuleVerdict = NonNullable<RuleResult["verdict"]>;

/** Things whose judgement is kept with a run: every hit, and of the others those that cost most. */
const MOST_KEPT = 200;

/** What a change by a rule is of. */
const CHANGES = {
  bidUp: "bid",
  bidDown: "bid",
  bidTo: "bid",
  bidTarget: "bid",
  budgetUp: "budget",
  budgetDown: "budget",
  pause: "state",
  negative: "negative",
} as const;
const NAMES = { campaign: "campaignId", keyword: "keywordId", term: "termId" } as const;

/** Things that rules changed of late ($3 hours), with the rule; `${name}` of a line names them. */
const changedSince = (sql: Sql, { tenantId, storeId, entity }: AdScope, hours: number) =>
  sql.query<{ id: string; rule: string; ruleId: string }>(
    `select distinct on (1) l.${{ campaign: "campaign_id", keyword: "keyword_id", term: "term_id" }[entity]}::text as id,
       r.no as rule, r.id::text as "ruleId"
     from ad_change a join ad_rule r on r.id = a.rule_id join ad_change_line l on l.ad_change_id = a.id and l.del_flag = 0
     where a.tenant_id = $1 and a.store_id = $2 and a.del_flag = 0 and a.status <> 'void'
       and l.result in ('waiting', 'ok', 'unknown') and a.create_time > now() - make_interval(hours => $3)
       ${entity === "campaign" ? "and l.keyword_id is null and l.term_id is null" : ""}
     order by 1, a.id desc`,
    [tenantId, storeId, hours],
  );

interface RuleJudged {
  thing: AdLooked;
  verdict: RuleVerdict;
  why?: string;
  next?: string | null;
}

/** What becomes of each thing, the most expensive first, within the caps of the rule. */
async function judged(
  c: RuleContext,
  rule: AdRuleRow,
  scope: AdScope,
  things: readonly AdLooked[],
): Promise<RuleJudged[]> {
  const conditions: AdCondition[] = rule.conditions;
  const scale = await scaleOf(c, rule.currency);
  const cooling = new Set((await changedSince(c.sql, scope, rule.coolDays * 24)).map(({ id }) => id));
  const today = new Map((await changedSince(c.sql, scope, 24)).map(({ id, rule: no, ruleId }) => [id, { no, ruleId }]));
  const kind = CHANGES[rule.effect];
  const least = leastOf(kind, await adLimit(c, rule.currency));
  let [lines, rise] = [0, dec(0)];
  return things.map((thing): RuleJudged => {
    const { measured, state, id } = thing;
    const why = missedBy(conditions, measured);
    if (why) return { thing, verdict: "miss", why };
    if (state !== "ENABLED") return { thing, verdict: "unfit", why: "没有在投放" };
    const other = today.get(id);
    if (other && other.ruleId !== rule.id) return { thing, verdict: "taken", why: `已由规则${other.no}处理` };
    if (cooling.has(id)) return { thing, verdict: "cooling", why: `${rule.coolDays}天内已调整` };
    const next = kind === "bid" || kind === "budget" ? becomesBy(rule, measured, scale) : undefined;
    if (next === null) return { thing, verdict: "unfit", why: "新值与原值相同，或无法算出" };
    if (next && dec(next).lt(least)) return { thing, verdict: "unfit", why: `新值${next}低于${least}` };
    const more = kind === "budget" && next ? dec(next).minus(measured.value ?? 0) : dec(0);
    if (lines >= rule.maxLines) return { thing, verdict: "capped", why: `超过一次${rule.maxLines}行` };
    if (rule.maxRise && more.gt(0) && rise.plus(more).gt(rule.maxRise))
      return { thing, verdict: "capped", why: `日预算增加超过${rule.maxRise}` };
    lines += 1;
    if (more.gt(0)) rise = rise.plus(more);
    return { thing, verdict: "hit", next };
  });
}

const resultOf = ({ thing, verdict, why, next }: RuleJudged): RuleResult => ({
  words: thing.words,
  campaignName: thing.campaign,
  verdict,
  why: why?.slice(0, 200),
  oldValue: next ? thing.measured.value : null,
  newValue: next ?? null,
  clicks: Number(thing.measured.clicks ?? 0),
  spend: r2(thing.measured.spend ?? 0),
  conversions: Number(thing.measured.conversions ?? 0),
  sales: r2(thing.measured.sales ?? 0),
  acos: thing.measured.acos,
});

/** A change of what was hit; sent at once where the rule says so and it is within the limits. */
async function change(
  c: RuleContext,
  rule: AdRuleRow,
  hits: readonly RuleJudged[],
): Promise<{ id: string; message?: string }> {
  const kind = CHANGES[rule.effect];
  const made = await createDraft(c, adChange, {
    kind,
    origin: "rule",
    ruleId: rule.id,
    cause: `规则${rule.no} ${rule.ruleName}`.slice(0, 200),
    ...(kind === "state" && { toState: "PAUSED" }),
    ...(kind === "negative" && { match: "NEGATIVE_EXACT" }),
    items: hits.map(({ thing, next }) => ({
      campaignId: thing.campaignId,
      [NAMES[rule.entity]]: thing.id,
      ...(next && { ownValue: next }),
    })),
  });
  await link(c, { type: adRule.name, id: rule.id }, { type: adChange.name, id: made.id });
  if (rule.mode !== "auto") return { id: made.id };
  const over = await pick(c, adChange, made.id, ["over"]);
  await c.sql.query("savepoint sending");
  try {
    await perform(c, adChange, made.id, over?.over ? "ask" : "confirm", {}, { trusted: true });
    return { id: made.id, message: over?.over ? `超过限额，已提交审批：${over.over}` : undefined };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await c.sql.query("rollback to savepoint sending");
    return { id: made.id, message: error.message };
  }
}

type RunKept = DraftOf<typeof adRuleRun>;

async function keep(c: RuleContext, rule: AdRuleRow, run: RunKept): Promise<void> {
  const now = await c.sql.one<{ at: string }>(
    "select to_char(now() at time zone 'Asia/Shanghai', 'YYMMDD HH24:MI:SS') as at",
  );
  const kept = await createDraft(c, adRuleRun, {
    runNo: `${rule.no} ${now?.at}`,
    ruleId: rule.id,
    storeId: rule.storeId,
    currency: rule.currency,
    ...run,
  });
  await patch(c, adRule, rule.id, { lastRun: NOW, lastRunId: kept.id, lastHits: run.hits ?? 0 });
}

/**
 * One run of a rule whose row is locked: looks at the window, judges every thing, and makes a change of what it hits;
 * a rule that is tried only says what it would do, and what it would have done in the last 30 days.
 */
export async function runRule(c: RuleContext, rule: AdRuleRow, trial: boolean): Promise<void> {
  const { storeId, entity, campaignLike } = rule;
  const scope: AdScope = { tenantId: c.tenantId, storeId, entity, campaignLike };
  const days = await windowOf(c.sql, storeId, rule);
  const about: RunKept = { firstDay: days.first, lastDay: days.last };
  const untold = await untoldDays(c.sql, scope, days);
  if (untold.length)
    return keep(c, rule, {
      ...about,
      outcome: "incomplete",
      hits: 0,
      message: `没有${untold.slice(0, 5).join("、")}的广告数据，共缺${untold.length}天`,
    });
  const all = await judged(c, rule, scope, await looksAt(c.sql, scope, days));
  const of = (verdict: RuleVerdict) => all.filter((one) => one.verdict === verdict);
  const hits = of("hit");
  const counts = {
    looked: all.length,
    hits: hits.length,
    cooling: of("cooling").length,
    capped: of("capped").length,
    taken: of("taken").length,
  };
  const others = all.filter(({ verdict }) => verdict !== "hit");
  const results = [...hits, ...others].slice(0, Math.max(MOST_KEPT, hits.length)).map(resultOf);
  if (trial) {
    const past = await pastOf(c.sql, scope, rule.conditions, { ...rule, yesterday: days.yesterday });
    const share = shareOf(rule);
    const part = (amount: string) => (share === null ? null : r2(dec(amount).times(share)));
    return keep(c, rule, {
      ...about,
      ...counts,
      outcome: "trial",
      pastHits: past.hits,
      pastSpend: part(past.spend),
      pastSales: part(past.sales),
      results,
    });
  }
  if (!hits.length) return keep(c, rule, { ...about, ...counts, outcome: "none", results });
  await c.sql.query("savepoint making");
  const made = await change(c, rule, hits).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    // What one rule cannot do keeps no other from its turn.
    await c.sql.query("rollback to savepoint making");
    return { id: null, message: error.message };
  });
  return keep(c, rule, {
    ...about,
    ...counts,
    outcome: made.id ? "made" : "failed",
    changeId: made.id,
    message: made.message?.slice(0, 300),
    results,
  });
}

/** Changes of a rule whose lines failed for more than a fifth, so often in a row, end it. */
const BAD_RUNS = 3;
const BAD = `
  select count(*) filter (where bad)::int as n from (
    select a.fail_count * 5 > a.line_count as bad from ad_change a
    where a.rule_id = $1 and a.status in ('done', 'part', 'failed') and a.del_flag = 0 order by a.id desc limit ${BAD_RUNS}) x`;

/** Have the last changes of a rule gone wrong? */
export const goesWrong = async (sql: Sql, ruleId: string): Promise<boolean> =>
  (await sql.one<{ n: number }>(BAD, [ruleId]))?.n === BAD_RUNS;

/** Rules whose hour has come and that have not run since, the most important first. */
const DUE = `select r.id::text as id, r.tenant_id::text as "tenantId" from ad_rule r
  where r.status = 'enabled' and r.del_flag = 0 and r.hour <= extract(hour from now() at time zone 'Asia/Shanghai')
    and (r.last_run is null or r.last_run < date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' + make_interval(hours => r.hour))
  order by r.tenant_id, r.priority, r.id`;

/**
 * Runs rules whose time has come (figures.md D.7), each in a transaction of its own, unless everything is stopped.
 * @param one runs one rule
 */
export async function runDueRules(
  db: Database,
  one: (c: Pick<RuleContext, "sql" | "tenantId" | "caller">, id: string) => Promise<void>,
): Promise<void> {
  for (const { id, tenantId } of await db.query<{ id: string; tenantId: string }>(DUE)) {
    if (await param(db, tenantId, "ads_stop")) continue;
    await db.tx((sql) => one({ sql, ...systemOf(tenantId) }, id));
  }
}
