import { z } from "zod";
import { defineDocument, field } from "../../kit";
import { replenishTabs } from "./replenish";

/** What a year is forecast by, again and again, as if the rest of it were not known yet. */
export const backtestMethods = {
  own: { label: "补货预测", says: "补货用的算法：不看断货和促销的天，三段日均加权，乘季节系数" },
  last7: { label: "近7天日均", says: "前7天一共卖的除以7" },
  last30: { label: "近30天日均", says: "前30天一共卖的除以30" },
  lastYear: { label: "去年同期", says: "364天以前的同一段日子卖的" },
} as const;

/** Classes of goods by what they sold: the first 80 % of all pieces, the next 15 %, the rest. */
export const backtestClasses = { all: "全部", A: "A类", B: "B类", C: "C类" } as const;

/** How far a method was off: Σ|forecast − sold| and Σ(forecast − sold), in percent of what was sold. */
const off = z.object({
  forecast: z.string(),
  error: z.string(),
  wape: z.string().nullable(),
  bias: z.string().nullable(),
});

/** What came of one length of time and one class. */
const result = z.object({
  days: z.number(),
  goods: z.enum(["all", "A", "B", "C"]),
  rows: z.number(),
  pairs: z.number(),
  sold: z.string(),
  own: off,
  last7: off,
  last30: off,
  lastYear: off,
});
export const backtestResults = z.array(result);
export type BacktestResult = z.output<typeof result>;

const figure = (label: string, tooltip: string) =>
  field.int(label, { computed: true, column: { width: 110, phone: false, tooltip } });
const wape = (method: keyof typeof backtestMethods) =>
  field.percent(backtestMethods[method].label, {
    unit: "%",
    computed: true,
    later: true,
    column: { width: 110, tooltip: `28天的误差：Σ|预测－实际|÷Σ实际。${backtestMethods[method].says}` },
  });

/** 预测回测: how far the forecast of the replenishment would have been off in the last year, beside simple ones. */
export const replenishBacktest = defineDocument({
  name: "replenish_backtest",
  label: "预测回测",
  module: "wms",
  calls: { sends: { results: backtestResults.nullable() } },
  menu: { on: "replenish" },
  derived: true,
  display: "testedTime",
  can: { edit: false, del: false, export: false },
  start: { saveLabel: "提交回测", copy: false },
  list: { sort: [{ by: "id", desc: true }] },
  formColumns: 1,
  fields: {
    testedTime: field.datetime("回测时间", { computed: true, column: { width: 180, fixed: "left" } }),
    said: field.text("结论", { computed: true, max: 200, column: { minWidth: 220 } }),
    own: wape("own"),
    last7: wape("last7"),
    last30: wape("last30"),
    lastYear: wape("lastYear"),
    rowCount: figure("SKU×店铺", "能比的SKU×店铺"),
    pairCount: figure("比较次数", "28天一段，每个SKU×店铺每段比一次"),
    leftOut: figure("没有比的", "28天里有断货或促销的天，卖多少看不出平常的需求，那一段不比"),
    fromDay: field.date("从", { computed: true, column: { width: 110, phone: false } }),
    tillDay: field.date("到", { computed: true, column: { width: 110, phone: false } }),
    reason: field.text("说明", {
      required: true,
      max: 100,
      column: { width: 160, phone: false },
      placeholder: "为什么回测",
    }),
    results: field.json("结果", { computed: true, hiddenIn: ["view"] }),
  },
  screens: {
    list: "/wms/replenish/backtest",
    detail: "/wms/replenish/backtestDetail",
    tabs: replenishTabs,
    titles: { list: "预测回测", create: "开始回测", detail: "预测回测" },
  },
});
