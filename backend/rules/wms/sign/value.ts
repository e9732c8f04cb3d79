import type { RuleContext } from "../../../documents/rules";
import { dec, round } from "../../../values/money";
import { reentryAmounts } from "../../purchase/order-lines/reentry";
import { freightParts } from "./freight";
import { goodsAmounts } from "./goods";
import type { Placed } from "./place";
import type { Scene } from "./scene";

/**
 * Fills 入库金额, 单位成本 and the freight in it, CNY (ledger rule 1): goods of normal deliveries at the
 * order's price, what comes again at what it left with. `date`: business date of the receipt.
 */
export async function fillValues(
  c: RuleContext,
  scene: Scene,
  placed: readonly Placed[],
  date: string,
): Promise<void> {
  const kind = scene.delivery.deliveryType;
  const again = placed.map(({ qty, of }) => ({ poLineId: of.id, qty }));
  const goods =
    kind === "normal" ? await goodsAmounts(c, placed) : await reentryAmounts(c, kind, again);
  const freight =
    kind === "normal" ? await freightParts(c, scene, placed, date) : placed.map(() => "0.00");
  placed.forEach(({ line, qty }, i) => {
    const amount = dec(goods[i]).plus(dec(freight[i]));
    line.amount = amount.toFixed(2);
    line.freightPart = freight[i];
    line.unitCost = qty ? round(amount.div(qty), 6) : "0.000000";
  });
}
