import { documentNamed } from "#documents";
import { AROUND, type Around, type DocumentType, type Field, formFields, labelName, type Mode } from "#documents/kit";
import type { Staff } from "~/session/staff.server";
import type { RefState } from "~/ui";
import { rowsIn } from "../row/row";
import { type Meant, meantBy, notMeant } from "./offered.server";
import type { ValueValues } from "./values";

type Ref = Extract<Field, { kind: "ref" }>;

interface Typed {
  holder: ValueValues;
  name: string;
  /** `supplierId`, or `items.0.skuId`. */
  path: string;
  field: Ref;
  /** Fields of its line, which may be known of the row that it names. */
  beside: [string, Field][];
}

/** True of a reference that is typed, because there are very many rows. */
export const isTyped = (f: Field): f is Ref => f.kind === "ref" && !!documentNamed(f.to).many;

/** Every typed reference of a form: where its value stands and what it points to. */
function typedRefs(document: DocumentType, mode: Mode, values: ValueValues): Typed[] {
  const own = formFields(document, mode).flatMap(([name, field]): Typed[] =>
    isTyped(field) ? [{ holder: values, name, path: name, field, beside: [] }] : [],
  );
  const lines = Object.entries(document.lines ?? {}).flatMap(([list, l]) =>
    rowsIn(values, list).flatMap((holder, i) =>
      Object.entries(l.fields).flatMap(([name, field]): Typed[] => {
        if (!isTyped(field) || field.hidden || field.computed) return [];
        const beside = Object.entries(l.fields).filter(([, f]) => f.from?.startsWith(`${name}.`));
        return [{ holder, name, path: `${list}.${i}.${name}`, field, beside }];
      }),
    ),
  );
  return [...own, ...lines];
}

/** Replaces ids by what the rows are called: what a form shows. */
export function showLabels(document: DocumentType, mode: Mode, values: ValueValues): ValueValues {
  const shown = structuredClone(values);
  for (const { holder, name } of typedRefs(document, mode, shown))
    holder[name] = holder[`$${name}`] ?? holder[labelName(name)] ?? holder[name];
  return shown;
}

const around = (values: ValueValues): Around =>
  Object.fromEntries(AROUND.flatMap((n) => (values[n] ? [[n, String(values[n])] as const] : [])));

/** Each typed text with what it means, a call or two for each kind of row. */
async function looked(staff: Staff, refs: Typed[], values: ValueValues): Promise<[Typed, Meant][]> {
  const given = refs.filter((r) => String(r.holder[r.name] ?? "").trim());
  const found = new Map<string, Map<string, Meant>>();
  for (const to of new Set(given.map((r) => r.field.to))) {
    const own = given.filter((r) => r.field.to === to);
    const line = own.some((r) => r.beside.length) ? around(values) : undefined;
    const texts = own.map((r) => String(r.holder[r.name]));
    found.set(to, await meantBy(staff.erp, to, texts, line));
  }
  return given.map((r) => {
    const key = String(r.holder[r.name]).trim().toLowerCase();
    return [r, found.get(r.field.to)?.get(key) ?? { several: [] }];
  });
}

/**
 * Replaces typed texts by ids: a code, or a part of code or name that only one row has. Answers why each
 * other text means none.
 */
export async function resolveRefs(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  values: ValueValues,
): Promise<{ values: ValueValues; errors: Record<string, string> }> {
  const next = structuredClone(values);
  const errors: Record<string, string> = {};
  for (const [ref, { hit, several }] of await looked(staff, typedRefs(document, mode, next), next)) {
    const { holder, name, path, field } = ref;
    if (hit) holder[name] = hit.id;
    else errors[path] = notMeant(field.to, String(holder[name]).trim(), several);
  }
  return { values: next, errors };
}

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

/** The name of its control: `items[0].skuId`. */
const controlName = (path: string) => path.replace(/^(\w+)\.(\d+)\./, "$1[$2].");

/**
 * What a form shows of the rows that it names: their whole names instead of parts that mean one alone,
 * what its lines know of them, and what else may be meant.
 */
export async function showRefs(
  staff: Staff,
  document: DocumentType,
  mode: Mode,
  values: ValueValues,
): Promise<{ values: ValueValues; refs: Record<string, RefState> }> {
  const next = structuredClone(values);
  const refs: Record<string, RefState> = {};
  for (const [ref, { hit, several }] of await looked(staff, typedRefs(document, mode, next), next)) {
    const { holder, name, path, beside } = ref;
    if (hit) holder[name] = hit.label;
    for (const [own, f] of beside) {
      const value = hit?.facts[f.from?.split(".")[1] ?? ""];
      if (f.computed) holder[own] = value ?? null;
      else if (isBlank(holder[own]) && !isBlank(value)) holder[own] = value;
    }
    const { facts: _, known: __, ...shown } = hit ?? { facts: {}, known: {} };
    const known = "label" in shown ? shown : undefined;
    if (known) refs[controlName(path)] = { known: beside.length ? { ...known, name: undefined } : known };
    else if (several.length) refs[controlName(path)] = { several };
  }
  return { values: next, refs };
}
