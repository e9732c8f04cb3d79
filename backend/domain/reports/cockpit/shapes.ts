import { z } from "zod";
import { wireId } from "#backend/platform/http";

export const money = z.number();
export const count = z.number().int();
/** A fraction; null without a denominator. */
export const rate = z.number().nullable();
export const text = z.string();
/** Sums of groups' targets. */
export const target = { incomeTarget: money.nullable(), completion: rate };
/** Names of costs that the profits beside it are without, as nobody brought them yet. */
export const missing = z.array(text);

const deptFigures = { mainBusinessIncome: money, notTaxProfit: money, grossProfitPercent: rate, missing };
export const deptReport = z.strictObject({
  cocBusinessBaseDateGroupByDept: z.array(
    z.strictObject({ deptId: wireId, deptName: text, ...deptFigures, yoyIncome: rate, chainIncome: rate }),
  ),
  cocBusinessBaseDateGroupByMonth: z.array(z.strictObject({ month: text, ...deptFigures })).length(13),
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
