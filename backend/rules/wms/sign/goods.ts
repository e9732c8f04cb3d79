import type Big from "big.js";
import type { RuleContext } from "../../../documents/rules";
import { dec, r2 } from "../../../values/money";
import { param } from "../../../values/params";
import type { OrderLine } from "../../purchase/order-lines/order-lines";
import { broughtBy } from "../../purchase/order-lines/signed-pieces";
import type { Placed } from "./place";

interface Cost {
  id: string;
  /** Share of the order's fees, in its currency. */
  feeShare: string;
  /** What receipts that stand brought of the line, CNY, freight of deliveries left out. */
  posted: string;
}

const costsOf = ({ sql }: RuleContext, ids: string[]) =>
  sql.query<Cost>(
    `select p.id, coalesce(p.fee_share, 0)::text as "feeShare", coalesce((
       select sum(l.amount - l.freight_part) from wms_sign_line l
         join wms_sign h on h.id = l.wms_sign_id
         join delivery d on d.id = h.delivery_id and d.delivery_type = 'normal'
       where l.po_line_id = p.id and h.status <> 'reversed'), 0)::text as posted
     from purchase_order_line p where p.id = any($1::bigint[])`,
    [ids],
  );

/** Value of the first `n` pieces of an order line (ledger rule 1), CNY. */
function worthOf(of: OrderLine, feeShare: string, withTax: boolean, n: number): Big {
  const factor = withTax ? dec(of.taxRate).div(100).plus(1) : dec(1);
  const rate = dec(of.rate ?? 1);
  const goods = r2(dec(of.price).times(factor).times(rate).times(n));
  const fees = r2(dec(feeShare).times(Math.min(n, of.qty)).div(of.qty).times(rate));
  return dec(goods).plus(fees);
}

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
