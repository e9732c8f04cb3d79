/** Base address of the reports. */
export const BASE = "/cockpit/cocBusinessReport";

/**
 * Calls whose names the seed specification hides behind `{hash}`. Each has exactly 32 characters; the
 * capability is that of the list around it (market.md 7.2). An unknown name is 404 资源不存在.
 */
export const HIDDEN = {
  grossProfitPercent: "nearest13MonthGrossProfitPercent",
  incomeAndNetProfit: "nearest13MonthIncomeAndNetProfit",
} as const;
