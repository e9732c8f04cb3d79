import { type Field, field } from "../kit";

const money = (label: string, width: number, more: object = {}) =>
  field.money({ label, computed: true, column: { width, sortable: true }, ...more });

/** What rules work out of a budget and of the advertising facts of its month (market.md 6.4). */
export const budgetFigures: Record<string, Field> = {
  targetSales: field.money({ label: "目标销售额", computed: true, section: "目标与实际" }),
  targetRoas: field.decimal({ label: "目标RoAS", computed: true }),
  actualSpend: money("已花费", 120),
  actualSales: field.money({ label: "销售额", computed: true }),
  usageRate: field.percent({
    label: "使用率",
    unit: "%",
    computed: true,
    column: { width: 130, sortable: true, tooltip: "已花费 ÷ 月预算" },
  }),
  // Unknown while nothing was sold; a computed number would be 0 then.
  actualAcos: field.percent({
    label: "实际ACOS",
    unit: "%",
    hiddenIn: ["add", "edit"],
    column: { width: 90, group: "ACOS", sortable: true },
  }),
  forecastSpend: field.money({
    label: "预测花费",
    hiddenIn: ["add", "edit"],
    column: { width: 120, tooltip: "已花费 ÷ 已过天数 × 当月天数" },
  }),
  warnState: field.enum({
    label: "预警",
    computed: true,
    default: "normal",
    options: {
      normal: { label: "正常", tone: "green" },
      warn: { label: "预警", tone: "orange" },
      over: { label: "超支", tone: "red" },
    },
    column: { width: 80 },
    filter: "in",
  }),
  budgetUsd: money("预算", 120, {
    column: { width: 120, group: "折合美元", summary: "sum" },
    help: "按当月汇率",
  }),
  actualSpendUsd: money("已花费", 120, {
    column: { width: 120, group: "折合美元", summary: "sum" },
    help: "按当月汇率",
  }),
  exchangeRate: field.decimal({
    label: "汇率",
    scale: 8,
    hiddenIn: ["add", "edit"],
    help: "提交时，1单位币种折人民币",
  }),
  revision: field.int({ label: "版次", computed: true }),
  priorBudget: field.money({ label: "调整前预算", computed: true }),
  adjustReason: field.longtext({ label: "调整原因", hiddenIn: ["add", "edit"], wide: true }),
  prior: field.json({ label: "调整前", computed: true, hiddenIn: ["view"] }),
  warnedFor: field.text({ label: "已提醒的预警", computed: true, hiddenIn: ["view"] }),
  liveKey: field.text({
    label: "组合与月份",
    computed: true,
    hiddenIn: ["view"],
    unique: "该组合本月已有预算",
  }),
};
