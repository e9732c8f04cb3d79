import { invalidAt } from "#backend/platform/http";
import { dec, param, rateOf, today } from "#backend/platform/values";
import { exchangeRate } from "#documents/base/exchange-rate";
import { type DocumentType, type Field, permissionOf } from "#documents/kit";
import type { TypedRate } from "#documents/kit/field/amount";
import { once } from "#documents/kit/once";
import { requireConfirmed } from "../confirmed";
import type { RuleContext, RuleValues } from "../rules";

/** A rate that somebody typed, and what it is held against. */
interface RateTyped {
  /** Field at which it is refused, and its word. */
  path: string;
  label: string;
  rate: string;
  of: string;
  into: string;
  /** Business date; today unless given. */
  day?: string | null | undefined;
  /** Rate that it is held against instead of the table's. */
  against?: string | undefined;
  reason: string | null | undefined;
  /** Field of the reason, and its word. */
  why: string;
  whyLabel: string;
}

/** What is said of a typed rate. */
interface RateSaid {
  /** Why it is not used, at a field. */
  refused?: readonly [path: string, sentence: string];
  /** What is asked before it is used. */
  asked?: string;
}

/** The day's rate between two currencies. @throws Refusal 缺少{currency}在{date}的汇率 */
async function tableRate({ sql, tenantId }: RuleContext, { of, into, day }: RateTyped) {
  const one = (currency: string) => rateOf(sql, tenantId, currency, day ?? today());
  return dec(await one(of)).div(await one(into));
}

/**
 * Holds a typed rate against the day's rate: from `rate_warn_percent` on it is asked about, from
 * `rate_reason_percent` on it takes a reason and, of who types it, a permission; from `rate_refuse_percent`
 * on it is refused. `trusted`: who is to use it may.
 */
export async function saidOfRate(c: RuleContext, typed: RateTyped, { trusted = false } = {}): Promise<RateSaid> {
  if (typed.of === typed.into) return {};
  const table = typed.against ? dec(typed.against) : await tableRate(c, typed);
  if (table.lte(0)) return {};
  const off = dec(typed.rate).div(table).minus(1).abs().times(100);
  const limit = async (key: "rate_warn_percent" | "rate_reason_percent" | "rate_refuse_percent") =>
    dec(await param(c.sql, c.tenantId, key));
  const said = `${typed.label}${dec(typed.rate).toFixed()}与${typed.against ? "官方汇率" : "当日汇率"}${table.round(8).toFixed()}相差${off.toFixed(2)}%`;
  const most = await limit("rate_refuse_percent");
  if (off.gte(most)) return { refused: [typed.path, `${said}，达到${most.toFixed()}%不能使用`] };
  if (off.gte(await limit("rate_reason_percent"))) {
    if (!trusted && !c.caller.permissions.has(permissionOf(exchangeRate, "over")))
      return { refused: [typed.path, `${said}，需要“使用偏差汇率”的权限`] };
    return typed.reason ? {} : { refused: [typed.why, `${said}，请填写${typed.whyLabel}`] };
  }
  return off.gte(await limit("rate_warn_percent")) ? { asked: `${said}，确定使用吗？` } : {};
}

/** Refuses or asks about a typed rate. @throws Refusal 400 naming the field; Question */
export async function requireUsualRate(
  c: RuleContext,
  typed: RateTyped,
  options?: { trusted?: boolean },
): Promise<void> {
  const { refused, asked } = await saidOfRate(c, typed, options);
  if (refused) throw invalidAt(...refused);
  if (asked) requireConfirmed(c, asked);
}

const text = (v: unknown): string => (v === null || v === undefined ? "" : String(v));
const same = (a: unknown, b: unknown) =>
  text(a) === text(b) || (/^[\d.]+$/.test(text(a)) && /^[\d.]+$/.test(text(b)) && dec(text(a)).eq(text(b)));

/** Fields of a form or an action that are rates people type. */
export const typedRates = once((fields: Readonly<Record<string, Field>>): [string, Field, TypedRate][] =>
  Object.entries(fields).flatMap(([name, f]): [string, Field, TypedRate][] =>
    "rate" in f && f.rate ? [[name, f, f.rate]] : [],
  ),
);

/**
 * Holds every rate that a call types against the day's rate. `row`: the whole values that are written, with
 * what the rules worked out; a rate that stands as it stood before is not asked about again.
 */
export async function checkRates(
  c: RuleContext,
  { fields }: Pick<DocumentType, "fields">,
  row: RuleValues,
  { before, trusted = false }: { before?: RuleValues | undefined; trusted?: boolean } = {},
): Promise<void> {
  for (const [path, f, rate] of typedRates(fields)) {
    const { of, into, on, against, why, when } = rate;
    if (!text(row[path]) || !text(row[of])) continue;
    if (when && text(row[when[0]]) !== when[1]) continue;
    const parts = [path, of, into, on, against].flatMap((name) => name ?? []);
    if (before && parts.every((name) => same(row[name], before[name]))) continue;
    const typed = {
      path,
      label: f.label,
      rate: text(row[path]),
      of: text(row[of]),
      into: into ? text(row[into]) : "CNY",
      day: on ? text(row[on]).slice(0, 10) || null : null,
      against: against ? text(row[against]) : undefined,
      reason: text(row[why]) || null,
      why,
      whyLabel: fields[why]?.label ?? "说明",
    };
    await requireUsualRate(c, typed, { trusted });
  }
}
