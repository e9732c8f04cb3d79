import type { RuleContext } from "#backend/engine/documents";
import { AD_DAYS } from "#backend/engine/documents/tables/ad-views";
import { conflict, invalid, invalidAt } from "#backend/platform/http";
import { dec, r2, round, scaleOf, sum } from "#backend/platform/values";
import type { adChange } from "#documents/advertisement/ad-change";
import { adStates } from "#documents/advertisement/ad-portfolio";
import type { DraftOf } from "#documents/kit";
import { type AdLimit, adLimit, leastOf, overLimits } from "./limits";
import { type AdChangeLine, type AdThing, type ChangeKind, namedBy, thingsOf } from "./things";

type AdChangeDraft = DraftOf<typeof adChange>;
const at = (i: number, field: string, message: string) => invalidAt(`items.${i}.${field}`, message);

const TAKEN = { negative: "已在该广告组否定", keyword: "已在该活动精准投放" } as const;

/** Why nothing can be changed about it, whoever asks. */
export function unfit(kind: ChangeKind, thing: AdThing): string | undefined {
  const { adProduct, words, campaignNo, platformNo } = thing;
  if (adProduct !== "SP") return `“${words}”属于${adProduct}，只能调整SP广告`;
  const lacks = !campaignNo || (namedBy(kind, { keywordId: thing.id }) !== "termId" && !platformNo);
  if (lacks) return `“${words}”还没有平台编号：连接广告账户并读取后才能调整`;
  if (thing.state === "ARCHIVED") return `“${words}”已归档，不能再调整`;
  return undefined;
}

/** What a line is to become, by what it says itself or else by what stands above the lines. */
function becomes(
  i: number,
  line: AdChangeLine,
  from: string | null,
  { way, amount }: AdChangeDraft,
  scale: number,
): string {
  if (line.ownValue) return round(line.ownValue, scale);
  if (!way || !amount) throw at(i, "ownValue", "请填写“方式”和“数值”，或在这一行“单独改为”");
  if (way === "to") return round(amount, scale);
  if (from === null) throw at(i, "ownValue", "不知道它现在的数值，请在这一行“单独改为”");
  if (way === "down" && dec(amount).gte(100)) throw invalidAt("amount", "降低的百分比须小于100");
  return round(
    dec(from)
      .times(way === "up" ? dec(100).plus(amount) : dec(100).minus(amount))
      .div(100),
    scale,
  );
}

function requireLeast(i: number, kind: ChangeKind, value: string, limit: AdLimit | undefined): void {
  const least = leastOf(kind, limit);
  if (dec(value).lt(least)) throw at(i, "ownValue", `${kind === "budget" ? "日预算" : "竞价"}不能低于${least}`);
}

const perDay = (spend: string | null) => (spend === null ? null : r2(dec(spend).div(AD_DAYS)));

/** What people paid for a click of it. */
const cpcOf = ({ clicks, spend }: AdThing) => (clicks && spend ? dec(spend).div(clicks).toFixed(4) : null);

