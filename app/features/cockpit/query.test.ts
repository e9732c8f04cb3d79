import { expect, it } from "vitest";
import { closedMonths, overviewQuery, runningMonth, tradeQuery } from "./query";

const at = (query: string) => new URL(`http://x/y?${query}`);
const DAY = "2026-03-10";

it("offers closed months only, newest first", () => {
  const months = closedMonths(DAY);
  expect([months[0], months.at(-1), months.length]).toEqual(["202602", "202403", 24]);
});

it("shows the last closed month unless the address names one; nonsense is no month", () => {
  expect(overviewQuery(at(""), DAY)).toMatchObject({ reportMonth: "202602", by: "income" });
  expect(overviewQuery(at("reportMonth=202507&order=asc"), DAY)).toMatchObject({ reportMonth: "202507", order: "asc" });
  expect(overviewQuery(at("reportMonth=202513&current=-4"), DAY)).toMatchObject({ reportMonth: "202602", current: 1 });
});

it("reports from one month to another, one of them given or both the wrong way round", () => {
  const span = (query: string) => {
    const { startMonth, endMonth } = tradeQuery(at(query), DAY);
    return [startMonth, endMonth];
  };
  expect(span("")).toEqual(["202602", "202602"]);
  expect(span("reportMonth=202511")).toEqual(["202511", "202511"]);
  expect(span("startMonth=202508")).toEqual(["202508", "202508"]);
  expect(span("startMonth=202512&endMonth=202510")).toEqual(["202510", "202512"]);
});

it("the running month stands apart from the closed ones", () => {
  expect(runningMonth(DAY)).toBe(DAY.slice(0, 7).replace("-", ""));
  expect(closedMonths(DAY)).not.toContain(runningMonth(DAY));
});
