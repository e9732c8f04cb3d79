import { z } from "zod";
import type { Sql } from "#backend/platform/db";
import { type Caller, type Endpoint, endpoint, invalid, pageOf } from "#backend/platform/http";
import { paging } from "#backend/platform/http/paging";
import { sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import { monthSaid } from "#documents/kit";
import { type Asked, asking, FILTERS, type FilterName, order, orderBy } from "../asked/query";
import { at } from "../at";
import { DIM_TYPES, type DimType, dimensionsOf } from "../dimensions/dimensions";
import { scopeText } from "../info";
import type { TableReport } from "./table";

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
async function filterWords(sql: Sql, caller: Caller, asked: Asked): Promise<string> {
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

const MOST = 50_000;

/** A cell of several names is one text; none is an empty cell. */
const named = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, Array.isArray(value) ? value.join("、") || null : value]),
  );

/** A table report as a file: all its rows in the order asked for, then the sums of the screen. */
function tableExport(report: TableReport): Endpoint {
  const { name, title, columns } = report;
  return endpoint({
    ...at(`${name}/export`, `导出${title}`),
    permission: "cockpit_report_export",
    raw: true,
    query: asking({ orderBy, order }),
    async handle(call) {
      const { db, caller, res } = call;
      const { query } = call;
      const table = await report.read({ db, caller, query });
      if (table.total > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
      const rows = await table.sheet();
      const words = await filterWords(db, caller, query);
      const first = columns.find((c) => !c.numFmt)?.key ?? "";
      await logExport(call, `导出${title}`, words, rows.length);
      await sendXlsx(res, `${title}.xlsx`, columns, [...rows, { [first]: "合计", ...table.summary }].map(named), {
        filterText: words,
        demo: call.config.demo,
      });
    },
  });
}

/** The call of a table report and its file: the same rows, then a row of the same sums. */
export function tableEndpoints(report: TableReport): Endpoint[] {
  const { name, title, size, record, summary } = report;
  const query = asking({ ...paging(size), orderBy, order });
  const list = endpoint({
    ...at(name, title),
    query,
    response: size ? pageOf(record).extend({ summary }) : z.array(record),
    async handle({ db, caller, query: asked }) {
      const table = await report.read({ db, caller, query: asked });
      if (!size) return table.show();
      const { current, size: most } = asked;
      const { total } = table;
      return {
        records: await table.show((current - 1) * most, current * most),
        total,
        size: most,
        current,
        pages: Math.ceil(total / most),
        summary: table.summary,
      };
    },
  });
  return [tableExport(report), list];
}
