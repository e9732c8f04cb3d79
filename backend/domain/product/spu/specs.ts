import { z } from "zod";
import { invalidAt } from "#backend/platform/http";
import type { LineDraft, LineOf } from "#documents/kit";
import type { spu } from "#documents/product/spu";

/** One dimension of an SPU. */
export type Spec = Pick<LineOf<typeof spu, "specs">, "attrName" | "attrValues"> & { sort?: number };

/** Attributes of a SKU, as they are stored: value by dimension. */
export type Attrs = Record<string, string>;

const schema = z.record(z.string(), z.string()).catch({});
/** Stored attributes; none are no attributes. */
export const readAttrs = (stored: unknown): Attrs => schema.parse(stored);

/** Dimensions of one SPU, and values of one dimension, are unlike. @throws Refusal 400 */
export function requireSpecs(specs: readonly LineDraft<typeof spu, "specs">[]) {
  const names = specs.map((s) => s.attrName?.trim());
  if (new Set(names).size < names.length) throw invalidAt("specs", "规格名重复");
  specs.forEach(({ attrValues }, i) => {
    if (new Set(attrValues).size < (attrValues?.length ?? 0)) throw invalidAt(`specs.${i}.attrValues`, "规格值重复");
  });
}

/** Every combination of the values of all dimensions, in the order of the dimensions. */
export function combinationsOf(specs: readonly Spec[]): Attrs[] {
  if (!specs.length) return [];
  const ordered = [...specs].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
  return ordered.reduce<Attrs[]>(
    (found, { attrName, attrValues }) =>
      found.flatMap((one) => attrValues.map((value) => ({ ...one, [attrName]: value }))),
    [{}],
  );
}

/** 黑色/XL: a combination as people choose it. */
export const combinationText = (attrs: Attrs) => Object.values(attrs).join("/");

/** SKU code: two digits after the SPU code, three from 100 (supply.md B.8). */
export const skuCodeOf = (spuCode: string, n: number) => `${spuCode}-${String(n).padStart(2, "0")}`;

export const sameAttrs = (a: Attrs, b: Attrs) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(b).every(([name, value]) => a[name] === value);
