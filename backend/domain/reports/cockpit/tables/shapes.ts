import { z } from "zod";
import { wireId } from "#backend/platform/http";
import { count, missing, money, rate, target, text } from "../shapes";

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
  missing,
});

export const groupSummary = row.extend(target);
export const groupRow = groupSummary.extend({
  groupId: wireId,
  groupName: text,
  deptId: wireId.nullable(),
  deptName: text.nullable(),
  leaderName: text.nullable(),
});

const groupOfDept = row.extend({ groupId: wireId, groupName: text, leaderName: text.nullable() });
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
  missing,
  lastRank: count.nullable(),
});
