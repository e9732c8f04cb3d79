import type { RuleContext } from "../../../documents/rules";
import { allocate, dec, r2 } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import type { Placed } from "./place";
import type { Scene } from "./scene";

/**
 * Freight of the delivery in the value of what is signed now, CNY, one amount for each line
 * (supply.md 3, delivery): shared over the delivery's lines by quantity, of each share the part of the
 * signed pieces, cumulative, at the rate of `date`. Pieces beyond what was sent carry none.
 * @throws Refusal 409 缺少{currency}在{date}的汇率
 */
export async function freightParts(
  c: RuleContext,
  { delivery, sent }: Scene,
  placed: readonly Placed[],
  date: string,
): Promise<string[]> {
  const { freightAmount, freightCurrency } = delivery;
  if (dec(freightAmount).eq(0)) return placed.map(() => "0.00");
  const rate = await rateOf(c.sql, c.tenantId, freightCurrency, date);
  const shares = allocate(
    freightAmount,
    sent.map((s) => s.qty),
  );
  return placed.map(({ qty: signed, sent: of }) => {
    const share = dec(shares[sent.indexOf(of)]);
    const upTo = (n: number) => r2(share.times(rate).times(Math.min(n, of.qty)).div(of.qty));
    return dec(upTo(of.signedQty + signed))
      .minus(upTo(of.signedQty))
      .toFixed(2);
  });
}
