import type { RuleContext, Values } from "../../../documents/rules";
import type { In } from "../../../stock/types";
import { dec, r2, sum } from "../../../values/money";
import { at } from "./guards";
import { piecesOf, poolCosts } from "./lines";

/**
 * Amounts of lines at their own cost, else at that of their pool; answers the total. `final`: the cost
 * is kept from now on. A gift may cost nothing.
 * @throws Refusal 400 请输入单位成本 when `final` and the pool is empty
 */
export async function priceLines(
  c: RuleContext,
  header: Values,
  lines: readonly Values[],
  final = false,
): Promise<string> {
  const costs = await poolCosts(c, header.warehouseId, lines);
  for (const [i, line] of lines.entries()) {
    const known = (line.unitCost as string | null | undefined) ?? costs.get(String(line.skuId));
    if (final && known === undefined && header.inType !== "gift")
      throw at(`items.${i}.unitCost`, "请输入单位成本");
    if (final) line.unitCost = known ?? "0";
    line.amount = r2(dec(known).times(piecesOf(line)));
  }
  return sum(lines.map((l) => l.amount as string));
}

/** Moves of one line: the good part rounded, the bad one takes the rest of the line's amount. */
export function movesOf(header: Values, line: Values): In[] {
  const place = { warehouseId: String(header.warehouseId), skuId: String(line.skuId) };
  const type = header.inType === "opening" ? "opening" : "otherIn";
  const more = { kind: "in", type, lineId: String(line.id), ...place } as const;
  const good = Number(line.goodQty);
  const goodAmount = Number(line.badQty)
    ? r2(dec(line.unitCost as string).times(good))
    : (line.amount as string);
  const badAmount = dec(line.amount as string)
    .minus(goodAmount)
    .toFixed(2);
  return [
    { ...more, bucket: "good", qty: good, amount: goodAmount },
    { ...more, bucket: "bad", qty: Number(line.badQty), amount: badAmount },
  ];
}
