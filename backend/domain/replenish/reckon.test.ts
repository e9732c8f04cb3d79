import { describe, expect, it } from "vitest";
import { type Arrival, baseOf, type ReckonWanted, reckon, rounded } from "./reckon";

/** Equal numbers in every run. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const FLAT = Array<number>(12).fill(1);
const DAY = 86_400_000;
const dayAt = (days: number) => new Date(Date.parse("2026-01-15T00:00:00Z") + days * DAY).toISOString().slice(0, 10);

/** Parts of a piece that are sold on a day, as a plain reading of the forecast. */
const soldOn = ({ base, season }: Pick<ReckonWanted, "base" | "season">, day: string) =>
  Math.round(base * (season[Number(day.slice(5, 7)) - 1] ?? 1) * 10_000);

function someCase(below: (n: number) => number): ReckonWanted {
  const season = FLAT.map(() => (below(4) ? (50 + below(200)) / 100 : 1));
  return {
    today: dayAt(0),
    base: below(20_000) / 1000,
    season,
    available: below(1500),
    arrivals: Array.from({ length: below(3) }, () => ({ day: below(60), qty: below(400) })),
    leadDays: below(70),
    safetyDays: below(30),
    coverDays: 1 + below(60),
    reviewDays: below(10),
    moq: 1 + below(300),
    pack: 1 + below(40),
  };
}

/** Day by day: orders what is said on the day that is said. Answers the first day without enough. */
function firstShort(given: ReckonWanted, days: number): { short: number | null; orders: number } {
  let stock = Math.round(given.available * 10_000);
  let coming: Arrival[] = [...given.arrivals];
  let orders = 0;
  for (let day = 0; day < days; day++) {
    stock += coming.filter((a) => a.day <= 0).reduce((n, a) => n + a.qty * 10_000, 0);
    coming = coming.filter((a) => a.day > 0);
    const now = { ...given, today: dayAt(day), available: stock / 10_000, arrivals: coming };
    const { qty, orderIn } = reckon(now);
    if (orderIn !== null && orderIn <= 0 && qty) {
      orders++;
      if (given.leadDays) coming.push({ day: given.leadDays, qty });
      else stock += qty * 10_000;
    }
    stock -= soldOn(given, dayAt(day));
    if (stock < 0) return { short: day, orders };
    coming = coming.map((a) => ({ ...a, day: a.day - 1 }));
  }
  return { short: null, orders };
}

/** True when stock lasts so many days with what is coming alone. */
function lasts(given: ReckonWanted, days: number): boolean {
  let stock = given.available * 10_000;
  for (let day = 0; day < days; day++) {
    stock += given.arrivals.filter((a) => a.day === day).reduce((n, a) => n + a.qty * 10_000, 0);
    stock -= soldOn(given, dayAt(day));
    if (stock < 0) return false;
  }
  return true;
}

const cases = Array.from({ length: 300 }, (_, i) => someCase(chance(i + 1)));

describe("a replenishment", () => {
  it("never runs out when it is ordered on the day that it says and sales are as forecast", () => {
    const inTime = cases.filter((c) => !reckon(c).late);
    const played = inTime.map((c) => ({ ...firstShort(c, 300), case: c }));
    expect(inTime.length).toBeGreaterThan(80);
    expect(played.filter((p) => p.orders > 1).length).toBeGreaterThan(40);
    expect(played.filter((p) => p.short !== null)).toEqual([]);
  });

  it("suggests nothing when stock is enough", () => {
    const enough = cases.filter((c) => lasts(c, c.leadDays + c.safetyDays + c.reviewDays + 1));
    expect(enough.length).toBeGreaterThan(50);
    expect(enough.filter((c) => reckon(c).qty > 0)).toEqual([]);
    expect(cases.filter((c) => reckon(c).qty > 0).length).toBeGreaterThan(50);
  });

  it("suggests whole cartons, at least the minimum, no carton more than is missing", () => {
    for (const c of cases) {
      const { qty, need } = reckon(c);
      if (!qty) continue;
      expect(qty % c.pack).toBe(0);
      expect(qty).toBeGreaterThanOrEqual(Math.max(need, c.moq));
      expect(qty - c.pack).toBeLessThan(Math.max(need, c.moq));
    }
  });

  it("says the days in one plain case", () => {
    const plain = { season: FLAT, arrivals: [], coverDays: 30, reviewDays: 7, moq: 1, pack: 1 };
    const given = { ...plain, today: "2026-03-01", base: 10, available: 300 };
    // 30 days of stock, 20 of lead and 5 of safety: to be ordered in 5 days, for 35 days from the 25th on.
    expect(reckon({ ...given, leadDays: 20, safetyDays: 5 })).toEqual({
      runOut: 30,
      orderIn: 5,
      until: 60,
      need: 300,
      qty: 300,
      late: false,
      belowSafety: false,
    });
    expect(reckon({ ...given, leadDays: 40, safetyDays: 35 })).toMatchObject({
      orderIn: -45,
      late: true,
      belowSafety: true,
      need: 650,
    });
    expect(reckon({ ...given, base: 0, leadDays: 20, safetyDays: 5 })).toMatchObject({
      runOut: null,
      orderIn: null,
      qty: 0,
      late: false,
      belowSafety: false,
    });
  });
});

it("sales of a strong month do not make the next month's forecast strong", () => {
  const season = FLAT.map((_, month) => (month === 10 ? 2 : 1));
  const { daily, base } = baseOf("2026-12-01", [140, 600, 1200], [50, 30, 20], season);
  expect(daily[0]).toBe(10);
  expect(daily[1]).toBe(10);
  expect(base).toBe(10);
  expect(baseOf("2026-12-01", [0, 0, 0], [50, 30, 20], season).base).toBe(0);
});

it("rounds to the minimum and to cartons", () => {
  expect([rounded(0, 50, 12), rounded(1, 50, 12), rounded(61, 50, 12)]).toEqual([0, 60, 72]);
});
