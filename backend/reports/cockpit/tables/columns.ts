import type { SheetColumn } from "../../../http/spreadsheet";
import { MEASURES, RATIOS } from "../sums/measures";

const MONEY = "#,##0.00";
const PERCENT = "0.00%";

const column = (key: string, header: string, numFmt?: string, width = 14): SheetColumn => ({
  key,
  header,
  numFmt,
  width,
});

export const text = (key: string, header: string, width = 16) =>
  column(key, header, undefined, width);
export const money = (key: string, header: string) => column(key, `${header}(CNY)`, MONEY, 18);
export const count = (key: string, header: string) => column(key, header, "#,##0", 10);
export const percent = (key: string, header: string) => column(key, header, PERCENT, 10);

/** Columns of a ROW, in the order of the screen. */
export const rowColumns: SheetColumn[] = [
  ...(["mainBusinessIncome", "grossProfit", "netProfit"] as const).map((key) =>
    money(key, MEASURES[key].name),
  ),
  ...(["grossProfitPercent", "netProfitPercent"] as const).map((key) =>
    percent(key, RATIOS[key].name),
  ),
  text("missing", "利润未含"),
  count("units", MEASURES.units.name),
  count("orders", MEASURES.orders.name),
  money("refundAmt", MEASURES.refundAmt.name),
  percent("refundPercent", RATIOS.refundPercent.name),
  money("adSpend", MEASURES.adSpend.name),
  percent("adSpendPercent", RATIOS.adSpendPercent.name),
  percent("yoy", "同比"),
  percent("chain", "环比"),
];

/** Columns of a RANK. */
export const rankColumns: SheetColumn[] = [
  count("rank", "名次"),
  text("name", "名称"),
  money("mainBusinessIncome", "主营业务收入"),
  money("netProfit", "净利润"),
  percent("grossProfitPercent", "毛利率"),
  text("missing", "利润未含"),
  percent("share", "占比"),
  percent("yoy", "同比"),
  percent("chain", "环比"),
  count("lastRank", "上期名次"),
];
