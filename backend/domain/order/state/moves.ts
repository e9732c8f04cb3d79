import { moveTo, patchMany, type RuleContext } from "#backend/engine/documents";
import type { StateOf } from "#documents/kit";
import { type OrderException, orderExceptions } from "#documents/order/sales-fields";
import { salesOrder } from "#documents/order/sales-order";
import { countPacked } from "./packed";

/** SQL of the hours until a row `t` must have been sent, below 0 when it is late; null unless `open`. */
export const hoursLeft = (open: string): string =>
  `case when ${open}
    then round((extract(epoch from t.latest_ship_time - now()) / 3600)::numeric, 1) end`;

type State = StateOf<typeof salesOrder>;

interface Shipped {
  id: string;
  status: State;
  some: boolean;
  all: boolean;
}

const shippedOf = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<Shipped>(
    `select o.id, o.status, bool_or(l.shipped_qty > 0) as some, bool_and(l.shipped_qty >= l.qty) as all
     from sales_order o join sales_order_line l on l.sales_order_id = o.id and l.del_flag = 0
     where o.id = any($1::bigint[]) and o.del_flag = 0 group by o.id order by o.id`,
    [ids],
  );

/** What an order is once something of it left; undefined: that changes nothing. */
function after({ status, some, all }: Shipped): State | undefined {
  if (!["pendingAudit", "audited", "partShipped", "exception"].includes(status)) return;
  if (all) return "shipped";
  return some && status !== "pendingAudit" ? "partShipped" : undefined;
}

const clear = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query(
    `update sales_order set exception_code = null
     where id = any($1::bigint[]) and exception_code is not null`,
    [ids],
  );

/** A package of these orders has left its warehouse. They are locked by the caller. */
export async function orderShipped(c: RuleContext, orderIds: readonly string[]): Promise<void> {
  await countPacked(c, orderIds);
  const moves = (await shippedOf(c, orderIds)).map((o) => [o.id, after(o)] as const);
  for (const to of ["partShipped", "shipped"] as const) {
    const ids = moves.filter((m) => m[1] === to).map(([id]) => id);
    if (!ids.length) continue;
    await moveTo(c, salesOrder, ids, to, "包裹出库");
    await clear(c, ids);
  }
}

/**
 * A package of these orders came back before it left: what was audited waits to be audited anew. They
 * are locked by the caller.
 */
export async function orderBack(c: RuleContext, orderIds: readonly string[], why: string): Promise<void> {
  await countPacked(c, orderIds);
  const back = (await shippedOf(c, orderIds)).filter(({ status }) => ["audited", "partShipped"].includes(status));
  await moveTo(
    c,
    salesOrder,
    back.map((o) => o.id),
    "pendingAudit",
    why,
  );
}

/** What keeps locked orders from going on, until somebody does something about it. */
export async function setException(
  c: RuleContext,
  orderIds: string | readonly string[],
  code: OrderException,
  why: string = orderExceptions[code].label,
): Promise<void> {
  await moveTo(c, salesOrder, orderIds, "exception", why.slice(0, 100));
  await patchMany(c, salesOrder, [orderIds].flat(), { exceptionCode: code });
}
