import { dec } from "../../../values/money";
import { labelsOf } from "../dimensions/labels";
import { compare } from "../sums/compare";
import { amount, ratio } from "../sums/figures";
import { ORDERED, sortedRows } from "../sums/order";
import { rowOf } from "../sums/row";
import { count, percent, rowColumns, text } from "./columns";
import { modelRow, row } from "./shapes";
import { type TableReport, table } from "./table";

/** 交易报表 by product model, with what a Pareto figure needs. */
export const byModel: TableReport = {
  name: "getCocAmazonTradeReportByModel",
  title: "型号交易报表",
  size: 20,
  record: modelRow,
  summary: row,
  columns: [
    count("rank", "收入名次"),
    text("modelCode", "型号"),
    text("modelName", "名称", 24),
    count("skuCount", "SKU数"),
    ...rowColumns,
    percent("cumShare", "累计占比"),
  ],
  async read({ db, caller, query }) {
    const { rows, all } = await compare(db, caller, query, ["model"]);
    const whole = all.now.mainBusinessIncome;
    let sum = dec(0);
    let rank = 0;
    let before = Number.NaN;
    const pareto = new Map(
      sortedRows(rows, "mainBusinessIncome").map((r) => {
        const income = amount(r.now.mainBusinessIncome);
        if (income !== before) rank++;
        before = income;
        sum = sum.plus(r.now.mainBusinessIncome);
        const cumShare = Number(whole) > 0 ? ratio(sum.toFixed(), whole) : null;
        return [r, { rank, cumShare }] as const;
      }),
    );
    return table({
      rows: sortedRows(rows, ORDERED[query.orderBy], query.order),
      summary: rowOf(all),
      async show(shown) {
        const codes = shown.map((r) => r.keys[0] ?? "");
        const labels = await labelsOf(db, caller.tenantId, "model", codes);
        return shown.map((r) => {
          const [modelCode = ""] = r.keys;
          const { name: modelName, skuCount = 0, imageUrl = null } = labels(modelCode);
          return { modelCode, modelName, skuCount, imageUrl, ...rowOf(r), ...pareto.get(r) };
        });
      },
    });
  },
};
