import { expect, test } from "vitest";
import {
  adsState,
  type MonthReport,
  monthState,
  ordersState,
  previewState,
  type ReportDays,
  reportState,
  type StoreFigures,
  settlementState,
} from "./cells";

const TODAY = 31;
const day = (n: number) => `2026-08-${String(n).padStart(2, "0")}`;

const noReport: ReportDays = { connected: true, known: new Set(), asked: new Map() };

const noMonth: MonthReport = { connected: true, dayOfMonth: 31, came: null, known: false, asked: null };

/** A store on 31 August with orders on the days 1 to 29, connected unless said otherwise. */
const store = (more: Partial<StoreFigures> = {}): StoreFigures => ({
  ago: (text) => TODAY - Number(text.slice(8)),
  ordered: new Set(Array.from({ length: 29 }, (_, i) => day(i + 1))),
  spent: new Set([day(10)]),
  orders: { connected: true, through: day(28), failed: false },
  ads: { connected: true, days: new Map() },
  settlements: { connected: true, failed: false, spans: [{ first: day(3), last: day(10), posted: true }] },
  stock: noReport,
  ledger: noReport,
  traffic: noReport,
  listings: noReport,
  aged: noMonth,
  ...more,
});

test("orders are there up to where they were read, and missing a day after the day has ended", () => {
  const s = store({ ordered: new Set([day(28), day(29)]) });
  expect([27, 28, 29, 30, 31].map((n) => ordersState(s, day(n)))).toEqual([
    "empty",
    "done",
    "missing",
    "early",
    "early",
  ]);
  const failed = store({ orders: { connected: true, through: day(28), failed: true } });
  expect([28, 29, 30, 31].map((n) => ordersState(failed, day(n)))).toEqual(["done", "failed", "failed", "early"]);
  const byHand = { connected: false, through: null, failed: false };
  expect([29, 30, 31].map((n) => ordersState(store({ orders: byHand }), day(n)))).toEqual(["done", "empty", "early"]);
  expect(ordersState(store({ orders: byHand, ordered: new Set() }), day(1))).toBe("off");
});

test("advertising of a day is whole when all its reports are", () => {
  const told = { some: false, done: false, failed: false, underWay: false };
  const ads = {
    connected: true,
    days: new Map([
      [day(10), { ...told, done: true, failed: true }],
      [day(11), { ...told, done: true }],
      [day(12), { ...told, failed: true, underWay: true }],
      [day(13), { ...told, underWay: true }],
    ]),
  };
  expect([10, 11, 12, 13, 14, 30].map((n) => adsState(store({ ads }), day(n)))).toEqual([
    "done",
    "empty",
    "failed",
    "early",
    "missing",
    "early",
  ]);
});

test("advertising that is uploaded is due from its first day on, of whichever kind", () => {
  const told = { some: true, done: false, failed: false, underWay: false };
  const ads = { connected: false, days: new Map([10, 11].map((n) => [day(n), told])) };
  expect([9, 10, 11, 12, 30, 31].map((n) => adsState(store({ ads }), day(n)))).toEqual([
    "empty",
    "done",
    "empty",
    "missing",
    "early",
    "early",
  ]);
  const none = { connected: false, days: new Map() };
  expect([10, 12, 31].map((n) => adsState(store({ ads: none }), day(n)))).toEqual(["done", "empty", "early"]);
  expect(adsState(store({ ads: none, spent: new Set() }), day(10))).toBe("off");
});

test("a settlement covers its days, what it does not is expected until 16 days have gone", () => {
  const s = store();
  expect([2, 3, 10, 11, 14, 15, 30].map((n) => settlementState(s, day(n)))).toEqual([
    "missing",
    "done",
    "done",
    "missing",
    "missing",
    "estimated",
    "early",
  ]);
  const span = { first: day(3), last: day(10), posted: false };
  const waits = store({ settlements: { connected: false, failed: true, spans: [span] }, ordered: new Set() });
  expect([2, 3, 11].map((n) => settlementState(waits, day(n)))).toEqual(["empty", "estimated", "failed"]);
  const none = { connected: false, failed: false, spans: [] };
  expect(settlementState(store({ settlements: none, ordered: new Set() }), day(1))).toBe("off");
});

test("what is expected to be charged is told anew within a month", () => {
  expect([previewState(null, true), previewState(null, false), previewState(31, true), previewState(32, true)]).toEqual(
    ["missing", "off", "done", "missing"],
  );
});

test("a report of a day is missed from the first one on, unless the platform had none", () => {
  const s = store();
  const told: ReportDays = {
    connected: true,
    known: new Set([day(10), day(12)]),
    asked: new Map([
      [day(13), "failed"],
      [day(14), "empty"],
      [day(15), "underWay"],
    ]),
  };
  expect([9, 10, 11, 12, 13, 14, 15, 29, 30, 31].map((n) => reportState(s, told, { day: day(n) }))).toEqual([
    "empty",
    "done",
    "missing",
    "done",
    "failed",
    "empty",
    "early",
    "missing",
    "early",
    "early",
  ]);
  expect(reportState(s, told, { day: day(27), grace: 5 })).toBe("early");
  expect([
    reportState(s, noReport, { day: day(9) }),
    reportState(store({ ordered: new Set() }), noReport, { day: day(9) }),
  ]).toEqual(["missing", "off"]);
  const byHand = { ...told, connected: false };
  expect([10, 11, 31].map((n) => reportState(s, byHand, { day: day(n) }))).toEqual(["done", "empty", "early"]);
  expect(reportState(s, { ...noReport, connected: false }, { day: day(10) })).toBe("off");
});

test("last month's report is missing after the 25th, unless nobody ever had one", () => {
  const state = (more: Partial<MonthReport>) => monthState({ ...noMonth, ...more });
  expect([25, 26].map((dayOfMonth) => state({ dayOfMonth }))).toEqual(["early", "missing"]);
  expect((["failed", "empty", "underWay"] as const).map((asked) => state({ asked }))).toEqual([
    "failed",
    "empty",
    "early",
  ]);
  expect(state({ known: true, asked: "failed" })).toBe("done");
  const byHand = (more: Partial<MonthReport>) => state({ connected: false, ...more });
  expect(byHand({})).toBe("off");
  expect([25, 26].map((dayOfMonth) => byHand({ came: "2026-06", dayOfMonth }))).toEqual(["early", "missing"]);
});
