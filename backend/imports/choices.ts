import { documentNamed } from "#documents";
import type { Field, ImportColumn } from "#documents/kit";
import { options } from "../documents/reading/options";
import type { RuleContext } from "../documents/rules";

/** Words of the choices that a file names: lower-case word → values that it stands for. */
type Words = Map<string, string[]>;

/** Choices of one column: its words, and those to name to a person. */
export interface Choices {
  words: Words;
  labels: string[];
}

export type Lookups = Map<string, Choices>;

const CHUNK = 200;

const parts = (text: string) =>
  text
    .split(/[、,，;；\n]/)
    .map((p) => p.trim())
    .filter(Boolean);

export const isMany = (f: Field) => f.kind === "refs" || f.kind === "enums";

export const wordsIn = (f: Field, text: string) => (isMany(f) ? parts(text) : [text]);

function add(words: Words, word: string, value: string) {
  const key = word.trim().toLowerCase();
  const known = words.get(key);
  if (!known) words.set(key, [value]);
  else if (!known.includes(value)) known.push(value);
}

/** A value that is no label of another may be written as such. */
function choicesOf(items: readonly { value: string; label: string }[]): Choices {
  const words: Words = new Map();
  for (const { value, label } of items) add(words, label, value);
  for (const { value } of items) if (!words.has(value.toLowerCase())) add(words, value, value);
  return { words, labels: items.map((i) => i.label) };
}

const dictItems = ({ sql, tenantId }: RuleContext, type: string) =>
  sql.query<{ value: string; label: string }>(
    `select value, label from sys_dict_item
     where tenant_id = $1 and dict_type = $2 and del_flag = 0 and not disabled order by sort_order`,
    [tenantId, type],
  );

async function rowChoices(c: RuleContext, to: string, texts: string[]): Promise<Choices> {
  const words: Words = new Map();
  for (let i = 0; i < texts.length; i += CHUNK) {
    const found = await options(c, documentNamed(to), { labels: texts.slice(i, i + CHUNK) });
    for (const { id, label } of found) add(words, String(label), id);
  }
  return { words, labels: [] };
}

/** Everything that the words of a file stand for: one query for each dictionary and kind of row. */
export async function lookups(
  c: RuleContext,
  columns: readonly ImportColumn[],
  textsOf: (column: ImportColumn) => string[],
): Promise<Lookups> {
  const found: Lookups = new Map();
  for (const column of columns) {
    const f = column.field;
    if (f?.kind === "dict") found.set(column.key, choicesOf(await dictItems(c, f.type)));
    else if (f?.kind === "ref" || f?.kind === "refs") {
      const texts = new Set(textsOf(column).flatMap((t) => wordsIn(f, t)));
      texts.delete("");
      found.set(column.key, await rowChoices(c, f.to, [...texts]));
    } else if (f?.kind === "enum" || f?.kind === "enums") {
      const items = Object.entries(f.options).map(([value, { label }]) => ({ value, label }));
      found.set(column.key, choicesOf(items));
    }
  }
  return found;
}
