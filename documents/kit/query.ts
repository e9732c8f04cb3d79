import { z } from "zod";
import { allFields, type DocumentType } from "./document";
import type { Field } from "./field";
import { once } from "./once";

/** One field of the filter form. `range` takes two query names. */
export interface Filter {
  name: string;
  field: Field;
  kind: NonNullable<Field["filter"]>;
}

/** Filters of a document's list in the order of its fields. */
export const filtersOf = once((document: DocumentType): readonly Filter[] =>
  Object.entries(allFields(document)).flatMap(([name, field]) =>
    field.filter ? [{ name, field, kind: field.filter }] : [],
  ),
);

/** Query names of a range filter. */
export const rangeNames = (name: string) => [`${name}From`, `${name}To`] as const;

/** Field that the keyword looks into; `{lines}.{field}` is one of a line. */
export function keywordField(document: DocumentType, name: string): Field | undefined {
  const [first = "", second] = name.split(".");
  return second ? document.lines?.[first]?.fields[second] : allFields(document)[first];
}

/** Query names that carry filter values. */
export const filterNames = once((document: DocumentType): readonly string[] => [
  ...(document.keyword ? ["keyword"] : []),
  ...filtersOf(document).flatMap((f) => (f.kind === "range" ? [...rangeNames(f.name)] : [f.name])),
]);

export const PAGE_SIZES = [10, 20, 30, 40, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 20;

const text = z.preprocess(
  (v) => (Array.isArray(v) ? v.filter(Boolean).join(",") : v),
  z.string().trim().max(500).optional().catch(undefined),
);

/** Selected rows. A list of ids that is too long must not turn into all rows. */
const idList = z.preprocess(
  (v) => (Array.isArray(v) ? v.filter(Boolean).join(",") : v),
  z.string().trim().max(8000).optional().catch("0"),
);

const shapeOf = (document: DocumentType) =>
  z.object({
    current: z.coerce.number().int().min(1).max(10_000_000).catch(1),
    size: z.coerce.number().int().min(1).max(100).catch(DEFAULT_PAGE_SIZE),
    ascs: text,
    descs: text,
    ids: idList,
    ...Object.fromEntries(filterNames(document).map((name) => [name, text])),
  });

export interface ListQuery {
  current: number;
  size: number;
  ascs?: string;
  descs?: string;
  /** Only these rows (export of a selection, batch print). */
  ids?: string;
  [filter: string]: string | number | undefined;
}

/**
 * Query of a list: `current` from 1, `size`, `ascs` / `descs` (field names, comma separated) and the
 * filters. Nonsense in an address falls back to the default instead of an error page.
 */
export const querySchema = once(shapeOf);
