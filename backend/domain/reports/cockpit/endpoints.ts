import { z } from "zod";
import type { Sql } from "#backend/platform/db";
import { type Caller, type Endpoint, endpoint } from "#backend/platform/http";
import { keysOf } from "#documents/kit";
import { type Asked, asking, optional, shift } from "./asked/query";
import { at, read, VIEW } from "./at";
import { curveEndpoints, thirteen } from "./curves/endpoints";
import { DIM_TYPES, dimensionsOf, labelsOf } from "./dimensions/dimensions";
import { reportInfo } from "./info";
import * as shapes from "./shapes";
import { sorted } from "./sums/compare";
import { change, figure } from "./sums/figures";
import { type Sums, sumsOf } from "./sums/sums";
import { byDept, byGroup, byModel } from "./tables/by-group";
import { tableEndpoints } from "./tables/endpoints";
import { rankings } from "./tables/rankings";

const named = (sums: Sums | undefined) => ({
  mainBusinessIncome: figure(sums, "mainBusinessIncome"),
  notTaxProfit: figure(sums, "netProfit"),
  grossProfitPercent: figure(sums, "grossProfitPercent"),
  missing: sums?.missing ?? [],
});

/** The home page's report (market.md 7.3): departments of the asked month by income, and 13 months. */
async function deptReport(sql: Sql, caller: Caller, asked: Asked) {
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
    cocBusinessBaseDateGroupByDept: sorted(depts, "mainBusinessIncome", (dept) => dept).map(({ code, sums }) => ({
      deptId: code,
      deptName: labels(code).name,
      ...named(sums),
      yoyIncome: change(sums.mainBusinessIncome, income(shift(asked.month, -12), code)),
      chainIncome: change(sums.mainBusinessIncome, income(shift(asked.month, -1), code)),
    })),
    cocBusinessBaseDateGroupByMonth: months.map((month) => ({ month, ...named(at.get(`${month} `)) })),
  };
}

const types = keysOf(DIM_TYPES);
const dimType = optional(z.enum(types, "维度类型不正确"));

const cockpitCalls: Endpoint[] = [
  ...[byGroup, byDept, byModel, ...rankings].flatMap(tableEndpoints),
  ...curveEndpoints,
  endpoint({
    ...at("getDeptReport", "首页部门经营"),
    permission: "cockpit_dept",
    query: asking({}),
    response: shapes.deptReport,
    handle: ({ db, caller, query: asked }) => deptReport(db, caller, asked),
  }),
  endpoint({
    ...at("getReportInfo", "报表范围与公式"),
    permission: [VIEW, "cockpit_dept"],
    response: shapes.reportInfo,
    handle: ({ db, caller }) => reportInfo(db, caller),
  }),
  endpoint({
    ...read,
    path: "/cockpit/dmdimtype/getAll",
    title: "报表维度",
    query: z.object({ dimType }),
    response: z.array(shapes.dimension),
    handle: ({ db, caller, query: { dimType } }) => dimensionsOf(db, caller, dimType ? [dimType] : types),
  }),
];

/** Every call of market.md 7.2 and 7.3; another name below the base is 404 资源不存在. */
export const cockpitEndpoints = cockpitCalls.map((call): Endpoint => ({ ...call, fromStandby: !call.raw }));
