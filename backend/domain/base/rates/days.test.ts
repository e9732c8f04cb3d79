import { expect, test } from "vitest";
import { isRateDay, rateDays } from "./days";

test.each(["2024-03-29", "2024-04-01", "2025-04-18", "2026-04-03", "2027-03-29", "2038-04-26"])(
  "%s is a holiday of Easter",
  (day) => expect(isRateDay(day)).toBe(false),
);

test("weekends, New Year, 1 May and two days of Christmas have no rates; the day before has", () => {
  const none = ["2026-11-28", "2026-11-29", "2027-01-01", "2026-05-01", "2026-12-25", "2025-12-26"];
  expect(none.filter(isRateDay)).toEqual([]);
  expect(["2026-11-27", "2026-04-02", "2026-12-24", "2026-12-28"].filter(isRateDay)).toHaveLength(4);
});

test("a day is out at 16:30 in Frankfurt, by its summer time too", () => {
  // 2026-11-27 is a Friday.
  expect(rateDays(new Date("2026-11-27T15:29:00Z"), 3)).toEqual(["2026-11-24", "2026-11-25", "2026-11-26"]);
  expect(rateDays(new Date("2026-11-27T15:30:00Z"), 3)).toEqual(["2026-11-25", "2026-11-26", "2026-11-27"]);
  expect(rateDays(new Date("2026-07-01T14:29:00Z"), 1)).toEqual(["2026-06-30"]);
  expect(rateDays(new Date("2026-07-01T14:30:00Z"), 1)).toEqual(["2026-07-01"]);
});
