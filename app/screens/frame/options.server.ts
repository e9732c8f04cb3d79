import { z } from "zod";
import { documentNamed } from "#documents";
import { type DocumentType, type Field, formFields, labelName } from "#documents/kit";
import type { Erp } from "~/erp/client.server";
import { ErpError } from "~/erp/errors";
import { constant } from "~/erp/identity";
import { id, text } from "~/erp/shapes";
import type { UiOption } from "~/ui/option";

/** Options of fields by field name. */
export type OptionOptions = Record<string, UiOption[]>;

const picked = z.array(z.object({ id, label: text, parentId: id.nullish() }));
type Picked = z.output<typeof picked>;

interface OptionDictItem {
  value: string;
  label: string;
  disabled: boolean;
  children: OptionDictItem[];
}
const dictItem: z.ZodType<OptionDictItem> = z.lazy(() =>
  z.object({
    value: z.string(),
    label: text,
    disabled: z.boolean().nullish().transform(Boolean),
    children: z
      .array(dictItem)
      .nullish()
      .transform((v) => v ?? []),
  }),
);
const dictItems = z.array(dictItem);

// Options made from the same field or answer are the same constant: a list is not drawn again for them.
// One answer serves as a tree in one place and as a plain list in another.
const plain = new WeakMap<object, UiOption[]>();
const nested = new WeakMap<object, UiOption[]>();
function once(made: WeakMap<object, UiOption[]>, from: object, make: () => UiOption[]): UiOption[] {
  const known = made.get(from) ?? constant(make());
  made.set(from, known);
  return known;
}

function nest(rows: Picked, parentId: string): UiOption[] {
  return rows
    .filter((r) => r.parentId === parentId)
    .map((r) => {
      const children = nest(rows, r.id);
      return { value: r.id, label: r.label, ...(children.length && { children }) };
    });
}

/** What a filter by yes or no offers. */
const YES_NO: UiOption[] = [
  { value: "true", label: "是" },
  { value: "false", label: "否" },
];

/** A company's own backend may not know what a field refers to: then there is nothing to choose. */
function noneThere(error: unknown): Picked {
  if (error instanceof ErpError && error.status === 404) return [];
  throw error;
}

interface OptionAsk {
  chosen: string[];
  /** What the document calls what is chosen. */
  name: unknown;
  everybody: boolean;
}

async function optionsOf(erp: Pick<Erp, "get">, f: Field, ask: OptionAsk): Promise<UiOption[]> {
  const { chosen, name, everybody } = ask;
  if (f.kind === "enum" || f.kind === "enums")
    return once(plain, f, () => Object.entries(f.options).map(([value, o]) => ({ value, label: o.label })));
  if (f.kind === "bool") return YES_NO;
  if (f.kind === "dict") {
    const items = await erp.get(`/admin/dict/type/${f.type}`, { schema: dictItems });
    const group = ({ value, label, disabled }: OptionDictItem) => ({ value, label, disabled });
    return f.top ? once(plain, items, () => items.map(group)) : items;
  }
  if (f.kind !== "ref" && f.kind !== "refs") return [];
  const target = documentNamed(f.to);
  // Typed and searched instead of chosen from a list.
  if (target.many) return [];
  const [only] = Object.entries((f.kind === "ref" && f.only) || {});
  const holds = f.kind === "ref" && !everybody ? f.holds : undefined;
  const query = { ...(only && { only: `${only[0]}:${only[1].join("|")}` }), ...(holds && { holds }) };
  const rows = await erp.get(`${target.api}/options`, { query, schema: picked }).catch(noneThere);
  const { tree } = target;
  if (tree && f.tree) return once(nested, rows, () => nest(rows, tree.root));
  const missing = chosen.filter((v) => !rows.some((r) => r.id === v));
  const more = missing.length
    ? await erp.get(`${target.api}/options`, { query: { ids: missing.join(",") }, schema: picked })
    : [];
  const optionOf = (r: Picked[number]) => ({ value: r.id, label: r.label });
  const found = more.length ? [...more, ...rows].map(optionOf) : once(plain, rows, () => rows.map(optionOf));
  // What is chosen may lie outside the data scope: saving the form must not lose it.
  const [own = ""] = chosen;
  return f.kind === "ref" && typeof name === "string" && !found.some((o) => o.value === own)
    ? [{ value: own, label: name }, ...found]
    : found;
}

const isDict = ([, f]: readonly [string, Field]) => f.kind === "dict";

/** Fields of a document whose words stand in dictionaries; those of its lines as `items.reason`. */
export const dictFields = (document: DocumentType): [string, Field][] => [
  ...formFields(document, "view").filter(isDict),
  ...Object.entries(document.lines ?? {}).flatMap(([name, { fields }]) =>
    Object.entries(fields)
      .filter(isDict)
      .map(([field, f]): [string, Field] => [`${name}.${field}`, f]),
  ),
  // What a part of the page asks for has its choices there.
  ...Object.values(document.actions ?? {}).flatMap((action) =>
    action.part ? Object.entries(action.input ?? {}).filter(isDict) : [],
  ),
];

const list = (v: unknown): string[] =>
  v === null || v === undefined || v === "" ? [] : Array.isArray(v) ? v.map(String) : [String(v)];

/**
 * Loads the options of every field that has a choice; chosen values are always among them.
 * @param everybody also people whom a form would not offer: rows may name them since before
 */
export async function loadOptions(
  erp: Pick<Erp, "get">,
  fields: readonly (readonly [string, Field])[],
  values: Record<string, unknown> = {},
  everybody = false,
): Promise<OptionOptions> {
  const found = await Promise.all(
    fields.map(async ([name, f]) => {
      const ask = { chosen: list(values[name]), name: values[labelName(name)], everybody };
      return [name, await optionsOf(erp, f, ask)] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, options]) => options.length));
}
