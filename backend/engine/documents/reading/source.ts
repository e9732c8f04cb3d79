import { missing } from "#backend/platform/http";
import { type DocumentType, labelName } from "#documents/kit";
import type { RuleContext, Rules, RuleValues, SourceId } from "../rules";
import { readableOf } from "./readable";
import { nameOf } from "./select";

/** Values with the names of what their fields refer to, where a rule said only ids: a form shows names. */
async function named(c: RuleContext, document: DocumentType, values: RuleValues): Promise<RuleValues> {
  const names: RuleValues = {};
  for (const [name, f] of Object.entries(document.fields)) {
    const id = values[name];
    const label = labelName(name);
    if (f.kind !== "ref" || typeof id !== "string" || values[label] !== undefined) continue;
    const sql = nameOf(f, "$1::bigint");
    const found = sql && (await c.sql.one<{ label: string | null }>(`select ${sql} as label`, [id]));
    if (found) names[label] = found.label;
  }
  return { ...names, ...values };
}

/** What is said of a source in an address. Only this function makes an id of it. */
const isSource = (text: string): text is SourceId => text !== "";
const idsOf = (text: string): SourceId[] =>
  text
    .split(",")
    .map((id) => id.trim())
    .filter(isSource);

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
): Promise<RuleValues> {
  const from: Record<string, readonly SourceId[]> = {};
  for (const [name, target] of Object.entries(document.start?.prefill ?? {})) {
    const ids = idsOf(query[name] ?? "");
    if (!ids.length) continue;
    const known = trusted ? undefined : await readableOf(c, target, ids);
    if (known && ids.some((id) => !known.has(id))) throw missing();
    from[name] = ids;
  }
  const by = Object.fromEntries(
    (document.start?.prefillBy ?? []).flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
  );
  return named(c, document, (await rules.prefill?.(c, from, by)) ?? {});
}
