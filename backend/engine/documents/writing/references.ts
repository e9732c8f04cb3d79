import { invalid } from "#backend/platform/http";
import { documentNamed } from "#documents";
import type { DocumentType, Field } from "#documents/kit";
import { once } from "#documents/kit/once";
import { givenLines, savedLines } from "../rows";
import type { DocumentRuleRow, RuleContext, RuleValues, SavedMany } from "../rules";

/** One value that names a row, a line (by id or by a typed code) or a dictionary item. */
export interface Reference {
  path: string;
  f: Field;
  value: string;
}

const listed = (v: unknown): string[] =>
  (Array.isArray(v) ? v : [v]).filter((x) => x !== null && x !== undefined).map(String);

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The declaration whose lines are named by the code that is typed here. */
export const codeOf = (f: Field): string | undefined => (f.kind === "text" ? f.codeOf : undefined);

const NAMES = new Set<Field["kind"]>(["ref", "refs", "line", "dict"]);

/** Fields whose value names something. */
const namingFields = once((fields: Record<string, Field>) =>
  Object.entries(fields).filter(([, f]) => NAMES.has(f.kind) || codeOf(f)),
);

/** References of one row that this save sets anew; what stood there before may be out of date. */
function references(
  fields: Record<string, Field>,
  next: RuleValues,
  before: RuleValues | undefined,
  prefix = "",
): Reference[] {
  return namingFields(fields).flatMap(([name, f]) => {
    if (next[name] === undefined || same(next[name], before?.[name])) return [];
    return listed(next[name]).map((value) => ({ path: `${prefix}${name}`, f, value }));
  });
}

/** References that a save sets anew, in header and lines; computed ones too. */
export function newReferences(
  document: Pick<DocumentType, "fields" | "lines">,
  next: RuleValues,
  before?: DocumentRuleRow,
): Reference[] {
  const found = references(document.fields, next, before);
  for (const [name, lines] of Object.entries(document.lines ?? {})) {
    const old = savedLines(before, name);
    (givenLines(next, name) ?? []).forEach((line, i) => {
      const was = old.find((o) => o.id === String(line.id));
      found.push(...references(lines.fields, line, was, `${name}.${i}.`));
    });
  }
  return found;
}

/** Values of this kind that exist: living rows of the tenant, items that are not disabled. */
async function existing(c: RuleContext, f: Field, values: string[]): Promise<Set<string>> {
  if (f.kind === "dict") {
    const items = await c.sql.query<{ value: string }>(
      `select value from sys_dict_item where tenant_id = $1 and dict_type = $2
       and value = any($3) and del_flag = 0 and not disabled`,
      [c.tenantId, f.type, values],
    );
    return new Set(items.map((i) => i.value));
  }
  if (f.kind !== "ref" && f.kind !== "refs") return new Set();
  const target = documentNamed(f.to);
  const rows = await c.sql.query<{ id: string }>(
    `select id from ${target.table} where tenant_id = $1 and id = any($2::bigint[]) and del_flag = 0`,
    [c.tenantId, values],
  );
  return new Set([...rows.map((r) => r.id), ...(target.tree ? [target.tree.root] : [])]);
}

const kindOf = (f: Field) => (f.kind === "dict" ? `dict ${f.type}` : "to" in f ? f.to : f.kind);

/**
 * Refuses references to rows that are gone or belong to another tenant, which would show their names.
 * One query for each kind of reference, however many rows and lines there are.
 * @throws Refusal 400 naming the first field
 */
export async function checkReferences(
  c: RuleContext,
  document: DocumentType,
  rows: readonly SavedMany[],
): Promise<void> {
  const all = rows
    .flatMap(({ next, before }) => newReferences(document, next, before))
    .filter(({ f }) => f.kind !== "line" && !codeOf(f) && !f.virtual && !f.computed);
  for (const kind of new Set(all.map((r) => kindOf(r.f)))) {
    const own = all.filter((r) => kindOf(r.f) === kind);
    const [first] = own;
    if (!first) continue;
    const known = await existing(c, first.f, [...new Set(own.map((r) => r.value))]);
    const lost = own.find((r) => !known.has(r.value));
    if (!lost) continue;
    const message = `${lost.f.label}不存在${lost.f.kind === "dict" ? "或已停用" : ""}`;
    throw invalid(message, { [lost.path]: message });
  }
}
