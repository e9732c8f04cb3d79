import dayjs from "dayjs";
import type { RuleContext } from "#backend/engine/documents";
import { dec, param, today } from "#backend/platform/values";
import { IN_FORCE } from "../target-portfolio/figures";
import { heldBy, PACED } from "./held";
import type { AdChangeLine, ChangeKind } from "./things";

/** What may be bid, and spent a day at least, in a currency (figures.md D.7); the parameter `ads_limits`. */
export interface AdLimit {
  minBid: string;
  maxBid: string;
  minBudget: string;
}

/** @returns undefined where nobody said what may be bid in this currency */
export async function adLimit(
  c: Pick<RuleContext, "sql" | "tenantId">,
  currency: string | null,
): Promise<AdLimit | undefined> {
  const said = await param(c.sql, c.tenantId, "ads_limits");
  for (const part of said.split(";")) {
    const [code, numbers = ""] = part.trim().split(" ");
    const [bids = "", minBudget] = numbers.split("/");
    const [minBid, maxBid] = bids.split("-");
    if (code === currency && minBid && maxBid && minBudget) return { minBid, maxBid, minBudget };
  }
  return undefined;
}

/** The least that may be bid, or spent a day; what nobody said is more than nothing. */
export function leastOf(kind: ChangeKind, limit: AdLimit | undefined): string {
  return (kind === "budget" ? limit?.minBudget : limit?.minBid) ?? "0.01";
}

/** What the budgets of campaigns were before they were first changed today, and before pacings took them (figures.md D.7). */
const BEFORE = `
  select c.campaign_id::text as id, today.budget::text as budget, paced.base::text as base
  from ad_campaign c left join ${PACED} paced on true left join lateral (
    select coalesce(l.base_value, l.old_value) as budget
    from ad_change_line l join ad_change a on a.id = l.ad_change_id
    where l.campaign_id = c.campaign_id and l.del_flag = 0 and l.result = 'ok' and a.tenant_id = $1 and a.kind = 'budget'
      and a.del_flag = 0 and l.answer_time >= stock_day(now())::timestamp at time zone 'Asia/Shanghai'
    order by l.answer_time, l.id limit 1) today on true
  where c.tenant_id = $1 and c.campaign_id = any($2::bigint[])`;

/**
 * Portfolios whose campaigns are changed ($2 id, budget, state): what they may spend a day afterwards, and what is left
 * of this month's budget ($3). A campaign that a daypart paused counts as running, and one that a pacing took with all of
 * its budget: both were there before, so giving them back is no rise, and raising the budget meanwhile is one.
 */
const PORTFOLIOS = `
  with asked as (select * from jsonb_to_recordset($2::jsonb) as x(id bigint, budget numeric, state text)),
  known as (
    select c.campaign_id, c.portfolio_id, case when ${heldBy()} then 'ENABLED' else c.state end as runs,
      coalesce(paced.base, c.daily_budget) as daily from ad_campaign c left join ${PACED} paced on true
    where c.portfolio_id in (select o.portfolio_id from asked x join ad_campaign o on o.campaign_id = x.id)),
  after as (
    select c.portfolio_id, sum(case when coalesce(a.state, c.runs) = 'ENABLED' then coalesce(a.budget, c.daily) end) as daily,
      sum(case when c.runs = 'ENABLED' then c.daily end) as before
    from known c left join asked a on a.id = c.campaign_id group by 1)
  select p.name, f.daily::text, (${IN_FORCE} - t.actual_spend)::text as left
  from after f join ad_portfolio p on p.id = f.portfolio_id
    join target_portfolio t on t.tenant_id = $1 and t.del_flag = 0 and t.live_key = p.id || '/' || $3
      and (t.status = 'approved' or t.prior_budget > 0)
  where f.daily > coalesce(f.before, 0) order by p.name`;

interface BudgetBefore {
  id: string;
  budget: string | null;
  base: string | null;
}

async function overBudget(c: Pick<RuleContext, "sql" | "tenantId">, lines: readonly AdChangeLine[]): Promise<string[]> {
  const asked = lines.map((l) => ({ id: l.campaignId, budget: l.newValue ?? null, state: l.newState ?? null }));
  const found = await c.sql.query<{ name: string; daily: string; left: string }>(PORTFOLIOS, [
    c.tenantId,
    JSON.stringify(asked),
    today().slice(0, 7).replace("-", ""),
  ]);
  const days = dayjs(today()).endOf("month").diff(dayjs(today()), "day") + 1;
  return found.flatMap(({ name, daily, left }) =>
    dec(daily).times(days).gt(left) ? `${name}的日预算${daily}×剩余${days}天超过本月预算余额${left}` : [],
  );
}

const share = (line: AdChangeLine) =>
  dec(line.newValue ?? 0)
    .minus(line.oldValue ?? 0)
    .abs()
    .times(100)
    .div(line.oldValue ?? 1);

/** Why a change is for somebody who may approve it; nothing: whoever made it may send it. */
export async function overLimits(
  c: Pick<RuleContext, "sql" | "tenantId">,
  { kind, currency, lines }: { kind: ChangeKind; currency: string; lines: readonly AdChangeLine[] },
): Promise<string | null> {
  if (kind === "negative" || (kind === "state" && lines.every((l) => l.newState !== "ENABLED"))) return null;
  const limit = await adLimit(c, currency);
  const step = await param(c.sql, c.tenantId, "ads_step_percent");
  const count = (is: (line: AdChangeLine) => boolean) => lines.filter(is).length;
  const reasons: [string, number][] = [];
  if (kind === "bid" || kind === "create") {
    if (limit) reasons.push([`竞价超过${limit.maxBid}`, count((l) => dec(l.newValue ?? 0).gt(limit.maxBid))]);
    if (kind === "bid") {
      reasons.push([`竞价变动超过${dec(step).toString()}%`, count((l) => Boolean(l.oldValue) && share(l).gt(step))]);
      reasons.push(["原来没有单独的竞价", count((l) => !l.oldValue)]);
    }
  }
  if (kind === "budget") {
    const found = await c.sql.query<BudgetBefore>(BEFORE, [c.tenantId, lines.map((l) => l.campaignId)]);
    const before = new Map(found.map((one) => [one.id, one]));
    const doubled = ({ campaignId, oldValue, newValue }: AdChangeLine) => {
      const { budget, base } = before.get(campaignId ?? "") ?? {};
      const full = base ?? oldValue ?? 0;
      return dec(newValue ?? 0).gt(full) && dec(newValue ?? 0).gt(dec(budget ?? full).times(2));
    };
    reasons.push(["日预算一天内超过两倍", count(doubled)]);
  }
  const ofCampaigns = kind === "budget" || (kind === "state" && lines.every((l) => !l.keywordId));
  const said = [
    ...(limit || kind === "state" ? [] : [`币种${currency}没有设置广告限额`]),
    ...reasons.flatMap(([reason, n]) => (n ? `${n}行${reason}` : [])),
    ...(ofCampaigns ? await overBudget(c, lines) : []),
  ];
  return said.length ? said.join("；").slice(0, 400) : null;
}
