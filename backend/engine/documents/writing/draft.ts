import { writeOperLogs } from "#backend/platform/logs/oper-log";
import { type DocumentType, type DraftOf, formFields, formLines, wordOf } from "#documents/kit";
import { givenLines } from "../rows";
import type { RuleContext, RuleValues } from "../rules";
import { insertMany } from "./many";

/** Declared defaults for what is not given, in header and lines. */
function withDefaults(document: DocumentType, given: RuleValues): RuleValues {
  const fill = (fields: [string, { default?: unknown; computed?: boolean }][], row: RuleValues) => ({
    ...Object.fromEntries(
      fields.filter(([, f]) => !f.computed && f.default !== undefined).map(([n, f]) => [n, f.default]),
    ),
    ...row,
  });
  const lines = formLines(document).flatMap(([list, l]) => {
    const rows = givenLines(given, list);
    return rows ? [[list, rows.map((row) => fill(Object.entries(l.fields), row))] as const] : [];
  });
  return { ...fill(formFields(document, "add"), given), ...Object.fromEntries(lines) };
}

/** What a draft of a declaration begins with; of any declaration, names and values. */
type Begun<D> = DocumentType extends D ? RuleValues : DraftOf<D>;

/**
 * A draft that one document makes of another, by the rules of the new one; its history says who made
 * it. What a person must still choose may be missing until it is submitted.
 */
export async function createDraft<D extends DocumentType>(
  c: RuleContext,
  document: D,
  values: Begun<D>,
): Promise<{ id: string; no: string }> {
  const [made = { id: "", no: "" }] = await createDrafts(c, document, [values]);
  return made;
}

/** The same of many by a few statements, in their order. */
export async function createDrafts<D extends DocumentType>(
  c: RuleContext,
  document: D,
  values: readonly Begun<D>[],
): Promise<{ id: string; no: string }[]> {
  const rules = c.book.get(document.name)?.rules ?? {};
  const begun = values.map((one) => withDefaults(document, one));
  const made = await insertMany(c, document, rules, begun, { workedOut: true });
  await writeOperLogs(
    c.sql,
    made.map(({ id }) => ({
      tenantId: c.tenantId,
      bizType: document.name,
      bizId: id,
      action: wordOf(document, "add"),
      operator: c.caller,
    })),
  );
  return made.map(({ id, no }) => ({ id, no: String(no ?? "") }));
}
