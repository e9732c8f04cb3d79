import { z } from "zod";
import type { Erp, Query } from "./client.server";
import { id, list, page, text } from "./shapes";

// Reports of the cockpit (market.md 7): money in CNY, ratios as fractions, null where nothing compares.

/** Decimal exponents have no place in a text: 1e-7 is 0 on every page. */
const tidy = (value: number) => Math.round(value * 1e6) / 1e6;
const number = z.number().transform(tidy);
const ratio = z
  .number()
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : tidy(value)));

/** Names of costs that profits are without, as nobody brought them yet; a backend may not know any. */
const missing = list(z.string())
  .nullish()
  .transform((names) => names ?? []);

const row = z.object({
  mainBusinessIncome: number,
  grossProfit: number,
  netProfit: number,
  grossProfitPercent: ratio,
  netProfitPercent: ratio,
  units: number,
  orders: number,
  refundAmt: number,
  refundPercent: ratio,
  adSpend: number,
  adSpendPercent: ratio,
  yoy: ratio,
  chain: ratio,
  incomeTarget: ratio,
  completion: ratio,
  missing,
});
/** All measures of one group, department or model, or of all of them. */
export type TradeSums = z.output<typeof row>;

const groupRow = row.extend({ groupId: id, groupName: text, deptName: text, leaderName: text });
const deptRow = row.extend({
  deptId: id,
  deptName: text,
  divisionName: text,
  groups: list(row.extend({ groupId: id, groupName: text })),
});
const modelRow = row.extend({ modelCode: text, modelName: text, skuCount: number, imageUrl: text, cumShare: ratio });
export type GroupSums = z.output<typeof groupRow>;
export type DeptSums = z.output<typeof deptRow>;
export type ModelSums = z.output<typeof modelRow>;

const summed = <T extends z.ZodType>(of: T) => page(of).extend({ summary: row.nullish() });

const series = z.object({
  months: list(z.string()),
  current: list(ratio),
  last: list(ratio),
  yoy: list(ratio),
  chain: list(ratio),
  missing,
});
/** One measure over 13 months beside the same months of the year before. */
export type Series13 = z.output<typeof series>;

const rank = z.object({
  rank: number,
  code: text,
  name: text,
  mainBusinessIncome: number,
  netProfit: number,
  grossProfitPercent: ratio,
  share: ratio,
  yoy: ratio,
  chain: ratio,
  missing,
  lastRank: ratio,
});
/** One place of a ranking. */
export type Rank = z.output<typeof rank>;

const group13 = z.object({
  groupId: id,
  groupName: text,
  months: list(z.string()),
  income: list(ratio),
  netProfit: list(ratio),
  grossProfitPercent: list(ratio),
  adSpendPercent: list(ratio),
  refundPercent: list(ratio),
  missing,
});
export type Group13 = z.output<typeof group13>;

const main13 = z.object({
  months: list(z.string()),
  income: list(ratio),
  netProfit: list(ratio),
  netProfitPercent: list(ratio),
  summary: z.object({ income: number, netProfit: number }),
});
export type Main13 = z.output<typeof main13>;

const year = z.object({
  year: z.coerce.string(),
  throughMonth: text,
  income: number,
  netProfit: number,
  netProfitPercent: ratio,
  incomeYoy: ratio,
  netProfitYoy: ratio,
  missing,
  incomeTarget: ratio,
  completion: ratio,
});
export type YearSums = z.output<typeof year>;

const dimension = z.object({ dimType: text, dimCode: id, dimName: text, parentCode: text });
/** One choice of a filter; `parentCode` is the choice one level up. */
export type Dimension = z.output<typeof dimension>;

const home = z.object({
  cocBusinessBaseDateGroupByDept: list(
    z.object({
      deptId: id,
      deptName: text,
      mainBusinessIncome: number,
      notTaxProfit: number,
      grossProfitPercent: ratio,
      missing,
      yoyIncome: ratio,
      chainIncome: ratio,
    }),
  ),
  cocBusinessBaseDateGroupByMonth: list(
    z.object({ month: text, mainBusinessIncome: number, notTaxProfit: number, grossProfitPercent: ratio, missing }),
  ),
});
/** What the home page shows: departments of one month, and 13 months. */
export type HomeReport = z.output<typeof home>;

const formula = z.object({ key: text, name: text, formula: text });
export type Formula = z.output<typeof formula>;

const info = z.object({
  /** Whose figures the caller sees, in words. */
  scope: text,
  /** Oldest month with facts, YYYYMM; empty without any. */
  firstMonth: text,
  formulas: list(formula),
});

const BASE = "/cockpit/cocBusinessReport";
type Reader = Pick<Erp, "get">;

const read =
  <S extends z.ZodType>(name: string, schema: S) =>
  (erp: Reader, query: Query = {}) =>
    erp.get(`${BASE}/${name}`, { query, schema });

/**
 * The calls by what they answer. All take reportMonth (or startMonth and endMonth) and the filters
 * divisionId, deptId, groupId, regionCode, siteCode, storeId, modelCode, each with commas.
 */
export const cockpit = {
  groups: read("getCocAmazonTradeReportByGroup", summed(groupRow)),
  depts: read("getCocAmazonTradeReportByDept", list(deptRow)),
  models: read("getCocAmazonTradeReportByModel", summed(modelRow)),
  income: read("nearest13MonthIncome", series),
  netProfit: read("nearest13MonthNetProfit", series),
  grossProfitPercent: read("nearest13MonthGrossProfitPercent", series),
  main: read("nearest13MonthIncomeAndNetProfit", main13),
  divisionRanking: read("divisionRanking", list(rank)),
  regionRanking: read("regionRanking", list(rank)),
  siteRanking: read("sitRanking", list(rank)),
  groupIncomeRanking: read("groupIncomeRankingPage", page(rank)),
  groupNetProfitRanking: read("groupNetProfitRankingPage", page(rank)),
  group: read("nearest13MonthGroupData", group13),
  year: read("currentYearIncomeAndNetProfit", year),
  home: read("getDeptReport", home),
  info: read("getReportInfo", info),
};

/** Everything that filters can be set to, of the caller's data scope. */
export const fetchDimensions = (erp: Reader) => erp.get("/cockpit/dmdimtype/getAll", { schema: list(dimension) });
