import { z } from "zod";
import type { Fields } from "#documents/kit";
import { specialFields } from "#documents/product/sku-special-edit";
import type { Values } from "../../../documents/rules";
import { sameValue } from "../../../documents/writing/same";

const schema = z.array(
  z.object({ field: z.string(), label: z.string(), old: z.unknown(), new: z.unknown() }),
);

/** What a special edit does to one field. */
export type Change = z.infer<typeof schema>[number];

/** Changes as they are stored; a draft that names none has none. */
export const readChanges = (stored: unknown): Change[] => schema.parse(stored ?? []);

const fields: Fields = specialFields;

export const isEmpty = (v: unknown) => v === null || v === undefined || v === "";

const same = (name: string, a: unknown, b: unknown): boolean =>
  isEmpty(a) || isEmpty(b) ? isEmpty(a) && isEmpty(b) : sameValue(fields[name], a, b);

/** Old and new of each field that the form changes; a field left empty keeps its value. */
export const changesOf = (next: Values, sku: Values): Change[] =>
  Object.entries(specialFields)
    .filter(([name]) => !isEmpty(next[name]) && !same(name, next[name], sku[name]))
    .map(([field, { label }]) => ({
      ...{ field, label },
      ...{ old: sku[field] ?? null, new: next[field] ?? null },
    }));

/** Changes of a draft that a save does not name and that are still changes. */
export const keptOf = (before: readonly Change[], next: Values, sku: Values): Change[] =>
  before.filter((x) => next[x.field] === undefined && !same(x.field, x.new, sku[x.field]));

/** True when the SKU is no longer what the changes were made from. */
export const isStale = (changes: readonly Change[], sku: Values): boolean =>
  changes.some((x) => !same(x.field, x.old, sku[x.field]));
