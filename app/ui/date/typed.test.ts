import { expect, it } from "vitest";
import { typedDay } from "./typed";

it.each([
  ["2026-3-5", "2026-03-05"],
  ["2026/03/05", "2026-03-05"],
  ["20260305", "2026-03-05"],
  ["2026年3月5日", "2026-03-05"],
  ["3-5", "2030-03-05"],
  ["1105", "2030-11-05"],
  ["2024-02-29", "2024-02-29"],
  ["2026-02-30", null],
  ["2026-13-01", null],
  ["morgen", null],
])("%s is %s", (text, day) => {
  expect(typedDay(text, false, 2030)).toBe(day);
});

it.each([
  ["2026-03-05T9:30", "2026-03-05 09:30"],
  ["2026/3/5", "2026-03-05 00:00"],
  ["2026-03-05 24:00", null],
])("the moment %s is %s", (text, moment) => {
  expect(typedDay(text, true, 2030)).toBe(moment);
});
