import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import type { otherIn } from "#documents/wms/other-in";
import type { In } from "../../../stock/types";
import { dec, r2, sum } from "../../../values/money";
import { at } from "./guards";
import { piecesOf } from "./lines";

type Draft = LineDraft<typeof otherIn, "items">;
type Row = RowOf<typeof otherIn>;

/**
 * Amounts of lines at their own cost, else at that of their pool (CNY by SKU); answers the total. A
 * line of neither counts as 0 until it is submitted.
 */
export function priceLines(lines: readonly Draft[], pools: ReadonlyMap<string, string>): string {
  for (const line of lines)
    line.amount = r2(dec(line.unitCost ?? pools.get(line.skuId ?? "")).times(piecesOf(line)));
  return sum(lines.map((l) => l.amount));
}

/** @throws Refusal 400 请输入单位成本 where the pool is empty too; a gift may cost nothing */
export function requireCosts(
  { inType, items = [] }: DraftOf<typeof otherIn>,
  pools: ReadonlyMap<string, string>,
) {
  if (inType === "gift") return;
  for (const [i, line] of items.entries())
    if (!line.unitCost && !pools.has(line.skuId ?? ""))
      throw at(`items.${i}.unitCost`, "请输入单位成本");
}

/** Moves of one document: of each line the good part rounded, the bad one takes the rest. */
export const movesOf = ({ warehouseId, inType, items }: Row): In[] =>
  items.flatMap(({ id: lineId, skuId, goodQty, badQty, unitCost, amount }): In[] => {
    const type = inType === "opening" ? "opening" : "otherIn";
    const more = { kind: "in", type, lineId, warehouseId, skuId } as const;
    const whole = amount ?? "0";
    const good = badQty ? r2(dec(unitCost).times(goodQty)) : whole;
    return [
      { ...more, bucket: "good", qty: goodQty, amount: good },
      { ...more, bucket: "bad", qty: badQty, amount: dec(whole).minus(good).toFixed(2) },
    ];
  });
