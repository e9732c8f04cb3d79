import { documentNamed } from "#documents";
import { allFields, type DocumentType, type Field } from "#documents/kit";
import { snake } from "../db/names";
import type { Sql } from "../db/sql";

type Diff = Record<string, unknown>;

/** Labels by kind of reference: `ref user` → id → name, `dict currency` → value → label. */
type Words = Map<string, Map<string, string>>;

const listed = (v: unknown): unknown[] => (Array.isArray(v) ? v : [v]);
const isPair = (v: unknown): v is [unknown, unknown] => Array.isArray(v) && v.length === 2;

const kindOf = (f: Field | undefined): string | undefined =>
  f?.kind === "ref" || f?.kind === "refs"
    ? `ref ${f.to}`
    : f?.kind === "dict"
      ? `dict ${f.type}`
      : undefined;

function fieldOf(document: DocumentType, name: string): Field | undefined {
  const asked = Object.values(document.actions ?? {}).find((a) => a.input?.[name])?.input;
  return allFields(document)[name] ?? asked?.[name];
}

/** Labels of everything that the changes name; rows that are gone keep their names. */
async function wordsOf(
  sql: Sql,
  tenantId: string,
  document: DocumentType,
  diffs: Diff[],
): Promise<Words> {
  const wanted = new Map<string, Set<string>>();
  for (const [name, change] of diffs.flatMap(Object.entries)) {
    const kind = kindOf(fieldOf(document, name));
    if (!kind || !isPair(change)) continue;
    const values = wanted.get(kind) ?? new Set();
    for (const v of change.flatMap(listed))
      if (v !== null && v !== undefined) values.add(String(v));
    wanted.set(kind, values);
  }
  const words: Words = new Map();
  for (const [kind, values] of wanted) {
    const [sort, name = ""] = kind.split(" ");
    const target = sort === "ref" ? documentNamed(name) : null;
    const ids = [...values].filter((v) => !target || /^\d{1,18}$/.test(v));
    const rows = await sql.query<{ value: string; label: string }>(
      target
        ? `select id::text as value, ${snake(target.display)}::text as label from ${target.table}
           where tenant_id = $1 and id = any($2::bigint[])`
        : `select value, label from sys_dict_item
           where tenant_id = $1 and value = any($2) and dict_type = $3`,
      target ? [tenantId, ids] : [tenantId, ids, name],
    );
    words.set(kind, new Map(rows.map((r) => [r.value, r.label])));
  }
  return words;
}

function word(f: Field | undefined, words: Words, value: unknown): unknown {
  if (value === null || value === undefined || !f) return value;
  if (f.kind === "bool") return value ? "是" : "否";
  const kind = kindOf(f);
  const label = (v: unknown) =>
    (f.kind === "enum" || f.kind === "enums"
      ? f.options[String(v)]?.label
      : kind && words.get(kind)?.get(String(v))) ?? v;
  if (f.kind === "refs" || f.kind === "enums") return listed(value).map(label).join("、");
  return kind || f.kind === "enum" ? label(value) : value;
}

/** Changes of a history with ids and codes as the words that people know them by. */
export async function diffsInWords(
  sql: Sql,
  tenantId: string,
  document: DocumentType,
  diffs: Diff[],
): Promise<Diff[]> {
  const words = await wordsOf(sql, tenantId, document, diffs);
  return diffs.map((diff) =>
    Object.fromEntries(
      Object.entries(diff).map(([name, change]) => {
        const f = fieldOf(document, name);
        return [name, isPair(change) ? change.map((v) => word(f, words, v)) : change];
      }),
    ),
  );
}
