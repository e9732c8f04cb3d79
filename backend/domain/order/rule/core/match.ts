import type { FactValue, Leaf, Tree } from "#backend/domain/order/words/rule";
import { dec } from "#backend/platform/values";

const isTree = (item: Leaf | Tree): item is Tree => "items" in item;

const among = (values: readonly string[], value: FactValue): boolean =>
  typeof value === "string" && values.includes(value);

const listOf = (value: FactValue): readonly string[] => (Array.isArray(value) ? value : []);

const number = (value: FactValue, holds: (compared: ReturnType<typeof dec>) => boolean) =>
  typeof value === "string" && value !== "" && holds(dec(value));

function within({ field, values: [low = "", high = ""] }: Leaf, value: FactValue): boolean {
  // Postcodes have leading zeros and letters: they lie between two others as texts of one length.
  if (field === "shipPostcode")
    return typeof value === "string" && low <= value.slice(0, low.length) && value.slice(0, high.length) <= high;
  return number(value, (v) => v.gte(low) && v.lte(high));
}

/** Does one condition hold? What is not known holds nowhere, except where something is to be absent. */
export function holds(leaf: Leaf, value: FactValue): boolean {
  const { op, values } = leaf;
  const [first = ""] = values;
  switch (op) {
    case "in":
      return among(values, value);
    case "notIn":
      return !among(values, value);
    case "eq":
      return String(value === true) === first;
    case "gt":
      return number(value, (v) => v.gt(first));
    case "gte":
      return number(value, (v) => v.gte(first));
    case "lt":
      return number(value, (v) => v.lt(first));
    case "lte":
      return number(value, (v) => v.lte(first));
    case "between":
      return within(leaf, value);
    case "startsWith":
      return typeof value === "string" && values.some((v) => value.startsWith(v));
    case "contains":
      return typeof value === "string" && values.some((v) => value.includes(v));
    case "notContains":
      return typeof value !== "string" || !values.some((v) => value.includes(v));
    case "lengthGt":
      return typeof value === "string" && dec(value.length).gt(first);
    case "anyIn":
      return listOf(value).some((v) => values.includes(v));
    case "allIn":
      return values.every((v) => listOf(value).includes(v));
    case "noneIn":
      return !listOf(value).some((v) => values.includes(v));
  }
}

/**
 * The condition that keeps a tree from matching: the first one of a group that wants all, the first one
 * of a group that wants any; null: it matches.
 */
export function failing(tree: Tree, read: (field: Leaf["field"]) => FactValue): Leaf | null {
  let first: Leaf | null = null;
  for (const item of tree.items) {
    const failed = isTree(item) ? failing(item, read) : holds(item, read(item.field)) ? null : item;
    if (tree.logic === "AND" && failed) return failed;
    if (tree.logic === "OR" && !failed) return null;
    first ??= failed;
  }
  return first;
}
