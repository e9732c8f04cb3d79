import { setImmediate } from "node:timers/promises";
import type { RuleContext } from "#backend/engine/documents";
import type { DemandTerms } from "#documents/wms/replenish/replenish";
import { type DemandDeal, demandOf, yearsOf } from "./demand";
import { BASE_DAYS, baseOf, factorOn, type ReckonExtra, type Season, soldAhead, type Weights } from "./reckon";
import { type Listed, type Only, type Standing, seasons, type YearKept } from "./sources";
import type { TermRow } from "./terms";

type OutlookWhere = Pick<RuleContext, "sql" | "tenantId">;

/** A row whose sales are forecast. */
export interface OutlookRow {
  listed: Listed;
  standing: Standing | undefined;
  /** Where it is sold out of, and whether the platform keeps it. */
  here: readonly string[];
  fba: boolean;
}

/** What a row will sell, and what that is reckoned from. */
export interface Outlook {
  sales: [number, number, number];
  daily: (number | null)[];
  /** Pieces a day without the season; null: on no day that is looked at could it be sold as usual. */
  base: number | null;
  season: Season;
  year: YearKept | null;
  /** What coming promotions bring besides. */
  extra: ReckonExtra[];
  terms: DemandTerms;
}

const DAY = 86_400_000;
const NONE: Season = Array<number>(12).fill(1);
const stamp = (day: string) => Date.parse(`${day}T00:00:00Z`);
const daysTo = (today: string, day: string) => Math.round((stamp(day) - stamp(today)) / DAY);
const dayAt = (today: string, days: number) => new Date(stamp(today) + days * DAY).toISOString().slice(0, 10);
const tenth = (value: number) => Math.round(value * 10) / 10;
const keyOf = ({ skuId, storeId }: { skuId: string; storeId: string }) => `${skuId}:${storeId}`;

/** Days ago, the nearest first, as spans of days, the earliest first. */
function spansOf(today: string, ago: readonly number[]): DemandTerms["empty"] {
  const spans: { first: number; last: number }[] = [];
  for (const day of [...ago].sort((a, b) => b - a)) {
    const open = spans.at(-1);
    if (open && open.last === day + 1) open.last = day;
    else spans.push({ first: day, last: day });
  }
  return spans.map(({ first, last }) => ({ from: dayAt(today, -first), till: dayAt(today, -last) }));
}

type Usual = { today: string; base: number; season: Season };

/** Promotions that were: what was sold in their days, and what would have been. */
function pastDeals(usual: Usual, deals: readonly DemandDeal[]): DemandTerms["deals"] {
  const { today } = usual;
  return deals.flatMap((deal) => {
    const [from, till] = [Math.max(daysTo(today, deal.first), -BASE_DAYS), Math.min(daysTo(today, deal.last), -1)];
    if (from > till) return [];
    const { no, name, sold, long } = deal;
    const normal = tenth(soldAhead(usual, from, till + 1));
    return [{ no, name, from: dayAt(today, from), till: dayAt(today, till), sold, normal, long }];
  });
}

/** Promotions to come, or what is left of them: what their plan brings beyond what these days sell anyway. */
function comingDeals(
  usual: Usual,
  deals: readonly DemandDeal[],
): { coming: DemandTerms["coming"]; extra: ReckonExtra[] } {
  const { today } = usual;
  const extra: ReckonExtra[] = [];
  const coming = deals.flatMap((deal) => {
    const [first, last] = [daysTo(today, deal.first), daysTo(today, deal.last)];
    // One that has run for long is in what is sold every day.
    if (last < 0 || (deal.long && first < 0)) return [];
    const from = Math.max(0, first);
    const days = last - from + 1;
    const plan = (deal.plan * days) / (last - first + 1);
    const normal = soldAhead(usual, from, last + 1);
    const more = Math.max(0, plan - normal);
    for (let day = from; more > 0 && day <= last; day++) extra.push({ day, qty: more / days });
    const { no, name } = deal;
    return [
      {
        no,
        name,
        from: dayAt(today, from),
        till: deal.last,
        plan: tenth(plan),
        normal: tenth(normal),
        extra: tenth(more),
      },
    ];
  });
  return { coming, extra };
}

