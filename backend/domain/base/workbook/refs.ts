import { parts } from "#backend/engine/imports/prepare";
import type { Sql } from "#backend/platform/db";
import { workbookSheets } from "#documents/base/workbook/sheets";
import { type BookColumn, type ReferenceName, references } from "#documents/base/workbook/words";
import { nearest } from "./cells";

/** Where rows that cells name are found by their code. */
const SOURCES: Record<ReferenceName, { table: string; code: string; text?: string }> = {
  company: { table: "company", code: "code" },
  warehouse: { table: "warehouse", code: "code" },
  dept: { table: "sys_dept", code: "code" },
  user: { table: "sys_user", code: "username" },
  store: { table: "store", code: "store_code" },
  group: { table: "ops_group", code: "group_code" },
  supplier: { table: "supplier", code: "code" },
  spu: { table: "spu", code: "spu_code" },
  sku: { table: "sku", code: "sku_code" },
  site: { table: "site", code: "site_code" },
  role: { table: "sys_role", code: "role_name" },
};

/** Codes that a cell names. */
export const codesOf = ({ many }: BookColumn, text: string): string[] => (many ? parts(text) : [text]);

/** Ids of rows by their codes, as far as they were asked for; those of living rows of the tenant. */
export function knownRows(sql: Sql, tenantId: string) {
  const known = new Map<ReferenceName, Map<string, string>>();
  const of = (to: ReferenceName) => {
    const map = known.get(to) ?? new Map<string, string>();
    known.set(to, map);
    return map;
  };
  return {
    id: (to: ReferenceName, code: string) => of(to).get(code),
    /** What was just written. */
    note: (to: ReferenceName, code: string, id: string) => of(to).set(code, id),
    async load(to: ReferenceName, codes: Iterable<string>): Promise<void> {
      const map = of(to);
      const wanted = [...new Set(codes)].filter((code) => code && !map.has(code));
      if (!wanted.length) return;
      const { table, code } = SOURCES[to];
      const rows = await sql.query<{ id: string; code: string }>(
        `select id, ${code} as code from ${table} where tenant_id = $1 and ${code} = any($2) and del_flag = 0`,
        [tenantId, wanted],
      );
      for (const row of rows) map.set(row.code, row.id);
    },
    /** Ids with their codes, for people to read. */
    async codes(to: ReferenceName, ids: readonly string[]): Promise<[id: string, code: string][]> {
      const { table, code } = SOURCES[to];
      const rows = await sql.query<{ id: string; code: string | null }>(
        `select id, ${code} as code from ${table} where id = any($1::bigint[]) and tenant_id = $2`,
        [ids, tenantId],
      );
      return rows.map((row) => [row.id, row.code ?? ""]);
    },
  };
}
export type KnownRows = ReturnType<typeof knownRows>;

/** Column of a sheet whose text other sheets name its rows by. */
const codeColumn = (sheet: string): string => workbookSheets.find(({ name }) => name === sheet)?.key[0] ?? "";

/** Codes of these that a sheet of the file brings, also in rows that something else is wrong with. */
export async function codesInFile(
  sql: Sql,
  importId: string,
  to: ReferenceName,
  codes: readonly string[],
): Promise<Set<string>> {
  const { sheet } = references[to];
  if (!sheet || !codes.length) return new Set();
  const rows = await sql.query<{ code: string }>(
    `select distinct key as code from import_row where import_id = $1 and sheet = $2 and key = any($3)`,
    [importId, sheet, codes],
  );
  // The key of a sheet that others name is that one column.
  return codeColumn(sheet) ? new Set(rows.map((r) => r.code)) : new Set();
}

/** The sentence about a code that nothing has, with what may have been meant. */
export async function unknownCode(sql: Sql, tenantId: string, to: ReferenceName, code: string): Promise<string> {
  const { label, sheet } = references[to];
  if (sheet) return `找不到${label}“${code}”，“${sheet}”和系统中都没有`;
  const { table, code: column } = SOURCES[to];
  const rows = await sql.query<{ code: string }>(
    `select ${column} as code from ${table} where tenant_id = $1 and del_flag = 0 order by id limit 500`,
    [tenantId],
  );
  const near = nearest(
    code,
    rows.map((r) => r.code),
  );
  return `找不到${label}“${code}”${near ? `，是否为“${near}”？` : ""}`;
}
