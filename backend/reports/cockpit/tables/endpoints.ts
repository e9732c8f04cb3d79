import { z } from "zod";
import { pageOf } from "../../../http/answer";
import { type Endpoint, endpoint } from "../../../http/endpoint";
import { paging } from "../../../http/paging";
import { asking, order, orderBy } from "../asked/query";
import { at } from "../at";
import { tableExport } from "./export";
import type { TableReport } from "./table";

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
        ...{ total, size: most, current, pages: Math.ceil(total / most) },
        summary: table.summary,
      };
    },
  });
  return [tableExport(report), list];
}
