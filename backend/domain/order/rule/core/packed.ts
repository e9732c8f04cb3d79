import type { FactValue, OrderFacts, OrderLineFacts, ParcelFacts } from "#backend/domain/order/words/rule";
import { dec } from "#backend/platform/values";
import { type FactName, factOf } from "#documents/order/rule/words";

/** Pieces of one line in a draft package. */
export interface CorePacked {
  line: OrderLineFacts;
  qty: number;
}

/** A draft package while the stages pass over it. */
export interface Draft {
  lines: readonly CorePacked[];
  warehouseId: string | null;
  /** As conditions name it. */
  warehouseCode: string | null;
  channelId: string | null;
  mergeInto: string | null;
}

export const draftOf = (lines: readonly CorePacked[]): Draft => ({
  lines,
  warehouseId: null,
  warehouseCode: null,
  channelId: null,
  mergeInto: null,
});

type PackedMeasure = "weightKg" | "volumeWeightKg" | "declareUsd";

/** Exact sum over the pieces. */
export const total = (lines: readonly CorePacked[], of: PackedMeasure) =>
  lines.reduce((sum, { line, qty }) => sum.plus(dec(line[of]).times(qty)), dec(0));

/** The longest side of anything in it. */
const longest = (lines: readonly CorePacked[]) =>
  lines.reduce((most, { line }) => (most.gt(line.longestCm) ? most : dec(line.longestCm)), dec(0));

/** What carriers price a package by. */
export const parcelOf = (lines: readonly CorePacked[]): ParcelFacts => ({
  weightKg: total(lines, "weightKg").toFixed(),
  volumeWeightKg: total(lines, "volumeWeightKg").toFixed(),
  longestCm: longest(lines).toFixed(),
});

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.flatMap((v) => (v === null ? [] : [v]))),
];

function ofLines(field: FactName, lines: readonly CorePacked[]): FactValue {
  switch (field) {
    case "itemQty":
      return String(lines.reduce((n, { qty }) => n + qty, 0));
    case "skuKinds":
      return String(new Set(lines.map(({ line }) => line.skuId)).size);
    case "totalWeightKg":
    case "packageWeightKg":
      return total(lines, "weightKg").toFixed();
    case "volumeWeightKg":
      return total(lines, "volumeWeightKg").toFixed();
    case "longestCm":
      return longest(lines).toFixed();
    case "skuCode":
      return distinct(lines.map(({ line }) => line.skuCode));
    case "category":
      return distinct(lines.map(({ line }) => line.category));
    default:
      return distinct(lines.flatMap(({ line }) => line.attributes));
  }
}

/** What a condition of a stage finds: goods and weights of the package where there is one. */
export const reader =
  (order: OrderFacts, whole: readonly CorePacked[], tags: readonly string[], draft?: Draft) =>
  (field: FactName): FactValue => {
    if (field === "tag") return tags;
    if (field === "warehouseId") return draft?.warehouseCode ?? null;
    if (factOf(field).ofPackage || field === "packageWeightKg") return ofLines(field, draft?.lines ?? whole);
    return order.facts[field] ?? null;
  };
