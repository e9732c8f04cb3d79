import fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, daysOf } from "~/text/date";
import { runs } from "../../../tests/runs";
import { canonical, chosenMetrics, periodBefore, periodLastYear, toggled } from "./query";

const at = "/advertisement/report/index";
const paramsOf = (url: string) => Object.fromEntries(new URLSearchParams(url.split("?")[1]));
const day = fc.integer({ min: 0, max: 2000 }).map((n) => addDays("2024-01-01", n));
const length = fc.integer({ min: 0, max: 400 });

it("compares with the days directly before, or the same days a year before", () => {
  const week = { start: "2025-06-01", end: "2025-06-07" };
  expect(periodBefore(week)).toEqual({ start: "2025-05-25", end: "2025-05-31" });
  expect(periodLastYear(week)).toEqual({ start: "2024-06-01", end: "2024-06-07" });
  fc.assert(
    fc.property(day, length, (start, days) => {
      const period = { start, end: addDays(start, days) };
      for (const other of [periodBefore(period), periodLastYear(period)])
        expect(daysOf(other.start, other.end)).toBe(days + 1);
      expect(addDays(periodBefore(period).end, 1)).toBe(start);
    }),
    { numRuns: runs(25) },
  );
});

it("opens with the 7 days up to yesterday, both periods in the address", () => {
  expect(paramsOf(canonical(`${at}?tab=change&lastStartDate=2020-01-01`, "2025-06-07"))).toEqual({
    tab: "change",
    startDate: "2025-06-01",
    endDate: "2025-06-07",
    lastStartDate: "2025-05-25",
    lastEndDate: "2025-05-31",
  });
});

it("has one address for a state, whatever a form sent", () => {
  const form = `${at}?before=2025-06-01%2C2025-06-07&profileIds=1&profileIds=2&keyword=&currency=USD`;
  const own = "&lastStartDate=2024-06-01&lastEndDate=2024-06-07";
  const same = canonical(`${form}&startDate=2025-06-01&endDate=2025-06-07${own}`, "2025-07-01");
  expect(paramsOf(same)).toEqual({
    profileIds: "1,2",
    startDate: "2025-06-01",
    endDate: "2025-06-07",
    lastStartDate: "2024-06-01",
    lastEndDate: "2024-06-07",
  });
  const moved = canonical(`${form}&startDate=2025-06-02&endDate=2025-06-03${own}`, "2025-07-01");
  expect(paramsOf(moved)).toMatchObject({ lastStartDate: "2025-05-31", lastEndDate: "2025-06-01" });
  const dates = fc.oneof(day, fc.constantFrom("", "2025-02-31", "x"));
  fc.assert(
    fc.property(dates, dates, dates, (startDate, endDate, before) => {
      const query = new URLSearchParams({ startDate, endDate, before, keyword: "a b,c" });
      const once = canonical(`${at}?${query}`, "2025-06-07");
      expect(canonical(once, "2025-06-07")).toBe(once);
    }),
    { numRuns: runs(25) },
  );
});

it("leaves dates that make no period to the backend", () => {
  const url = canonical(`${at}?startDate=2025-06-09&endDate=2025-06-01`, "2025-06-30");
  expect(paramsOf(url)).toEqual({ startDate: "2025-06-09", endDate: "2025-06-01" });
});

it("turns series on and off in the order of the metrics; the last one stays", () => {
  expect(chosenMetrics("acos,nonsense,clicks")).toEqual(["clicks", "acos"]);
  expect(chosenMetrics("")).toEqual(["spend", "sales", "acos"]);
  expect(toggled(["clicks"], "impressions")).toEqual(["impressions", "clicks"]);
  expect(toggled(["clicks", "acos"], "clicks")).toEqual(["acos"]);
  expect(toggled(["acos"], "acos")).toBeNull();
});
