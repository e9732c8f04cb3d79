import { patchRow } from "#backend/platform/db";
import { type DocumentType, type Lines, readable } from "#documents/kit";
import { castOf, headColumn, snake } from "../names";
import { isNumbered, readLines, storedOf } from "../reading/lines";
import { givenLines } from "../rows";
import type { DocumentRuleRow, RuleContext, Rules, RuleValues } from "../rules";

/** A header whose lines are written, with those that stand there. */
export interface LinesHead {
  id: string;
  header: RuleValues;
  before: Record<string, DocumentRuleRow[]>;
}

/**
 * Writes the lines of locked headers as given: rows with a known id change, rows without are new,
 * the rest go. One statement for each of the three, whatever the number of rows.
 */
export async function writeAllLines(c: RuleContext, document: DocumentType, rules: Rules, heads: readonly LinesHead[]) {
  for (const [name, lines] of Object.entries(document.lines ?? {})) {
    const gone: string[] = [];
    // Of lines that are written together every row has the same columns.
    const alike = new Map<string, { columns: [string, string][]; kept: RuleValues[]; fresh: RuleValues[] }>();
    for (const { id, header, before } of heads) {
      const given = givenLines(header, name);
      if (!given) continue;
      const known = new Set(before[name]?.map((row) => row.id));
      const kept = new Set(given.map((g) => String(g.id)).filter((g) => known.has(g)));
      const dropped = (before[name] ?? []).filter((row) => !kept.has(row.id));
      for (const row of dropped) await rules.beforeLineDelete?.(c, name, row);
      gone.push(...dropped.map((row) => row.id));
      const carried = Object.fromEntries((lines.carry ?? []).map((n) => [snake(n), header[n]]));
      const columns = typed(document, lines, given);
      const key = columns.join(" ");
      const group = alike.get(key) ?? { columns, kept: [], fresh: [] };
      alike.set(key, group);
      for (const [i, g] of given.entries()) {
        const own = columnsOf(lines, keepHidden(c, lines, g, before[name]));
        const record = { ...own, ...carried, line_no: i + 1, id: g.id, [headColumn(document)]: id };
        (kept.has(String(g.id)) ? group.kept : group.fresh).push(record);
      }
    }
    await patchRow(c.sql, lines.table, gone, { del_flag: 1 });
    for (const { columns, kept, fresh } of alike.values()) {
      await change(c, lines, columns, kept);
      await append(c, lines, [[headColumn(document), "bigint"], ...columns], fresh);
    }
  }
}

/** The same of one header. `fresh`: it was just made, and has none. */
export async function writeLines(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  id: string,
  header: RuleValues,
  { fresh = false } = {},
) {
  const before: Record<string, DocumentRuleRow[]> = fresh ? {} : await readLines<DocumentType>(c, document, id);
  await writeAllLines(c, document, rules, [{ id, header, before }]);
}

/** Who may not read a value sends nothing for it; that must not wipe it out. */
function keepHidden(c: RuleContext, lines: Lines, line: RuleValues, before: DocumentRuleRow[] = []): RuleValues {
  const was = before.find((row) => row.id === String(line.id));
  const hidden = Object.entries(lines.fields).filter(([, f]) => !readable(f, c.caller));
  return { ...line, ...Object.fromEntries(hidden.map(([n]) => [n, line[n] ?? was?.[n]])) };
}

const columnsOf = (lines: Lines, row: RuleValues): RuleValues =>
  Object.fromEntries(storedOf(lines).map(([n]) => [snake(n), row[n] ?? null]));

/** Columns that this save writes, with types: computed ones only where the rule worked them out. */
const typed = (document: DocumentType, lines: Lines, rows: RuleValues[]): [string, string][] => [
  ...storedOf(lines)
    .filter(([n, f]) => !f.computed || rows.some((r) => r[n] !== undefined))
    .map(([n, f]): [string, string] => [snake(n), castOf(f)]),
  ...(lines.carry ?? []).map((n): [string, string] => [snake(n), "text"]),
  ...(isNumbered(document) ? [["line_no", "int"] satisfies [string, string]] : []),
];

async function change(c: RuleContext, lines: Lines, columns: [string, string][], records: RuleValues[]) {
  if (!records.length) return;
  await c.sql.query(
    `update ${lines.table} t set ${columns.map(([n]) => `${n} = x.${n}`).join(", ")},
       version = t.version + 1, update_by = $2, update_time = now()
     from jsonb_to_recordset($1::jsonb)
       as x(id bigint, ${columns.map((col) => col.join(" ")).join(", ")})
     where t.id = x.id`,
    [JSON.stringify(records), c.caller.userId],
  );
}

async function append(c: RuleContext, lines: Lines, columns: [string, string][], records: RuleValues[]) {
  if (!records.length) return;
  const names = columns.map(([n]) => n).join(", ");
  await c.sql.query(
    `insert into ${lines.table} (tenant_id, create_by, ${names})
     select $1, $2, ${names}
     from jsonb_to_recordset($3::jsonb) as x(${columns.map((col) => col.join(" ")).join(", ")})`,
    [c.tenantId, c.caller.userId, JSON.stringify(records)],
  );
}
