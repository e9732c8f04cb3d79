import { dec, round } from "#backend/platform/values";
import { type adEffects, adMetrics } from "#documents/advertisement/ad-rule";

export type RuleMetric = keyof typeof adMetrics;
export type AdEffect = keyof typeof adEffects;

/** A condition of a rule; those of a group hold together, of several groups one is enough. */
export interface AdCondition {
  groupNo: number | null;
  metric: RuleMetric;
  compare: "gte" | "lte";
  target: string;
}

/** What is known of a thing in the window, exact; null: unknown, or a share of nothing. */
export type AdMeasured = Readonly<Record<RuleMetric, string | null>>;

const SIGNS = { gte: "≥", lte: "≤" } as const;

/** Why a condition does not hold; nothing: it does. What is unknown holds nothing. */
function against({ metric, compare, target }: AdCondition, measured: AdMeasured): string | undefined {
  const value = measured[metric];
  const { label } = adMetrics[metric];
  if (value === null) return `${label}未知`;
  const holds = compare === "gte" ? dec(value).gte(target) : dec(value).lte(target);
  return holds ? undefined : `${label}${value}，不${SIGNS[compare]}${dec(target).toString()}`;
}

/**
 * Is a thing hit by conditions?
 * @returns undefined where it is, else the first condition of the first group that does not hold
 */
export function missedBy(conditions: readonly AdCondition[], measured: AdMeasured): string | undefined {
  const groups = new Map<number, AdCondition[]>();
  for (const one of conditions) groups.set(one.groupNo ?? 1, [...(groups.get(one.groupNo ?? 1) ?? []), one]);
  let first: string | undefined;
  for (const [, group] of [...groups].sort(([a], [b]) => a - b)) {
    const missed = group.map((one) => against(one, measured)).find(Boolean);
    if (!missed) return undefined;
    first ??= missed;
  }
  return first ?? "没有条件";
}

/** What a rule does, as far as values follow from it. */
export interface AdRuleEffect {
  effect: AdEffect;
  amount: string | null;
  targetAcos: string | null;
  minValue: string | null;
  maxValue: string | null;
}

/**
 * What a bid or a budget becomes, within the bounds of the rule.
 * @param measured of the window, with the value of today
 * @param scale decimals of the currency
 * @returns null where that cannot be told, or it stays as it is
 */
export function becomesBy(rule: AdRuleEffect, measured: AdMeasured, scale: number): string | null {
  const { effect, minValue, maxValue } = rule;
  const { value, conversions, clicks, sales } = measured;
  const percent = dec(rule.amount ?? 0);
  const wanted = () => {
    if (effect === "bidTo") return percent;
    if (effect === "bidTarget") {
      // Conversion rate × sales an order × target is what a click brings × target.
      if (!Number(clicks) || !Number(conversions)) return undefined;
      return dec(sales ?? 0)
        .div(clicks ?? 1)
        .times(rule.targetAcos ?? 0)
        .div(100);
    }
    if (value === null) return undefined;
    const up = effect === "bidUp" || effect === "budgetUp";
    return dec(value)
      .times(up ? percent.plus(100) : dec(100).minus(percent))
      .div(100);
  };
  const asked = wanted();
  if (!asked) return null;
  const least = minValue && asked.lt(minValue) ? dec(minValue) : asked;
  const bounded = maxValue && least.gt(maxValue) ? dec(maxValue) : least;
  const next = round(bounded, scale);
  return value !== null && dec(next).eq(value) ? null : next;
}

/** By what part of what is spent a rule changes it; null: nobody can tell. */
export function shareOf({ effect, amount }: Pick<AdRuleEffect, "effect" | "amount">): string | null {
  if (effect === "pause" || effect === "negative") return "-1";
  if (effect === "bidUp")
    return dec(amount ?? 0)
      .div(100)
      .toString();
  return effect === "bidDown"
    ? dec(amount ?? 0)
        .div(-100)
        .toString()
    : null;
}
