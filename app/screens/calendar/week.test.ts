import { expect, it } from "vitest";
import { mondayOf } from "../list/load.server";

it.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-11-21", "2026-11-16"],
  ["2026-11-22", "2026-11-16"],
  ["2026-11-23", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
])("the week of %s begins on %s", (day, monday) => expect(mondayOf(day)).toBe(monday));

it.each([null, "", "2026", "gestern", "2026-13-40"])("%j means a week that begins on a Monday", (day) => {
  expect(new Date(`${mondayOf(day)}T00:00:00Z`).getUTCDay()).toBe(1);
});
