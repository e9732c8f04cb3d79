import type Big from "big.js";
import type { RuleContext } from "#backend/engine/documents";
import { dec, r2 } from "#backend/platform/values";
import type { OrderLine } from "./order-lines";

export interface Cost {
  id: string;
  /** Share of the order's fees, in its currency. */
  feeShare: string;
  /** What receipts that stand and late fees brought of the line, CNY, freight of deliveries left out. */
  posted: string;
}

export const costsOf = ({ sql }: RuleContext, ids: string[]) =>
  sql.query<Cost>(
    `select p.id, coalesce(p.fee_share, 0)::text as "feeShare", (coalesce((
       select sum(l.amount - l.freight_part) from wms_sign_line l
         join wms_sign h on h.id = l.wms_sign_id
         join delivery d on d.id = h.delivery_id and d.delivery_type = 'normal'
       where l.po_line_id = p.id and h.status <> 'reversed'), 0)
       + coalesce((select sum(m.amount) from stock_move m where m.biz_type = 'costAdjust'
           and m.biz_document in ('purchase_order', 'purchase_change')
           and m.biz_line_id = p.id), 0))::text as posted
     from purchase_order_line p where p.id = any($1::bigint[])`,
    [ids],
  );

/** Value of the first `n` pieces of an order line (ledger rule 1), CNY. */
export function worthOf(of: OrderLine, feeShare: string, withTax: boolean, n: number): Big {
  const factor = withTax ? dec(of.taxRate).div(100).plus(1) : dec(1);
  const rate = dec(of.rate ?? 1);
  const goods = r2(dec(of.price).times(factor).times(rate).times(n));
  const fees = r2(dec(feeShare).times(Math.min(n, of.qty)).div(of.qty).times(rate));
  return dec(goods).plus(fees);
}
