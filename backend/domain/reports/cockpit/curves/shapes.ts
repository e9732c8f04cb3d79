import { z } from "zod";
import { wireId } from "#backend/platform/http";
import { missing, money, rate, target, text } from "../shapes";

const months = z.array(z.string().regex(/^\d{6}$/)).length(13);
const thirteen = <T extends z.ZodType>(value: T) => z.array(value).length(13);

/** SERIES13 of market.md 7.2. */
export const series = z.strictObject({
  months,
  current: thirteen(rate),
  last: thirteen(rate),
  yoy: thirteen(rate),
  chain: thirteen(rate),
  unit: z.enum(["CNY", "%"]),
  missing,
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
  missing,
});

export const incomeAndNetProfit = z.strictObject({
  months,
  income: thirteen(money),
  netProfit: thirteen(money),
  netProfitPercent: thirteen(rate),
  summary: z.strictObject({ income: money, netProfit: money, missing }),
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
  missing,
  ...target,
  months: z.array(z.strictObject({ month: text, income: money, netProfit: money })),
});
