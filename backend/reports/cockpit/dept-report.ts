import type { Sql } from "../../db/sql";
import type { Caller } from "../../http/caller";
import { shift } from "./asked/months";
import type { Asked } from "./asked/query";
import { thirteen } from "./curves/series";
import { labelsOf } from "./dimensions/labels";
import { change, figure } from "./sums/figures";
import { sorted } from "./sums/order";
import { type Sums, sumsOf } from "./sums/sums";

const named = (sums: Sums | undefined) => ({
  mainBusinessIncome: figure(sums, "mainBusinessIncome"),
  notTaxProfit: figure(sums, "netProfit"),
  grossProfitPercent: figure(sums, "grossProfitPercent"),
  missing: sums?.missing ?? [],
});

/** The home page's report (market.md 7.3): departments of the asked month by income, and 13 months. */
export async function deptReport(sql: Sql, caller: Caller, asked: Asked) {
  const months = thirteen(asked);
  const spans = Object.fromEntries(months.map((month) => [month, [month]]));
  const cells = await sumsOf(sql, caller, asked, spans, ["dept"]);
  const at = new Map(cells.map((cell) => [`${cell.span} ${cell.keys[0] ?? ""}`, cell]));
  const income = (month: string, dept: string) => {
    const cell = at.get(`${month} ${dept}`);
    return cell?.mainBusinessIncome;
  };
  const depts = cells
    .filter((cell) => cell.span === asked.month && cell.keys[0] !== null)
    .map((sums) => ({ code: sums.keys[0] ?? "", sums }));
  const codes = depts.map((dept) => dept.code);
  const labels = await labelsOf(sql, caller.tenantId, "dept", codes);
  return {
    cocBusinessBaseDateGroupByDept: sorted(depts, "mainBusinessIncome", (dept) => dept).map(
      ({ code, sums }) => ({
        deptId: code,
        deptName: labels(code).name,
        ...named(sums),
        yoyIncome: change(sums.mainBusinessIncome, income(shift(asked.month, -12), code)),
        chainIncome: change(sums.mainBusinessIncome, income(shift(asked.month, -1), code)),
      }),
    ),
    cocBusinessBaseDateGroupByMonth: months.map((month) => ({
      month,
      ...named(at.get(`${month} `)),
    })),
  };
}
