import type Big from "big.js";
import { patch, type RuleContext } from "#backend/engine/documents";
import { dec, round, scaleOf, sum, today } from "#backend/platform/values";
import type { PayableType } from "#documents/finance/payable-words";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import type { Source } from "../stock/types";
import { type Debt, type Entry, postPayables } from "./post";

/**
 * What of a locked order waits for the end of its inspections (market.md 17.15) is due from today on,
 * once there is none left to do.
 */
export async function fallDue({ sql }: RuleContext, poId: string): Promise<void> {
  await sql.query(
    `select ap_fall_due($1, $2) where exists (
       select 1 from ap_entry where po_id = $1 and due_date is null) and not ap_uninspected($1)`,
    [poId, today()],
  );
}

interface BookOrder extends Debt {
  freight: string;
  other: string;
  discount: string;
}

interface BookOrderLine {
  id: string;
  price: string;
  taxRate: string;
  /** Signed on normal deliveries: what is replaced is not owed twice. */
  billable: number;
  returnQty: number;
  receiptAmount: string;
  returnAmount: string;
}

const orderOf = ({ sql }: RuleContext, poId: string) =>
  sql.one<BookOrder>(
    `select supplier_id as "supplierId", id as "poId", currency, coalesce(rate, 1)::text as rate,
       coalesce(freight_amount, 0)::text as freight, coalesce(other_amount, 0)::text as other,
       coalesce(discount_amount, 0)::text as discount
     from purchase_order where id = $1`,
    [poId],
  );

const linesOf = ({ sql }: RuleContext, poId: string) =>
  sql.query<BookOrderLine>(
    `select l.id, l.price::text as price, coalesce(l.tax_rate, 0)::text as "taxRate",
       l.return_qty as "returnQty", l.receipt_amount::text as "receiptAmount",
       l.return_amount::text as "returnAmount",
       coalesce((select sum(d.signed_qty) from delivery_line d join delivery h on h.id = d.delivery_id
         where d.po_line_id = l.id and d.del_flag = 0 and h.del_flag = 0
           and h.delivery_type = 'normal' and h.status <> 'void'), 0)::int as billable
     from purchase_order_line l where l.purchase_order_id = $1 and l.del_flag = 0 order by l.id`,
    [poId],
  );

/** What fees and discount of the order are entered so far. */
const entered = ({ sql }: RuleContext, poId: string) =>
  sql.query<{ type: PayableType; amount: string }>(
    `select biz_type as type, sum(amount)::text as amount from ap_entry
     where po_id = $1 and biz_type in ('fee', 'discount') group by biz_type`,
    [poId],
  );

/** How a change of quantities is entered. */
export interface Booking {
  deduct?: "return" | "closeDeduct" | undefined;
  /** Business date; today unless given. */
  bizDate?: string;
}

/** The part of a difference that goes up, or the one that goes down. */
const entry = (lineId: string | null, by: Big, up: PayableType, down: PayableType): Entry[] =>
  by.eq(0) ? [] : [{ lineId, amount: by.toFixed(2), type: by.gt(0) ? up : down }];

/**
 * Works receiptAmount, returnAmount and payableAmount of a locked order and its lines out of their
 * quantities (supply.md 6.0, cumulative rule of 0.7), and enters the differences in the payables
 * ledger; freight, other and discount enter with the first receipt and leave with the last one.
 * `deduct`: what a grown return is called; `bizDate`: when what makes the entries happened. Call it after quantities changed, before `refreshOrder`.
 */
export async function bookOrder(
  c: RuleContext,
  poId: string,
  source: Source,
  { deduct = "return", bizDate }: Booking = {},
): Promise<void> {
  const order = await orderOf(c, poId);
  if (!order) return;
  const scale = await scaleOf(c, order.currency);
  const lines = (await linesOf(c, poId)).map((l) => {
    const each = dec(l.price).times(dec(l.taxRate).div(100).plus(1));
    const receipt = round(each.times(l.billable), scale);
    const back = round(each.times(l.returnQty), scale);
    return { ...l, receipt, back };
  });
  const [receipt, back] = [sum(lines.map((l) => l.receipt)), sum(lines.map((l) => l.back))];
  const begun = lines.some((l) => l.billable > 0);
  const fees = begun ? dec(order.freight).plus(order.other) : dec(0);
  const discount = begun ? dec(order.discount).times(-1) : dec(0);
  const known = await entered(c, poId);
  const so = (type: PayableType) => dec(known.find((k) => k.type === type)?.amount);
  await postPayables(
    c,
    source,
    order,
    [
      ...lines.flatMap((l) => [
        ...entry(l.id, dec(l.receipt).minus(l.receiptAmount), "receipt", "receiptReverse"),
        ...entry(l.id, dec(l.returnAmount).minus(l.back), "returnReverse", deduct),
      ]),
      ...entry(null, fees.minus(so("fee")), "fee", "fee"),
      ...entry(null, discount.minus(so("discount")), "discount", "discount"),
    ],
    bizDate,
  );
  await c.sql.query(
    `update purchase_order_line l set receipt_amount = x.receipt, return_amount = x.back
     from jsonb_to_recordset($1::jsonb) as x(id bigint, receipt numeric, back numeric)
     where l.id = x.id`,
    [JSON.stringify(lines.map(({ id, receipt, back }) => ({ id, receipt, back })))],
  );
  await patch(c, purchaseOrder, poId, {
    receiptAmount: receipt,
    returnAmount: back,
    payableAmount: begun ? dec(receipt).minus(back).plus(fees).plus(discount).toFixed(2) : dec(0).toFixed(2),
  });
  await fallDue(c, poId);
}