/** A line with what its thing is now and is to become. */
function workedOut(
  i: number,
  line: AdChangeLine,
  thing: AdThing,
  head: AdChangeDraft,
  about: { limit?: AdLimit; scale: number },
) {
  const kind = head.kind ?? "bid";
  const { words, campaignId, value, base, state, taken, byGroup } = thing;
  const next: AdChangeLine = {
    ...line,
    words,
    campaignId,
    spendDay: perDay(thing.spend),
    result: "waiting",
    message: null,
  };
  Object.assign(next, { oldValue: null, baseValue: null, newValue: null, oldState: null, newState: null });
  next.platformId = thing.platformNo;
  if (kind === "negative") {
    if (!line.negativeId && taken === "negative") throw at(i, "termId", `“${words}”${TAKEN.negative}，请移除这一行`);
    return {
      ...next,
      oldState: line.negativeId ? "ENABLED" : null,
      newState: line.negativeId ? "ARCHIVED" : "ENABLED",
    } as const;
  }
  if (kind === "state") {
    const newState = head.toState;
    if (!newState) throw invalidAt("toState", "请选择改为什么状态");
    if (newState === state) throw at(i, "campaignId", `“${words}”已经是${adStates[newState].label}，请移除这一行`);
    return { ...next, oldState: state === "PAUSED" ? "PAUSED" : "ENABLED", newState } as const;
  }
  if (kind === "create" && taken === "keyword") throw at(i, "termId", `“${words}”${TAKEN.keyword}，请移除这一行`);
  if (kind !== "create" && value === null && !byGroup)
    throw at(
      i,
      "ownValue",
      `平台还没有说明“${words}”现在的${kind === "bid" ? "竞价" : "日预算"}，请等下次读取账户后再调整`,
    );
  const from = kind === "create" ? cpcOf(thing) : (base ?? value);
  const newValue = becomes(i, line, from, head, about.scale);
  // What a pacing took is given back whatever the least is by now.
  if (!dec(newValue).eq(base ?? -1)) requireLeast(i, kind, newValue, about.limit);
  if (kind !== "create" && dec(newValue).eq(value ?? 0))
    throw at(i, "ownValue", `“${words}”的新值与原值相同，请改为别的数值或移除这一行`);
  const baseValue = head.origin === "pacing" ? (base ?? value) : base;
  return { ...next, oldValue: kind === "create" ? null : value, baseValue, newValue };
}

/** By how much it is likely to spend more a day; null: nobody can tell. */
function effectOf(kind: ChangeKind, lines: readonly AdChangeLine[]): string | null {
  if (kind === "budget" || kind === "create" || lines.some((l) => l.newState === "ENABLED" && kind === "state"))
    return null;
  // What no bid of its own is raised from cannot be told in shares.
  if (kind === "bid" && lines.some((l) => !l.oldValue)) return null;
  const known = lines.filter((l) => l.spendDay !== null && l.spendDay !== undefined && l.newState !== "ARCHIVED");
  if (!known.length) return null;
  const share = (l: AdChangeLine) =>
    kind === "bid"
      ? dec(l.newValue ?? 0)
          .div(l.oldValue ?? 1)
          .minus(1)
      : dec(-1);
  return r2(sum(known.map((l) => share(l).times(l.spendDay ?? 0))));
}

/** By what a line names its thing. */
const ownName = ({ keywordId, termId }: AdChangeLine) => (termId ? "termId" : keywordId ? "keywordId" : "campaignId");
const OF_KIND: Readonly<Record<ChangeKind, readonly ReturnType<typeof ownName>[]>> = {
  bid: ["keywordId"],
  budget: ["campaignId"],
  state: ["campaignId", "keywordId"],
  negative: ["termId"],
  create: ["termId"],
};

/**
 * Fills a change that is about to be saved: what each line is now and becomes, budgets and spend before and after, and
 * whether somebody has to approve it.
 * @throws Refusal for lines of several stores, of what cannot be changed, or below the least bid
 */
export async function workOutChange(c: RuleContext, next: AdChangeDraft, before?: AdChangeDraft): Promise<void> {
  const head: AdChangeDraft = { ...before, ...next };
  const { kind } = head;
  if (!kind) throw invalid("请从广告活动、投放或搜索词的列表开始");
  const given = head.items ?? [];
  if (given.some((line) => !OF_KIND[kind].includes(ownName(line)))) throw invalidAt("kind", "所选的行不能做这种操作");
  const things = await thingsOf(c, kind, given);
  const known = given.map((line, i) => {
    const thing = things[i];
    if (!thing) throw at(i, "campaignId", "广告账户中没有它，请移除这一行");
    const fault = unfit(kind, thing);
    if (fault) throw at(i, "campaignId", fault);
    return { line, thing };
  });
  const [first] = known;
  if (!first) throw invalid("请至少保留一行");
  const { storeId, currency } = first.thing;
  if (known.some(({ thing }) => thing.storeId !== storeId))
    throw invalid("一张广告操作只能调整一个店铺的广告，请分店铺建立");
  const twice = known.find(({ thing }, i) => known.findIndex((o) => o.thing.id === thing.id) !== i);
  if (twice) throw invalid(`“${twice.thing.words}”有两行，请移除一行`);
  const about = { limit: await adLimit(c, currency), scale: await scaleOf(c, currency) };
  const items = known.map(({ line, thing }, i) => workedOut(i, line, thing, head, about));
  const ofCampaigns = kind === "budget" || (kind === "state" && items.every((l) => !l.keywordId));
  const daily = (of: (place: number) => { state: unknown; value: string | number | null | undefined }) =>
    r2(sum(known.map((_, i) => (of(i).state === "ENABLED" ? dec(of(i).value ?? 0) : 0))));
  const was = (i: number) => ({ state: things[i]?.state, value: things[i]?.value });
  const becoming = (i: number) => ({
    state: items[i]?.newState ?? things[i]?.state,
    value: items[i]?.newValue ?? things[i]?.value,
  });
  Object.assign(next, {
    storeId,
    currency,
    items,
    lineCount: items.length,
    budgetBefore: ofCampaigns ? daily(was) : null,
    budgetAfter: ofCampaigns ? daily(becoming) : null,
    effectDay: effectOf(kind, items),
    over: await overLimits(c, { kind, currency, lines: items }),
  });
}

