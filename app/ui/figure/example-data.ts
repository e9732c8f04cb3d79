import type { FigureData } from "./types";

const MONTHS = Array.from(
  { length: 13 },
  (_, i) => `${i < 7 ? 2024 : 2025}-${String(((i + 5) % 12) + 1).padStart(2, "0")}`,
);
const income = [
  14203345.2, 15998701.1, 15102345.5, 13822345, 15511234, 20111234.5, 19533221, 13511222.75, 12988771.2, 14120334.6,
  14533876.1, 15120998.4, 16233445.66,
];
const days = Array.from({ length: 30 }, (_, i) => `2025-06-${String(i + 1).padStart(2, "0")}`);
const wave = (i: number, low: number, high: number) =>
  Math.round(low + (high - low) * (0.5 + 0.4 * Math.sin(i / 2.3) + 0.1 * Math.sin(i * 5)));

/** 13 months: two bars and a margin on the right axis. */
export const months: FigureData = {
  id: "ex-months",
  title: "近13个月主营业务收入、净利润（元）与净利率",
  kind: "columns",
  labels: MONTHS,
  series: [
    { key: "income", name: "主营业务收入", unit: "wan", values: income },
    {
      key: "netProfit",
      name: "净利润",
      unit: "wan",
      values: income.map((v, i) => v * [0.17, 0.18, 0.16, 0.12, -0.04, 0.15, 0.17][i % 7]!),
    },
    {
      key: "percent",
      name: "净利率",
      unit: "percent",
      type: "line",
      axis: 1,
      values: income.map((_, i) => [0.17, 0.18, 0.16, 0.12, -0.04, 0.15, 0.17][i % 7]!),
    },
  ],
};

/** This year against the year before, each month leading to its detail. */
export const compared: FigureData = {
  id: "ex-compared",
  title: "近13个月主营业务收入与上年同期（元）",
  kind: "columns",
  labels: MONTHS,
  series: [
    { key: "current", name: "本期", unit: "wan", values: income },
    {
      key: "last",
      name: "上年同期",
      unit: "wan",
      type: "line",
      pale: true,
      values: income.map((v, i) => (i < 2 ? null : v * (0.72 + 0.02 * (i % 4)))),
    },
  ],
  hrefs: MONTHS.map((m) => `?widget=figure&month=${m}`),
};

/** 30 days of an advertising report in dollars and percent. */
export const campaign: FigureData = {
  id: "ex-campaign",
  title: "广告花费、销售额（USD）与 ACOS",
  note: "北美 3 家店铺",
  kind: "columns",
  labels: days,
  series: [
    { key: "spend", name: "花费", unit: "usd", values: days.map((_, i) => wave(i, 800, 2400)) },
    { key: "sales", name: "销售额", unit: "usd", values: days.map((_, i) => wave(i, 3200, 9100)) },
    {
      key: "acos",
      name: "ACOS",
      unit: "percent",
      type: "line",
      axis: 1,
      values: days.map((_, i) => (i === 11 ? null : wave(i, 2400, 2900) / 1e4)),
    },
    {
      key: "ctr",
      name: "转化率",
      unit: "percent",
      type: "line",
      axis: 1,
      values: days.map((_, i) => wave(i + 3, 800, 1400) / 1e4),
    },
  ],
};

const models = [3120, 2480, 1990, 1320, 980, 760, 610, 420, 330, 270, 190, 120];
const total = models.reduce((a, b) => a + b);
/** Columns in order of size and the share that they reach together. */
export const pareto: FigureData = {
  id: "ex-pareto",
  title: "型号收入（元）与累计占比",
  kind: "columns",
  labels: models.map((_, i) => `M${String(100 + i * 7)}`),
  series: [
    { key: "income", name: "收入", unit: "wan", values: models.map((m) => m * 1000) },
    {
      key: "share",
      name: "累计占比",
      unit: "percent",
      type: "line",
      axis: 1,
      values: models.map((_, i) => models.slice(0, i + 1).reduce((a, b) => a + b) / total),
    },
  ],
};
