import { type DocumentType, labelName } from "#documents/kit";
import { missing } from "../../http/refusal";
import type { RuleContext, Rules, SourceId, Values } from "../rules";
import { readableOf } from "./readable";
import { nameOf } from "./select";

/** Values with the names of what their fields refer to, where a rule said only ids: a form shows names. */
async function named(c: RuleContext, document: DocumentType, values: Values): Promise<Values> {
  const names: Values = {};
  for (const [name, f] of Object.entries(document.fields)) {
    const id = values[name];
    const label = labelName(name);
    if (f.kind !== "ref" || typeof id !== "string" || values[label] !== undefined) continue;
    const sql = nameOf(f, "$1::bigint");
    const found =
      sql && (await c.sql.one<{ label: string | null }>(`select ${sql} as label`, [id]));
    if (found) names[label] = found.label;
  }
  return { ...names, ...values };
}

/** Ids of what a new document is made from. Only this function makes them. */
const idsOf = (text: string): SourceId[] =>
  text
    .split(",")
    .map((id) => id.trim())
    .filter(Boolean) as SourceId[];

/**
 * Values of a new document that starts from others: the one way from an id in an address to what a
 * rule reads of it. `trusted`: a job or demonstration data names what it starts from.
 * @throws Refusal 404 for a source that is not there or that the caller may not read
 */
export async function startFrom(
  c: RuleContext,
  document: DocumentType,
  rules: Rules,
  query: Readonly<Record<string, string>>,
  { trusted = false }: { trusted?: boolean } = {},
): Promise<Values> {
  const from: Record<string, readonly SourceId[]> = {};
  for (const [name, target] of Object.entries(document.prefill ?? {})) {
    const ids = idsOf(query[name] ?? "");
    if (!ids.length) continue;
    const known = trusted ? undefined : await readableOf(c, target, ids);
    if (known && ids.some((id) => !known.has(id))) throw missing();
    from[name] = ids;
  }
  const by = Object.fromEntries(
    (document.prefillBy ?? []).flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
  return named(c, document, (await rules.prefill?.(c, from, by)) ?? {});
}
