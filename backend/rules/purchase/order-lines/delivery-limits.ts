import Big from "big.js";
import type { RuleContext } from "../../../documents/rules";
import { param } from "../../../values/params";
import type { OrderLine } from "./order-lines";
import { DELIVERED } from "./recount";
import type { Coming } from "./states";

export type Kind = "normal" | "replenish" | "exchange";

/** What deliveries of this type still have to bring of a line. */
export const comingBy = (line: Coming, kind: Kind): number =>
  ({
    normal: line.openQty,
    replenish: line.owedReplenishQty,
    exchange: line.owedExchangeQty,
  })[kind];

/** Percent that may arrive above what was ordered: the supplier's, else the general one. */
export async function allowance(c: RuleContext, supplierId: string): Promise<string> {
  const supplier = await c.sql.one<{ rate: string | null }>(
    "select over_receipt_rate::text as rate from supplier where id = $1",
    [supplierId],
  );
  return supplier?.rate ?? (await param(c.sql, c.tenantId, "purchase_over_receipt_percent"));
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
  return new Map(
    [...lines].map(([id, line]) => [id, limitOf(line, kind, rate) - (used.get(id) ?? 0)]),
  );
}
