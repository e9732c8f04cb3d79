import { z } from "zod";
import { type Endpoint, endpoint } from "../../../http/endpoint";
import { optional } from "../asked/filters";
import { asking } from "../asked/query";
import { at } from "../at";
import { HIDDEN } from "../names";
import type { FigureKey } from "../sums/figures";
import { groupCurves, incomeAndNetProfit } from "./curves";
import { series13 } from "./series";
import * as shapes from "./shapes";
import { currentYear } from "./year";

const query = asking({});

const series = (name: string, title: string, key: FigureKey) =>
  endpoint({
    ...at(name, title),
    query,
    response: shapes.series,
    handle: ({ db, caller, query: asked }) => series13(db, caller, asked, key),
  });

const group = z.string("请选择小组").regex(/^\d{1,18}$/, "请选择小组");
const year = optional(z.string().regex(/^20\d\d$/, "年份不正确"));

/** 13 months and the year. */
export const curveEndpoints: Endpoint[] = [
  series("nearest13MonthIncome", "近13月收入", "mainBusinessIncome"),
  series("nearest13MonthNetProfit", "近13月净利润", "netProfit"),
  series(HIDDEN.grossProfitPercent, "近13月毛利率", "grossProfitPercent"),
  endpoint({
    ...at(HIDDEN.incomeAndNetProfit, "近13月收入与净利润"),
    query,
    response: shapes.incomeAndNetProfit,
    handle: ({ db, caller, query: asked }) => incomeAndNetProfit(db, caller, asked),
  }),
  endpoint({
    ...at("nearest13MonthGroupData", "小组近13月"),
    query: asking({ groupId: group }),
    response: shapes.groupData,
    handle({ db, caller, query: asked }) {
      const { groupId, ...rest } = asked;
      return groupCurves(db, caller, rest, groupId);
    },
  }),
  endpoint({
    ...at("currentYearIncomeAndNetProfit", "本年收入与净利润"),
    query: asking({ year }),
    response: shapes.currentYear,
    handle({ db, caller, query: asked }) {
      const { year, ...rest } = asked;
      return currentYear(db, caller, rest, year);
    },
  }),
];