interface Seasonal {
  season: Season;
  from: DemandTerms["season"]["from"];
  name: string | null;
}

/** Typed seasons by what they are of; those of a SKU go before those of its category. */
async function typedSeasons(c: OutlookWhere): Promise<(one: Listed) => Seasonal | undefined> {
  const found = new Map<string, Seasonal>();
  for (const { skuId, categoryId, name, months } of await seasons(c)) {
    const season = months.map(Number);
    if (skuId) found.set(`sku:${skuId}`, { season, name, from: "sku" });
    else found.set(`cat:${categoryId}`, { season, name, from: "category" });
  }
  return (one) => found.get(`sku:${one.skuId}`) ?? found.get(`cat:${one.categoryId}`);
}

/** Strength of last year's weeks, by row: of everything worked out anew, else as the rows keep it. */
async function yearsBy(
  c: OutlookWhere,
  rows: readonly OutlookRow[],
  terms: readonly TermRow[],
  only: Only,
  today: string,
) {
  const begins = dayAt(today, -BASE_DAYS - 1);
  const found = new Map<string, YearKept>();
  if (only) for (const { listed, standing } of rows) if (standing?.year) found.set(keyOf(listed), standing.year);
  if (!only) for (const year of await yearsOf(c, terms, today)) found.set(keyOf(year), { begins, weeks: year.weeks });
  return found;
}

/** Rows as their terms are asked for. */
export async function termRowsOf(c: OutlookWhere, rows: readonly OutlookRow[]): Promise<TermRow[]> {
  const typed = await typedSeasons(c);
  return rows.map(({ listed, fba, here }) => {
    const season = typed(listed)?.season;
    return { skuId: listed.skuId, storeId: listed.storeId, fba, here, months: season ?? null };
  });
}

/** Rows of one turn: calls of others are answered between the turns. */
const TURN = 200;

/** What these rows will sell, by `skuId:storeId`. */
export async function outlooks(
  c: OutlookWhere,
  rows: readonly OutlookRow[],
  { today, weights, only }: { today: string; weights: Weights; only: Only },
): Promise<Map<string, Outlook>> {
  const terms = await termRowsOf(c, rows);
  const typed = await typedSeasons(c);
  const sold = new Map((await demandOf(c, terms, today)).map((s) => [keyOf(s), s]));
  const years = await yearsBy(c, rows, terms, only, today);
  const found = new Map<string, Outlook>();
  for (const [i, { listed }] of rows.entries()) {
    if (i % TURN === TURN - 1) await setImmediate();
    const own = keyOf(listed);
    const s = sold.get(own);
    const year = years.get(own) ?? null;
    const lastYear: Seasonal = year
      ? { season: Object.assign([...year.weeks], { begins: daysTo(today, year.begins) }), from: "year", name: null }
      : { season: NONE, from: "none", name: null };
    const { season, from, name } = typed(listed) ?? lastYear;
    const counted = s?.counted ?? [0, 0, 0];
    const { daily, base } = baseOf(today, counted, weights, season, [...(s?.empty ?? []), ...(s?.promoted ?? [])]);
    const usual = { today, base: base ?? 0, season };
    const { coming, extra } = comingDeals(usual, s?.deals ?? []);
    found.set(own, {
      sales: s?.sales ?? [0, 0, 0],
      daily,
      base,
      season,
      year,
      extra: base === null ? [] : extra,
      terms: {
        counted,
        given: s?.given ?? 0,
        empty: spansOf(today, s?.empty ?? []),
        emptyDays: s?.empty.length ?? 0,
        promotedDays: s?.promoted.length ?? 0,
        season: { from, name, factor: factorOn(today, season, 0) },
        deals: pastDeals(usual, s?.deals ?? []),
        coming,
        ahead: null,
      },
    });
  }
  return found;
}
