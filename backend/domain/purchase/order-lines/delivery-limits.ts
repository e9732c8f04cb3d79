import Big from "big.js";
import { pick, type RuleContext } from "#backend/engine/documents";
import { dec, param } from "#backend/platform/values";
import type { HeadOf } from "#documents/kit";
import type { purchaseOrder } from "#documents/purchase/purchase-order";
import { supplier as supplierType } from "#documents/supplier/supplier";
import type { OrderLine } from "./order-lines";
import { DELIVERED } from "./recount";

type DeliveryLimitOrder = HeadOf<typeof purchaseOrder>;

/** What is still to come of a line: of what was ordered, and owed for what went back. */
export type Coming = Record<"openQty" | "owedReplenishQty" | "owedExchangeQty", number>;

/** All pieces that are still to come of a line. */
export const comingOf = (l: Coming): number => l.openQty + l.owedReplenishQty + l.owedExchangeQty;

/** 到货状态 as a pure function of the lines (supply.md 3). */
export function receiveStatusOf(
  lines: readonly (Coming & { signedQty: number })[],
): DeliveryLimitOrder["receiveStatus"] {
  if (!lines.some((l) => l.signedQty > 0)) return "none";
  return lines.every((l) => comingOf(l) === 0) ? "all" : "part";
}

/** 付款状态 as a pure function of header amounts (supply.md 3). */
export function payStatusOf(
  o: Pick<DeliveryLimitOrder, "status" | "payableAmount" | "paidAmount" | "requestedAmount">,
  receiveStatus: DeliveryLimitOrder["receiveStatus"],
): DeliveryLimitOrder["payStatus"] {
  const [payable, paid, requested] = [dec(o.payableAmount), dec(o.paidAmount), dec(o.requestedAmount)];
  const over = receiveStatus === "all" || o.status === "closed";
  // An order of which nothing came and nothing was paid owes nothing: that is not 已付清.
  if (over && payable.gt(0) && paid.gte(payable)) return "paid";
  if (paid.gt(0)) return over && payable.lte(0) ? "paid" : "part";
  return requested.gt(0) ? "requested" : "none";
}

type Quantities = Record<"signedQty" | "returnQty" | "replenishQty" | "exchangeQty", number>;

/** Pieces of a line that were received and did not go back. */
export const netReceivedOf = (l: Quantities): number => l.signedQty - l.returnQty - l.replenishQty - l.exchangeQty;

export type Kind = "normal" | "replenish" | "exchange";

/** What deliveries of this type still have to bring of a line. */
export const comingBy = (line: Coming, kind: Kind): number =>
  ({ normal: line.openQty, replenish: line.owedReplenishQty, exchange: line.owedExchangeQty })[kind];

/** Percent that may arrive above what was ordered: the supplier's, else the general one. */
export async function allowance(c: RuleContext, supplierId: string): Promise<string> {
  const supplier = await pick(c, supplierType, supplierId, ["overReceiptRate"]);
  return supplier?.overReceiptRate ?? (await param(c.sql, c.tenantId, "purchase_over_receipt_percent"));
}

/** qty and the allowance on top of it, whole pieces. */
export const withAllowance = (qty: number, rate: string): number =>
  new Big(qty).times(new Big(rate).div(100).plus(1)).round(0, Big.roundDown).toNumber();

/** Most that deliveries of this type may bring of an order line (supply.md 3, delivery ship). */
export const limitOf = (line: OrderLine, kind: Kind, rate: string): number =>
  kind === "normal"
    ? withAllowance(line.qty, rate) - line.closedQty
    : kind === "replenish"
      ? line.replenishQty
      : line.exchangeQty;

/**
 * What deliveries of this type may still bring of each order line, by line id. Only meant for lines
 * that are locked: `except` is the delivery that asks.
 */
export async function leftOf(
  { sql }: RuleContext,
  kind: Kind,
  lines: ReadonlyMap<string, OrderLine>,
  rate: string,
  except?: string,
): Promise<Map<string, number>> {
  const taken = await sql.query<{ id: string; n: number }>(
    `select l.po_line_id as id, sum(${DELIVERED})::int as n
     from delivery_line l join delivery h on h.id = l.delivery_id
     where l.po_line_id = any($1::bigint[]) and l.del_flag = 0 and h.del_flag = 0
       and h.delivery_type = $2 and h.id is distinct from $3
     group by l.po_line_id`,
    [[...lines.keys()], kind, except ?? null],
  );
  const used = new Map(taken.map((t) => [t.id, t.n]));
  return new Map([...lines].map(([id, line]) => [id, limitOf(line, kind, rate) - (used.get(id) ?? 0)]));
}

/** Pieces of order lines that deliveries of this type brought, by line. The lines are locked. */
export async function broughtBy({ sql }: RuleContext, kind: Kind, poLineIds: readonly string[]) {
  const rows = await sql.query<{ id: string; n: number }>(
    `select l.po_line_id as id, sum(l.signed_qty)::int as n
     from delivery_line l join delivery h on h.id = l.delivery_id
     where l.po_line_id = any($1::bigint[]) and h.delivery_type = $2 and h.status <> 'void'
       and h.del_flag = 0 and l.del_flag = 0 group by l.po_line_id`,
    [poLineIds, kind],
  );
  return new Map(rows.map((r) => [r.id, r.n]));
}
