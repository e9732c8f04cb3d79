import { documentNamed } from "#documents";
import {
  type DocumentType,
  type Field,
  filtersOf,
  isMonth,
  type ListQuery,
  labelName,
  monthSaid,
} from "#documents/kit";
import type { DocumentRuleRow, RuleContext } from "../rules";
import { options } from "./options";

/** Dictionary type → value → label. */
export type DictWords = Map<string, Map<string, string>>;

/** Labels of the dictionaries that these fields use, disabled items included. */
export async function dictWords({ sql, tenantId }: RuleContext, fields: [string, Field][]): Promise<DictWords> {
  const types = fields.flatMap(([, f]) => (f.kind === "dict" ? [f.type] : []));
  const words: DictWords = new Map(types.map((type) => [type, new Map()]));
  if (!types.length) return words;
  const items = await sql.query<{ type: string; value: string; label: string }>(
    `select dict_type as type, value, label from sys_dict_item
     where tenant_id = $1 and dict_type = any($2) and del_flag = 0`,
    [tenantId, types],
  );
  for (const { type, value, label } of items) words.get(type)?.set(value, label);
  return words;
}

/** What a person reads in a cell: option labels, names of references, 是/否. Numbers stay numbers. */
export function cellOf(name: string, f: Field, row: DocumentRuleRow, words: DictWords): string | number | null {
  const value = row[name];
  if (f.kind === "ref" || f.kind === "refs") {
    const label = row[labelName(name)];
    return Array.isArray(label) ? label.join("、") : label === null || label === undefined ? null : String(label);
  }
  if (value === null || value === undefined) return null;
  if (f.kind === "bool") return value ? "是" : "否";
  if (["int", "money", "decimal", "percent"].includes(f.kind)) return Number(value);
  if (isMonth(f)) return monthSaid(value);
  const word = (v: unknown) =>
    (f.kind === "enum" || f.kind === "enums"
      ? f.options[String(v)]?.label
      : f.kind === "dict"
        ? words.get(f.type)?.get(String(v))
        : undefined) ?? String(v);
  return Array.isArray(value) ? value.map(word).join("、") : word(value);
}

/** A query whose ids and dictionary values are words, for the first line of an exported file. */
export async function wordedQuery(c: RuleContext, document: DocumentType, query: ListQuery): Promise<ListQuery> {
  const worded: ListQuery = { ...query };
  const filters = filtersOf(document).filter((f) => f.kind === "in" && query[f.name]);
  const words = await dictWords(
    c,
    filters.map((f) => [f.name, f.field]),
  );
  for (const { name, field } of filters) {
    const values = String(query[name]).split(",");
    if (field.kind === "dict") worded[name] = values.map((v) => words.get(field.type)?.get(v) ?? v).join(",");
    if (field.kind !== "ref" && field.kind !== "refs") continue;
    const found = await options(c, documentNamed(field.to), { ids: values.join(",") });
    worded[name] = values.map((v) => found.find((o) => o.id === v)?.label ?? v).join(",");
  }
  return worded;
}
