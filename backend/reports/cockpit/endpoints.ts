import { z } from "zod";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { keysOf } from "../../values/keys";
import { optional } from "./asked/filters";
import { asking } from "./asked/query";
import { at, read, VIEW } from "./at";
import { curveEndpoints } from "./curves/endpoints";
import { deptReport } from "./dept-report";
import { dimensionsOf } from "./dimensions/dimensions";
import { DIM_TYPES } from "./dimensions/types";
import { reportInfo } from "./info";
import * as shapes from "./shapes";
import { byDept } from "./tables/by-dept";
import { byGroup } from "./tables/by-group";
import { byModel } from "./tables/by-model";
import { tableEndpoints } from "./tables/endpoints";
import { rankings } from "./tables/rankings";

const types = keysOf(DIM_TYPES);
const dimType = optional(z.enum(types, "维度类型不正确"));

/** Every call of market.md 7.2 and 7.3; another name below the base is 404 资源不存在. */
export const cockpitEndpoints: Endpoint[] = [
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
    handle: ({ db, caller, query: { dimType } }) =>
      dimensionsOf(db, caller, dimType ? [dimType] : types),
  }),
];
