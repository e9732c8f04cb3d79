import { z } from "zod";
import { pageOf } from "../../http/answer";
import { type Endpoint, endpoint } from "../../http/endpoint";
import { invalid } from "../../http/refusal";
import { sendXlsx } from "../../http/spreadsheet";
import { logExport } from "../../logs/export-log";
import { filterWords } from "./filter-words";
import { BASE } from "./names";
import { asking, order, orderBy, paging } from "./query";
import type { Question, TableReport } from "./table";

const MOST = 50_000;
const tag = "驾驶舱";

/** The call of a table report and its file: the same rows, then a row of the same sums. */
export function tableEndpoints(report: TableReport): Endpoint[] {
  const { name, title, size, columns, record, summary } = report;
  const query = asking({ ...paging(size), orderBy, order });
  const list = endpoint({
    tag,
    method: "get",
    path: `${BASE}/${name}`,
    title,
    permission: "cockpit_report_view",
    query,
    response: size ? pageOf(record).extend({ summary }) : z.array(record),
    async handle({ db, caller, query: asked }) {
      const question = asked as Question;
      const table = await report.read({ db, caller, query: question });
      if (!size) return table.show(table.rows);
      const { current, size: most } = question;
      const total = table.rows.length;
      return {
        records: await table.show(table.rows.slice((current - 1) * most, current * most)),
        ...{ total, size: most, current, pages: Math.ceil(total / most) },
        summary: table.summary,
      };
    },
  });
  const file = endpoint({
    tag,
    method: "get",
    path: `${BASE}/${name}/export`,
    title: `导出${title}`,
    permission: "cockpit_report_export",
    raw: true,
    query,
    async handle(call) {
      const { db, caller, res } = call;
      const question = call.query as Question;
      const table = await report.read({ db, caller, query: question });
      if (table.rows.length > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
      const shown = await table.show(table.rows);
      const rows = report.flat?.(shown) ?? shown;
      const words = await filterWords(db, caller, question);
      const first = columns.find((c) => !c.numFmt)?.key ?? "";
      await logExport(call, `导出${title}`, words, rows.length);
      await sendXlsx(
        res,
        `${title}.xlsx`,
        columns,
        [...rows, { [first]: "合计", ...table.summary }],
        {
          filterText: words,
        },
      );
    },
  });
  return [file, list];
}
