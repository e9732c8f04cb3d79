import { expect, it } from "vitest";
import type { DeptSums, Rank } from "~/erp/cockpit.server";
import { yearsFigure } from "./figures";
import { moveText, ofDept, placesOf, ranksOf } from "./ranks";
import { deptFigure } from "./trade";

const rank = (code: string, netProfit: number, place: number): Rank => ({
  code,
  name: code,
  netProfit,
  rank: place,
  mainBusinessIncome: 100,
  lastRank: null,
  grossProfitPercent: null,
  share: null,
  yoy: null,
  chain: null,
  missing: [],
});

it("shows places from either end, bars against the largest value, losses below zero", () => {
  const ranks = [rank("a", 50, 1), rank("b", -100, 3), rank("c", 10, 2)];
  const last = placesOf(ranks, { by: "netProfit", order: "asc", href: (r) => `/${r.code}` });
  expect(last.map((p) => [p.code, p.part, p.href])).toEqual([
    ["b", -1, "/b"],
    ["c", 0.1, "/c"],
    ["a", 0.5, "/a"],
  ]);
});

it("says how a place moved", () => {
  const move = (now: number, then: number | null) => moveText({ rank: now, lastRank: then });
  expect([move(1, 3), move(4, 2), move(2, 2), move(1, null)]).toEqual(["↑2", "↓2", "–", ""]);
});

const dept = (deptId: string, income: number, netProfit: number) =>
  ({
    deptId,
    deptName: deptId,
    mainBusinessIncome: income,
    netProfit,
    groups: [],
    grossProfit: netProfit + 30,
    adSpend: 20,
    yoy: 0.1,
    chain: 0.2,
  }) as unknown as DeptSums;

it("makes places of a report: equal values share one, changes are those of the income", () => {
  const rows = [dept("x", 100, 5), dept("y", 300, 20), dept("z", 100, 7)];
  const byIncome = ranksOf(rows, "income", ofDept);
  expect(byIncome.map((r) => [r.code, r.rank, r.share, r.yoy])).toEqual([
    ["x", 2, 0.2, 0.1],
    ["y", 1, 0.6, 0.1],
    ["z", 2, 0.2, 0.1],
  ]);
  expect(ranksOf(rows, "netProfit", ofDept)[0]).toMatchObject({ rank: 3, yoy: null });
});

it("the parts of a department's bar add up to its income", () => {
  const { series } = deptFigure([dept("x", 100, 5)], (id) => `/${id}`);
  expect(series.map((s) => s.values[0])).toEqual([5, 20, 10, 65]);
});

it("a figure without a single value says so", () => {
  const none = Array(13).fill(null);
  const months = none.map(() => "202501");
  const empty = { months, current: none, last: none, yoy: [], chain: [], missing: [] };
  const of = { id: "a", name: "收入", unit: "wan" } as const;
  expect(yearsFigure(of, empty, (m) => m)).toMatchObject({ empty: "所选月份没有数据", labels: [] });
});
