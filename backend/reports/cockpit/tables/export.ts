import { type Endpoint, endpoint } from "../../../http/endpoint";
import { invalid } from "../../../http/refusal";
import { sendXlsx } from "../../../http/spreadsheet";
import { logExport } from "../../../logs/export-log";
import { asking, order, orderBy } from "../asked/query";
import { at } from "../at";
import { filterWords } from "../filter-words";
import type { TableReport } from "./table";

const MOST = 50_000;

/** A cell of several names is one text; none is an empty cell. */
const named = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.join("、") || null : value,
    ]),
  );

/** A table report as a file: all its rows in the order asked for, then the sums of the screen. */
export function tableExport(report: TableReport): Endpoint {
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
      await sendXlsx(
        res,
        `${title}.xlsx`,
        columns,
        [...rows, { [first]: "合计", ...table.summary }].map(named),
        {
          filterText: words,
        },
      );
    },
  });
}
