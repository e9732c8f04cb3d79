import { z } from "zod";
import { allFields, type DocumentType } from "../document/document";
import type { Field } from "../field/field";
import { plainNumber } from "../field/number";
import { once } from "../once";

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
const MOST_ROWS = 100;

const LONGEST = 500;
const joined = (v: unknown) => (Array.isArray(v) ? v.filter(Boolean).join(",") : v);

const text = z.preprocess(joined, z.string().trim().max(LONGEST).optional().catch(undefined));

const NUMBERS = new Set<Field["kind"]>(["int", "decimal", "money", "percent"]);
/** Is it filtered by numbers, not by days? */
export const isNumber = (field: Pick<Field, "kind">): boolean => NUMBERS.has(field.kind);
const NUMBER = /^-?\d{1,14}(\.\d{1,8})?$/;

/** A day that the calendar has, with or without a time of day. */
const isTime = (value: string) =>
  /^\d{4}-\d\d-\d\d([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?)?$/.test(value) &&
  z.iso.date().safeParse(value.slice(0, 10)).success;

/** The first of several values that is none of the options which the declaration fixes. */
const strange = (field: Field, value: string): string | undefined => {
  const known =
    field.kind === "enum" || field.kind === "enums"
      ? field.options
      : field.kind === "bool" && { true: "是", false: "否" };
  return known ? value.split(",").find((one) => one && !Object.hasOwn(known, one)) : undefined;
};

/** Why a value of a filter cannot be understood; it must not turn into no filter at all. */
function problemOf({ field, kind }: Filter, value: string): string | undefined {
  if (value.length > LONGEST) return `${field.label}不能超过${LONGEST}个字`;
  if (!value) return undefined;
  if (kind === "in") {
    const unknown = strange(field, value);
    return unknown && `${field.label}没有“${unknown}”这个选项`;
  }
  if (kind !== "range") return undefined;
  if (isNumber(field)) return NUMBER.test(plainNumber(value)) ? undefined : `${field.label}要填写数字`;
  return isTime(value) ? undefined : `${field.label}要填写日期`;
}

const namesOf = ({ name, kind }: Filter): readonly string[] => (kind === "range" ? rangeNames(name) : [name]);

/** Query name → sentence of every filter that cannot be understood. */
export const filterProblems = (document: DocumentType, query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    filtersOf(document).flatMap((filter) =>
      namesOf(filter).flatMap((name) => {
        const problem = problemOf(filter, String(query[name] ?? ""));
        return problem ? [[name, problem]] : [];
      }),
    ),
  );

const understood = (filter: Filter) =>
  z.preprocess(
    joined,
    z
      .string(`${filter.field.label}不正确`)
      .trim()
      .superRefine((value, c) => {
        const message = problemOf(filter, value);
        if (message) c.addIssue({ code: "custom", message });
      })
      .optional(),
  );

/** As it stands in the address: what cannot be understood is shown at its filter. */
const asTyped = z.preprocess(
  (v) => String(joined(v) ?? "").slice(0, LONGEST + 1),
  z
    .string()
    .trim()
    .transform((v) => v || undefined),
);

/** Selected rows. A list of ids that is too long must not turn into all rows. */
const idList = z.preprocess(
  (v) => (Array.isArray(v) ? v.filter(Boolean).join(",") : v),
  z.string().trim().max(8000).optional().catch("0"),
);

/** Rows of a page: more than the most are the most, and the answer says so; nonsense falls back. */
export const sizeOf = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .transform((size) => Math.min(size, MOST_ROWS))
    .catch(fallback);

const shapeOf = (document: DocumentType, filter: (f: Filter) => z.ZodType<string | undefined>) =>
  z.object({
    current: z.coerce.number().int().min(1).max(10_000_000).catch(1),
    size: sizeOf(DEFAULT_PAGE_SIZE),
    ascs: text,
    descs: text,
    ids: idList,
    states: z.literal("true").optional().catch(undefined),
    totals: z.enum(["rough", "exact"]).optional().catch(undefined),
    ...Object.fromEntries([
      ...(document.keyword ? [["keyword", text] as const] : []),
      ...filtersOf(document).flatMap((f) => namesOf(f).map((name) => [name, filter(f)] as const)),
    ]),
  });

export interface ListQuery {
  current: number;
  size: number;
  ascs?: string;
  descs?: string;
  /** Only these rows (export of a selection, batch print). */
  ids?: string;
  /** The number of rows in each state is wanted too, where a declaration has tabs of them. */
  states?: "true";
  /** `rough`: of very many rows a guess of their number will do, and no sums. Exact unless asked. */
  totals?: "rough" | "exact";
  [filter: string]: string | number | undefined;
}

/**
 * Query of a list: `current` from 1, `size`, `ascs` / `descs` (field names, comma separated) and the
 * filters. Nonsense in paging and order falls back to the default, a filter that is not understood is
 * refused by its name.
 */
export const querySchema = once((document: DocumentType) => shapeOf(document, understood));

/** The same as a page reads it from its address: `filterProblems` tells what is wrong with it. */
export const addressSchema = once((document: DocumentType) => shapeOf(document, () => asTyped));
