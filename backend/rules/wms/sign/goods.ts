import type { RuleContext } from "../../../documents/rules";
import { dec } from "../../../values/money";
import { param } from "../../../values/params";
import { costsOf, worthOf } from "../../purchase/order-lines/goods-cost";
import { broughtBy } from "../../purchase/order-lines/signed-pieces";
import type { Placed } from "./place";

/**
 * What pieces of normal deliveries are worth (ledger rule 1), one amount in CNY for each line: parts of
 * an order line add up to the value of all that stands, whatever was taken back in between. The order
 * lines are locked.
 */
export async function goodsAmounts(c: RuleContext, placed: readonly Placed[]): Promise<string[]> {
  const ids = [...new Set(placed.map(({ of }) => of.id))];
  const withTax = await param(c.sql, c.tenantId, "cost_include_tax");
  const costs = new Map((await costsOf(c, ids)).map((x) => [x.id, x]));
  const signed = await broughtBy(c, "normal", ids);
  const posted = new Map([...costs].map(([id, x]) => [id, dec(x.posted)]));
  return placed.map(({ qty, of }) => {
    const n = (signed.get(of.id) ?? 0) + qty;
    signed.set(of.id, n);
    const before = posted.get(of.id) ?? dec(0);
    const due = worthOf(of, costs.get(of.id)?.feeShare ?? "0", withTax, n).minus(before);
    const amount = due.lt(0) || qty === 0 ? dec(0) : due;
    posted.set(of.id, before.plus(amount));
    return amount.toFixed(2);
  });
}
