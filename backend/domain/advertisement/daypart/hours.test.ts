import fc from "fast-check";
import { expect, test } from "vitest";
import { weekdays } from "#documents/advertisement/ad-daypart";
import { type DaypartHours, periodAt, runsAt } from "./hours";

const LA = "America/Los_Angeles";
const every = (fromHour: number, toHour: number, days: DaypartHours["weekdays"] = []): DaypartHours => ({
  fromHour,
  toHour,
  weekdays: days,
});
const at = (hours: DaypartHours, time: string, zone = LA) => {
  const { runs, since } = periodAt(hours, zone, new Date(time));
  return [runs, since.toISOString().slice(0, 16)];
};

test("hours of a day, in the zone of the store", () => {
  // 07:59 and 08:00 in Los Angeles, in winter; the same moments are the afternoon in Berlin.
  expect(at(every(8, 22), "2026-01-14T15:59:59Z")).toEqual([false, "2026-01-14T06:00"]);
  expect(at(every(8, 22), "2026-01-14T16:00:00Z")).toEqual([true, "2026-01-14T16:00"]);
  expect(at(every(8, 22), "2026-01-14T15:59:59Z", "Europe/Berlin")).toEqual([true, "2026-01-14T07:00"]);
  // In summer its clocks show an hour more; in a zone of half hours the hour is its own.
  expect(at(every(8, 22), "2026-07-14T15:00:00Z")).toEqual([true, "2026-07-14T15:00"]);
  expect(at(every(8, 22), "2026-01-14T02:40:00Z", "Asia/Kolkata")).toEqual([true, "2026-01-14T02:30"]);
});

test("over midnight, what runs is of the day on which it begins", () => {
  const nights = every(20, 4, ["fri"]);
  // 2026-01-16 is a Friday.
  expect(runsAt(nights, 5, 19)).toBe(false);
  expect(runsAt(nights, 5, 20)).toBe(true);
  expect(runsAt(nights, 6, 3)).toBe(true);
  expect(runsAt(nights, 6, 4)).toBe(false);
  expect(runsAt(nights, 5, 3)).toBe(false);
  expect(at(nights, "2026-01-17T11:30:00Z")).toEqual([true, "2026-01-17T04:00"]);
  expect(at(nights, "2026-01-17T12:00:00Z")).toEqual([false, "2026-01-17T12:00"]);
  expect(at(nights, "2026-01-23T20:00:00Z")).toEqual([false, "2026-01-17T12:00"]);
  // Saturday night is of Saturday, Sunday follows it.
  expect(runsAt(every(20, 4, ["sat"]), 0, 3)).toBe(true);
});

test("weekdays, and what never pauses", () => {
  const work = every(0, 24, ["mon", "tue", "wed", "thu", "fri"]);
  expect(at(work, "2026-01-17T07:59:00Z")).toEqual([true, "2026-01-12T08:00"]);
  expect(at(work, "2026-01-17T08:00:00Z")).toEqual([false, "2026-01-17T08:00"]);
  expect(periodAt(every(0, 24), LA, new Date())).toEqual({ runs: true, since: new Date(0) });
});

test("a period is the same whenever in it one looks, and the hour before it is another one", () => {
  const hours = fc.record({
    fromHour: fc.integer({ min: 0, max: 23 }),
    toHour: fc.integer({ min: 0, max: 24 }),
    weekdays: fc.subarray(["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const),
  });
  const zones = fc.constantFrom(LA, "Europe/Berlin", "Asia/Tokyo", "Asia/Kolkata");
  const times = fc.date({ min: new Date("2026-01-01"), max: new Date("2026-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(hours, zones, times, (of, zone, now) => {
      fc.pre(of.fromHour !== of.toHour);
      const { runs, since } = periodAt(of, zone, now);
      expect(since.getTime()).toBeLessThanOrEqual(now.getTime());
      if (since.getTime() === 0) return;
      expect(periodAt(of, zone, since)).toEqual({ runs, since });
      expect(periodAt(of, zone, new Date(since.getTime() - 1)).runs).toBe(!runs);
    }),
  );
  expect(Object.keys(weekdays)).toHaveLength(7);
});
