import { monthSaid } from "#documents/kit";
import type { Sql } from "../../db/sql";
import type { Caller } from "../../http/caller";
import { FILTERS, type FilterName } from "./asked/filters";
import type { Asked } from "./asked/query";
import { dimensionsOf } from "./dimensions/dimensions";
import { DIM_TYPES, type DimType } from "./dimensions/types";
import { scopeText } from "./info";

const TYPE: Record<FilterName, DimType> = {
  divisionId: "DIVISION",
  deptId: "DEPT",
  groupId: "GROUP",
  storeId: "STORE",
  regionCode: "REGION",
  siteCode: "SITE",
  modelCode: "MODEL",
};

/** Months, filters and data scope in words, for the first line of a file. */
export async function filterWords(sql: Sql, caller: Caller, asked: Asked): Promise<string> {
  const given = FILTERS.filter((name) => asked[name]);
  const types = given.map((name) => TYPE[name]);
  const dims = await dimensionsOf(sql, caller, types);
  const { months, month } = asked;
  const words = given.map((name) => {
    const of = (code: string) =>
      dims.find((dim) => dim.dimType === TYPE[name] && dim.dimCode === code)?.dimName ?? code;
    return `${DIM_TYPES[TYPE[name]]}：${asked[name]?.map(of).join("、")}`;
  });
  const last = monthSaid(month);
  const span = months.length > 1 ? `${monthSaid(months[0])} 至 ${last}` : last;
  return [`月份：${span}`, ...words, `数据范围：${await scopeText(sql, caller)}`].join("；");
}
