import {
  allFields,
  type DocumentType,
  type Field,
  type ListQuery,
  labelName,
  permissionOf,
  querySchema,
} from "#documents/kit";
import { filterText } from "../db/page";
import { type Endpoint, endpoint } from "../http/endpoint";
import { invalid } from "../http/refusal";
import { sendXlsx } from "../http/spreadsheet";
import { count, eachRow } from "./list";
import type { Row, Rules } from "./rules";
import { readable } from "./select";

const MOST = 50_000;

/** What a person reads in the cell: option labels, names of references, 是/否. */
function cell(name: string, f: Field, row: Row): string | number | null {
  const value = row[name];
  if (f.kind === "ref" || f.kind === "refs") {
    const label = row[labelName(name)];
    return Array.isArray(label) ? label.join("、") : ((label as string | null) ?? null);
  }
  if (value === null || value === undefined) return null;
  if (f.kind === "enum") return f.options[String(value)]?.label ?? String(value);
  if (f.kind === "bool") return value ? "是" : "否";
  if (["int", "money", "decimal", "percent"].includes(f.kind)) return Number(value);
  return String(value);
}

/** `GET {api}/export`: the list's own query as xlsx, streamed; more than 50 000 rows are refused. */
export function exportRows(document: DocumentType, rules: Rules): Endpoint {
  return endpoint({
    tag: document.label,
    method: "get",
    path: `${document.api}/export`,
    title: `导出${document.label}`,
    permission: permissionOf(document, "export"),
    raw: true,
    query: querySchema(document),
    async handle({ db, caller, tenantId, query: raw, res }) {
      const query = raw as ListQuery;
      if ((await count(db, document, query, caller, rules)) > MOST)
        throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
      const columns = Object.entries(allFields(document)).filter(
        ([, f]) => f.column && readable(f, caller),
      );
      await db.tx(async (sql) => {
        const rows = eachRow({ sql, caller, tenantId }, document, query, rules);
        await sendXlsx(
          res,
          `${document.label}.xlsx`,
          columns.map(([key, f]) => ({ key, header: f.label })),
          cells(rows, columns),
          { filterText: filterText(document, query) },
        );
      });
    },
  });
}

async function* cells(rows: AsyncIterable<Row>, columns: [string, Field][]) {
  for await (const row of rows)
    yield Object.fromEntries(columns.map(([key, f]) => [key, cell(key, f, row)]));
}
