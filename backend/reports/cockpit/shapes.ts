import { z } from "zod";
import { wireId } from "../../http/answer";

const money = z.number();
const count = z.number().int();
/** A fraction; null without a denominator. */
const rate = z.number().nullable();
const text = z.string();
const months = z.array(z.string().regex(/^\d{6}$/)).length(13);
const thirteen = <T extends z.ZodType>(value: T) => z.array(value).length(13);

/** ROW of market.md 7.2, amounts in CNY. */
export const row = z.strictObject({
  mainBusinessIncome: money,
  grossProfit: money,
  netProfit: money,
  grossProfitPercent: rate,
  netProfitPercent: rate,
  units: count,
  orders: count,
  refundAmt: money,
  refundPercent: rate,
  adSpend: money,
  adSpendPercent: rate,
  yoy: rate,
  chain: rate,
});

const target = { incomeTarget: money.nullable(), completion: rate };
export const groupSummary = row.extend(target);
export const groupRow = groupSummary.extend({
  groupId: wireId,
  groupName: text,
  deptId: wireId.nullable(),
  deptName: text.nullable(),
  leaderName: text.nullable(),
});

const groupOfDept = row.extend({
  groupId: wireId,
  groupName: text,
  leaderName: text.nullable(),
});
export const deptRow = row.extend({
  deptId: wireId,
  deptName: text,
  divisionName: text.nullable(),
  groups: z.array(groupOfDept),
});

/** `rank` and `cumShare`: position and cumulative share over all models by income, whatever the order. */
export const modelRow = row.extend({
  modelCode: text,
  modelName: text,
  skuCount: count,
  imageUrl: text.nullable(),
  rank: count,
  cumShare: rate,
});

/** SERIES13 of market.md 7.2. */
export const series = z.strictObject({
  months,
  current: thirteen(rate),
  last: thirteen(rate),
  yoy: thirteen(rate),
  chain: thirteen(rate),
  unit: z.enum(["CNY", "%"]),
});

/** RANK of market.md 7.2; `code` is what the filter of that dimension takes. */
export const rank = z.strictObject({
  rank: count,
  code: text,
  name: text,
  mainBusinessIncome: money,
  netProfit: money,
  grossProfitPercent: rate,
  share: rate,
  yoy: rate,
  chain: rate,
  lastRank: count.nullable(),
});

export const groupData = z.strictObject({
  groupId: wireId,
  groupName: text,
  months,
  income: thirteen(money),
  netProfit: thirteen(money),
  grossProfitPercent: thirteen(rate),
  adSpendPercent: thirteen(rate),
  refundPercent: thirteen(rate),
});

export const incomeAndNetProfit = z.strictObject({
  months,
  income: thirteen(money),
  netProfit: thirteen(money),
  netProfitPercent: thirteen(rate),
  summary: z.strictObject({ income: money, netProfit: money }),
});

export const currentYear = z.strictObject({
  year: text,
  throughMonth: text,
  income: money,
  netProfit: money,
  netProfitPercent: rate,
  lastIncome: money,
  lastNetProfit: money,
  incomeYoy: rate,
  netProfitYoy: rate,
  ...target,
  months: z.array(z.strictObject({ month: text, income: money, netProfit: money })),
});

const deptFigures = { mainBusinessIncome: money, notTaxProfit: money, grossProfitPercent: rate };
export const deptReport = z.strictObject({
  cocBusinessBaseDateGroupByDept: z.array(
    z.strictObject({
      deptId: wireId,
      deptName: text,
      ...deptFigures,
      yoyIncome: rate,
      chainIncome: rate,
    }),
  ),
  cocBusinessBaseDateGroupByMonth: z
    .array(z.strictObject({ month: text, ...deptFigures }))
    .length(13),
});

export const dimension = z.strictObject({
  id: text,
  dimType: text,
  dimTypeName: text,
  dimCode: text,
  dimName: text,
  parentCode: text.nullable(),
  sort: count,
  enabled: z.boolean(),
});

export const reportInfo = z.strictObject({
  scope: text,
  reportMonth: text,
  firstMonth: text.nullable(),
  lastMonth: text.nullable(),
  formulas: z.array(z.strictObject({ key: text, name: text, formula: text })),
});
