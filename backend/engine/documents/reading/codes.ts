import { documentNamed } from "#documents";
import type { DocumentType, Lines } from "#documents/kit";
import { headColumn, snake } from "../names";
import type { RuleContext, RuleValues } from "../rules";

/** One select for each field with codes: of the row itself, or of its lines. */
function selectOf(target: DocumentType, path: string): string {
  const [list = "", field] = path.split(".");
  const lines = field ? target.lines?.[list] : undefined;
  if (!lines) return `select id, ${snake(path)} as code from ${target.table}`;
  return `select ${headColumn(target)} as id, ${snake(field ?? "")} as code from ${lines.table}`;
}

const idColumn = (target: DocumentType, path: string) => (path.includes(".") ? headColumn(target) : "id");

/** What stands on the labels of these rows, by their ids (`codes` of the declaration). */
async function codesOf(c: RuleContext, target: DocumentType, ids: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const path of target.lookup?.codes ?? []) {
    const rows = await c.sql.query<{ id: string; code: string | null }>(
      `${selectOf(target, path)}
       where ${idColumn(target, path)} = any($1::bigint[]) and del_flag = 0 order by id`,
      [ids],
    );
    for (const { id, code } of rows) if (code) found.set(id, [...new Set([...(found.get(id) ?? []), code])]);
  }
  return found;
}

const idsIn = (rows: readonly RuleValues[], name: string): string[] => [
  ...new Set(rows.flatMap((row) => (typeof row[name] === "string" ? [row[name]] : []))),
];

/** Gives rows that an action asks for what their references are called (`$skuId`) and their codes. */
export async function withNames(c: RuleContext, lines: Lines, rows: RuleValues[]): Promise<RuleValues[]> {
  const named = rows.map((row) => ({ ...row }));
  for (const [name, f] of Object.entries(lines.fields)) {
    const ids = idsIn(named, name);
    if (f.kind !== "ref" || !ids.length) continue;
    const target = documentNamed(f.to);
    const labels = await c.sql.query<{ id: string; label: string }>(
      `select id, ${snake(target.display)} as label from ${target.table} where id = any($1::bigint[])`,
      [ids],
    );
    const labelOf = new Map(labels.map(({ id, label }) => [id, label]));
    const codes = lines.tally?.scans === name ? await codesOf(c, target, ids) : new Map<string, string[]>();
    for (const row of named) {
      const id = String(row[name] ?? "");
      row[`$${name}`] ??= labelOf.get(id) ?? null;
      const own = codes.get(id);
      // Codes that the rule knows besides, such as that of a box, stay.
      if (own) row.codes = [...new Set([...listed(row.codes), ...own])];
    }
  }
  return named;
}

const listed = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
