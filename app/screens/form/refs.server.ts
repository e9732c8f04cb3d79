import { z } from "zod";
import { documentNamed } from "#documents";
import { type DocumentType, type Field, formFields, labelName, type Mode } from "#documents/kit";
import { id, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import type { Values } from "./values";

const found = z.array(z.object({ id, label: text }));
const CHUNK = 100;

const isTyped = (f: Field): f is Extract<Field, { kind: "ref" }> =>
  f.kind === "ref" && !!documentNamed(f.to).many;

/** Every typed reference of a form: where its value stands and what it points to. */
function typedRefs(document: DocumentType, mode: Mode, values: Values) {
  const own = formFields(document, mode)
    .filter(([, f]) => isTyped(f))
    .map(([name, f]) => ({ holder: values, name, path: name, field: f }));
  const lines = Object.entries(document.lines ?? {}).flatMap(([list, l]) =>
    ((values[list] as Values[] | undefined) ?? []).flatMap((holder, i) =>
      Object.entries(l.fields)
        .filter(([, f]) => isTyped(f) && !f.hidden && !f.computed)
        .map(([name, f]) => ({ holder, name, path: `${list}.${i}.${name}`, field: f })),
    ),
  );
  return [...own, ...lines];
}

/** Replaces ids by what the rows are called: what a form shows. */
export function showLabels(document: DocumentType, mode: Mode, values: Values): Values {
  const shown = structuredClone(values);
  for (const { holder, name } of typedRefs(document, mode, shown))
    holder[name] = holder[`$${name}`] ?? holder[labelName(name)] ?? holder[name];
  return shown;
}

/**
 * Replaces typed codes by ids, one call per kind of row. Answers the sentence of each code that no row
 * has.
 */
export async function resolveRefs(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  values: Values,
): Promise<{ values: Values; errors: Record<string, string> }> {
  const next = structuredClone(values);
  const refs = typedRefs(document, mode, next).filter((r) => String(r.holder[r.name] ?? "").trim());
  const errors: Record<string, string> = {};
  const known = new Map<string, Map<string, string>>();
  for (const to of new Set(refs.map((r) => (isTyped(r.field) ? r.field.to : "")))) {
    const labels = [
      ...new Set(
        refs
          .filter((r) => isTyped(r.field) && r.field.to === to)
          .map((r) => String(r.holder[r.name]).trim()),
      ),
    ];
    const ids = new Map<string, string>();
    for (let i = 0; i < labels.length; i += CHUNK) {
      const query = { labels: labels.slice(i, i + CHUNK) };
      const rows = await staff.erp.get(`${documentNamed(to).api}/options`, {
        query,
        schema: found,
      });
      for (const row of rows) ids.set(row.label.toLowerCase(), row.id);
    }
    known.set(to, ids);
  }
  for (const { holder, name, path, field } of refs) {
    if (!isTyped(field)) continue;
    const typed = String(holder[name]).trim();
    const hit = known.get(field.to)?.get(typed.toLowerCase());
    if (hit) holder[name] = hit;
    else errors[path] = `找不到${documentNamed(field.to).label} ${typed}`;
  }
  return { values: next, errors };
}
