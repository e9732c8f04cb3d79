import { documentNamed } from "#documents";
import { formFields, formLines, wordOf } from "#documents/kit";
import { writeOperLog } from "../../logs/oper-log";
import { givenLines } from "../rows";
import type { RuleContext, Rules, Values } from "../rules";
import { insert } from "./write";

/** Declared defaults for what is not given, in header and lines. */
function withDefaults(name: string, given: Values): Values {
  const document = documentNamed(name);
  const fill = (fields: [string, { default?: unknown; computed?: boolean }][], row: Values) => ({
    ...Object.fromEntries(
      fields
        .filter(([, f]) => !f.computed && f.default !== undefined)
        .map(([n, f]) => [n, f.default]),
    ),
    ...row,
  });
  const lines = formLines(document).flatMap(([list, l]) => {
    const rows = givenLines(given, list);
    return rows ? [[list, rows.map((row) => fill(Object.entries(l.fields), row))] as const] : [];
  });
  return { ...fill(formFields(document, "add"), given), ...Object.fromEntries(lines) };
}

/**
 * A draft that one document makes of another: `rules`, those of the new document, run; its history
 * says who made it. What a person must still choose may be missing until it is submitted.
 */
export async function createDraft(
  c: RuleContext,
  name: string,
  rules: Rules,
  values: Values,
): Promise<{ id: string; no: string }> {
  const document = documentNamed(name);
  const made = await insert(c, document, rules, withDefaults(name, values));
  await writeOperLog(c.sql, {
    tenantId: c.tenantId,
    bizType: name,
    bizId: made.id,
    action: wordOf(document, "add"),
    operator: c.caller,
  });
  return { id: made.id, no: String(made.no ?? "") };
}
