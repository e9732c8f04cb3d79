import { type Field, someOf } from "#documents/kit";
import { cleanText } from "~/text";
import { lineIndexes } from "./values";

type TakenFields = Readonly<Record<string, Field>>;

/** Longest list of names that a sentence takes. */
const NAMED = 5;

const isTaken = (form: FormData, name: string, f: Field): boolean => {
  if (f.kind !== "text" || f.input === "mobile") return false;
  const typed = form.get(name);
  return typeof typed === "string" && cleanText(typed) !== typed;
};

/**
 * What the server took out of typed texts, as a sentence; none where script has shown it while it was
 * typed. `lines`: fields of the line tables by their names.
 */
export function takenOut(
  form: FormData,
  fields: readonly (readonly [string, Field])[],
  lines: readonly (readonly [string, TakenFields])[] = [],
): string | undefined {
  const labels = fields.flatMap(([name, f]) => (isTaken(form, name, f) ? [f.label] : []));
  for (const [table, own] of lines)
    for (const i of lineIndexes(form, table))
      for (const [name, f] of Object.entries(own)) if (isTaken(form, `${table}[${i}].${name}`, f)) labels.push(f.label);
  const names = [...new Set(labels)];
  if (!names.length) return undefined;
  return `已去掉不允许的字符 " ' < >：${someOf(names, NAMED)}`;
}

/** A sentence, and what was taken out of what it is about. */
export const saying = (text: string, taken?: string) => (taken ? `${text}，${taken}` : text);
