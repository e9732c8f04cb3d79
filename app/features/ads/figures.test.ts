import { expect, it } from "vitest";
import type { AdReport } from "~/erp/ads.server";
import { comparedFigure, reportFigures } from "./figures";
import { METRICS, metricOf, metricText, shortText } from "./metrics";

const report = {
  series: ["2025-06-01", "2025-06-02"],
  reports: METRICS.map(({ key, label }) => ({ key, name: label, data: [1, null] })),
  currency: "USD",
} as unknown as AdReport;
const drawn = (...keys: string[]) =>
  reportFigures(report, keys, () => undefined).map((f) => f.series.map((s) => `${s.key} ${s.type} ${s.axis}`));

it("gives each scale an axis of its own, at most two to a figure", () => {
  expect(drawn("spend", "sales", "acos")).toEqual([["spend bar 0", "sales bar 0", "acos line 1"]]);
  expect(drawn("ctr")).toEqual([["ctr line 0"]]);
  expect(drawn("impressions", "spend", "acos")).toEqual([["spend bar 0", "impressions line 1"], ["acos line 0"]]);
  expect(drawn("ctr", "acos")).toEqual([["acos line 0", "ctr line 1"]]);
  const all = drawn(...METRICS.map((m) => m.key));
  expect(all.flat()).toHaveLength(11);
  for (const series of all) expect(series.length).toBeLessThanOrEqual(6);
});

it("compares on one scale and leaves out what has nothing before", () => {
  const row = { type: "", better: null, change: null };
  const figure = comparedFigure([
    { ...row, key: "clicks", last: 100, current: 112 },
    { ...row, key: "sales", last: 0, current: 5 },
  ]);
  expect(figure.series.map((s) => s.values)).toEqual([[1], [1.12]]);
});

it("writes metrics as the specification wants them", () => {
  const text = (key: string, value: number | null, currency = "USD") => metricText(metricOf(key), value, currency);
  expect(text("impressions", 34_110)).toBe("34,110");
  expect(text("spend", 1234.5)).toBe("$1,234.50");
  expect(text("spend", 1234.5, "CNY")).toBe("¥1,234.50");
  expect(text("roas", 4, "CNY")).toBe("$4.00");
  expect(text("ctr", 0.0000005)).toBe("0.00%");
  expect(text("acos", null)).toBe("—");
  const short = (key: string, value: number | null) => shortText(metricOf(key), value, "USD");
  expect(short("impressions", 34_110)).toBe("34.1k");
  expect(short("spend", 91_164.92)).toBe("$91.2k");
  expect(short("spend", 9_164.92)).toBe("$9,164.92");
  expect(short("sales", null)).toBe("—");
});
