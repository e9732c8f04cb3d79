import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { byDept } from "./by-dept";
import { byGroup } from "./by-group";
import { byModel } from "./by-model";
import { groupCurves, incomeAndNetProfit } from "./curves";
import { deptReport } from "./dept-report";
import { DIM_TYPES, type DimType, dimensionsOf } from "./dimensions";
import type { FigureKey } from "./figures";
import { reportInfo } from "./info";
import { BASE, HIDDEN } from "./names";
import { type Asked, asking } from "./query";
import { rankings } from "./rankings";
import { series13 } from "./series";
import * as shapes from "./shapes";
import { tableEndpoints } from "./table-endpoints";
import { currentYear } from "./year";

const VIEW = "cockpit_report_view";
const base = { tag: "驾驶舱", method: "get", permission: VIEW } as const;
const at = (name: string, title: string) => ({ ...base, path: `${BASE}/${name}`, title });
const query = asking({});

const series = (name: string, title: string, key: FigureKey) =>
  endpoint({
    ...at(name, title),
    query,
    response: shapes.series,
    handle: ({ db, caller, query: asked }) => series13(db, caller, asked as Asked, key),
  });

const group = z.string("请选择小组").regex(/^\d{1,18}$/, "请选择小组");
const year = z.preprocess(
  (v) => (v === "" ? undefined : v),
  z
    .string()
    .regex(/^20\d\d$/, "年份不正确")
    .optional(),
);
const types = Object.keys(DIM_TYPES) as [DimType, ...DimType[]];
const dimType = z.preprocess(
  (v) => (v === "" ? undefined : v),
  z.enum(types, "维度类型不正确").optional(),
);

/** Every call of market.md 7.2 and 7.3; another name below the base is 404 资源不存在. */
export const cockpitEndpoints: Endpoint[] = [
  ...[byGroup, byDept, byModel, ...rankings].flatMap(tableEndpoints),
  series("nearest13MonthIncome", "近13月收入", "mainBusinessIncome"),
  series("nearest13MonthNetProfit", "近13月净利润", "netProfit"),
  series(HIDDEN.grossProfitPercent, "近13月毛利率", "grossProfitPercent"),
  endpoint({
    ...at(HIDDEN.incomeAndNetProfit, "近13月收入与净利润"),
    query,
    response: shapes.incomeAndNetProfit,
    handle: ({ db, caller, query: asked }) => incomeAndNetProfit(db, caller, asked as Asked),
  }),
  endpoint({
    ...at("nearest13MonthGroupData", "小组近13月"),
    query: asking({ groupId: group }),
    response: shapes.groupData,
    handle({ db, caller, query: asked }) {
      const { groupId, ...rest } = asked as unknown as Omit<Asked, "groupId"> & { groupId: string };
      return groupCurves(db, caller, rest, groupId);
    },
  }),
  endpoint({
    ...at("currentYearIncomeAndNetProfit", "本年收入与净利润"),
    query: asking({ year }),
    response: shapes.currentYear,
    handle({ db, caller, query: asked }) {
      const { year, ...rest } = asked as Asked & { year?: string };
      return currentYear(db, caller, rest, year);
    },
  }),
  endpoint({
    ...at("getDeptReport", "首页部门经营"),
    permission: "cockpit_dept",
    query,
    response: shapes.deptReport,
    handle: ({ db, caller, query: asked }) => deptReport(db, caller, asked as Asked),
  }),
  endpoint({
    ...at("getReportInfo", "报表范围与公式"),
    permission: [VIEW, "cockpit_dept"],
    response: shapes.reportInfo,
    handle: ({ db, caller }) => reportInfo(db, caller),
  }),
  endpoint({
    ...base,
    path: "/cockpit/dmdimtype/getAll",
    title: "报表维度",
    query: z.object({ dimType }),
    response: z.array(shapes.dimension),
    handle: ({ db, caller, query: { dimType } }) =>
      dimensionsOf(db, caller, dimType ? [dimType] : types),
  }),
];
