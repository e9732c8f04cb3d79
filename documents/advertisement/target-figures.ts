import { type Field, field } from "../kit";

const usd = (label: string) =>
  field.money({
    ...{ label, help: "按当月汇率折算", computed: true },
    column: { width: 120, sortable: true, summary: "sum" },
  });
/** In the currency of the store. */
const own = { computed: true, currency: "currency" } as const;

/** Unknown as long as nothing was sold or no day has passed; a computed number would be 0 then. */
const worked = { hiddenIn: ["add", "edit"] satisfies Field["hiddenIn"] };

/** What became of a budget beside what it aims at (market.md 6.4), in the order of the list. */
export const budgetFigures = {
  usageRate: field.percent({
    section: "目标与实际",
    label: "使用率",
    unit: "%",
    computed: true,
    later: true,
    column: { width: 120, sortable: true, bar: true, tooltip: "已花费 ÷ 月预算" },
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
    column: { width: 70, phone: "fact" },
    filter: "in",
  }),
  budgetAmount: field.money({
    label: "月预算",
    help: "店铺币种",
    required: true,
    min: 0.01,
    currency: "currency",
    column: { width: 120, sortable: true },
  }),
  actualSpend: field.money({ label: "已花费", ...own, column: { width: 120, sortable: true } }),
  targetAcos: field.percent({
    label: "目标ACOS",
    unit: "%",
    required: true,
    min: 1,
    max: 100,
    column: { width: 110 },
  }),
  actualAcos: field.percent({
    ...{ label: "实际ACOS", unit: "%", ...worked },
    column: { width: 110, sortable: true },
  }),
  forecastSpend: field.money({
    ...{ label: "预测花费", currency: "currency", ...worked },
    column: { width: 120, tooltip: "已花费 ÷ 已过天数 × 当月天数" },
  }),
  targetSales: field.money({ label: "目标销售额", ...own }),
  actualSales: field.money({ label: "实际销售额", ...own }),
  targetRoas: field.decimal({ label: "目标RoAS", computed: true }),
  warnRate: field.percent({ label: "预警线", unit: "%", default: 80, min: 1, max: 100 }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", computed: true, section: "归属" },
    ...{ column: { width: 120 }, filter: "in" },
  }),
  groupId: field.ref({
    ...{ label: "小组", to: "group", computed: true },
    ...{ column: { width: 90 }, filter: "in" },
  }),
  ownerId: field.ref({ label: "负责人", to: "user", help: "不填则为当前用户" }),
  currency: field.dict({ label: "币种", type: "currency", computed: true, column: { width: 70 } }),
  budgetUsd: usd("预算(USD)"),
  actualSpendUsd: usd("已花费(USD)"),
  exchangeRate: field.decimal({
    ...{ label: "提交日汇率", scale: 8, ...worked },
    help: "1单位店铺币种折人民币",
  }),
  revision: field.int({ label: "版次", computed: true }),
  priorBudget: field.money({ label: "调整前预算", ...own, when: ["status", "auditing"] }),
  adjustReason: field.longtext({ label: "调整原因", wide: true, ...worked }),
  prior: field.json({ label: "调整前", computed: true, hiddenIn: ["view"] }),
  warnedFor: field.text({ label: "已提醒的预警", computed: true, hiddenIn: ["view"] }),
  liveKey: field.text({
    label: "组合与月份",
    computed: true,
    hiddenIn: ["view"],
    unique: "该组合本月已有预算",
  }),
};