/** Why lines are no longer about what they were saved for; nothing: they are. */
export function outdated(lines: readonly AdChangeLine[], things: readonly (AdThing | undefined)[]): string | undefined {
  for (const [i, line] of lines.entries()) {
    const thing = things[i];
    if (!thing) return `“${line.words}”已不在广告账户中，请编辑并移除`;
    const was = line.oldValue ?? null;
    const same = was === null ? thing.value === null : dec(was).eq(thing.value ?? -1);
    if (line.newValue && !same)
      return `“${thing.words}”现在是${thing.value ?? "—"}，不是${was ?? "—"}，请编辑后重新保存`;
    if (line.oldState && !line.negativeId && line.oldState !== thing.state)
      return `“${thing.words}”的状态已变化，请编辑后重新保存`;
  }
  return undefined;
}

const STARTS = {
  bidOf: ["bid", "keywordId"],
  wordStateOf: ["state", "keywordId"],
  budgetOf: ["budget", "campaignId"],
  stateOf: ["state", "campaignId"],
  negateOf: ["negative", "termId"],
  createOf: ["create", "termId"],
} as const;

/** The name under which a change starts from others, with the kind that it then is. */
export const startOf = (name: keyof typeof STARTS) => STARTS[name];

/**
 * A new change for things that somebody ticked: what cannot be changed is left out, and said.
 * @throws Refusal 409 where none of them can be, or they are of several stores
 */
export function startChange(
  kind: ChangeKind,
  by: (typeof STARTS)[keyof typeof STARTS][1],
  things: readonly AdThing[],
): AdChangeDraft & { told?: string } {
  const why = (thing: AdThing) =>
    unfit(kind, thing) ??
    (thing.taken && (kind === "negative" ? thing.taken === "negative" : thing.taken === "keyword")
      ? `“${thing.words}”${TAKEN[thing.taken]}`
      : undefined);
  const fit = things.filter((thing) => !why(thing));
  const left = things.flatMap((thing) => why(thing) ?? []);
  const [first] = fit;
  if (!first) throw conflict(left[0] ?? "请先选择要调整的行");
  if (fit.some(({ storeId }) => storeId !== first.storeId))
    throw conflict("一张广告操作只能调整一个店铺的广告，请按店铺筛选后再选");
  const toState = fit.every(({ state }) => state === "PAUSED") ? "ENABLED" : "PAUSED";
  return {
    ...(left.length && { told: `未带入${left.length}行：${left.slice(0, 5).join("；")}` }),
    kind,
    storeId: first.storeId,
    currency: first.currency,
    ...(kind === "state" && { toState }),
    items: fit
      .filter(({ state }) => kind !== "state" || state !== toState)
      .map((thing) => ({
        words: thing.words,
        campaignId: thing.campaignId,
        $campaignId: thing.campaign,
        [by]: thing.id,
        oldValue: kind === "bid" || kind === "budget" ? thing.value : null,
        baseValue: kind === "budget" ? thing.base : null,
        oldState: kind === "state" ? (thing.state === "PAUSED" ? "PAUSED" : "ENABLED") : null,
        spendDay: perDay(thing.spend),
      })),
  };
}
