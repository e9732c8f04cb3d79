import dayjs from "dayjs";
import type { RuleContext } from "#backend/engine/documents";
import { nextOrder, patchRow, type Sql } from "#backend/platform/db";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { act, approveAll, asSystem, draft, keeperOf, personAt, startFrom } from "../acting";
import { workFrom } from "../clock";
import { ask } from "../finance/due";
import { payByOa, pays } from "../finance/payments";
import { turn } from "../random";
import { arrive } from "../story/buy";

/** Of so many former orders one was closed without its goods, and of one a few pieces were refused. */
const CLOSED = 9;
const REFUSED = 6;
/** Part of the pieces that was refused. */
const BAD = 0.04;
/** Days that goods came after the day they were expected on: every fifth is late. */
const LATE = [-3, -1, -2, 6, -2, -4, -1, 0, -2, 9] as const;
/** Loads that an order came in, days after each other; small ones came at once. */
const LOADS = [2, 3, 1, 2, 3, 2] as const;
const APART = 6;
const SMALL = 60;
/** Most requests that an order was paid by. */
const REQUESTS = 3;

interface FormerOrder {
  id: string;
  buyer: string;
  warehouseId: string;
  approved: string;
  expected: string;
  qty: number;
}

/** Orders that were closed for good; those that are to have come are open again. */
async function former(sql: Sql, most: number | null): Promise<FormerOrder[]> {
  const found = await sql.query<FormerOrder>(
    `select o.id, u.username as buyer, o.warehouse_id as "warehouseId", o.approve_time::text as approved,
       o.expect_date::text as expected, o.total_qty as qty
     from purchase_order o join sys_user u on u.id = o.buyer_id
     where o.tenant_id = 1 and o.status = 'closed' and o.currency = 'CNY' and o.del_flag = 0 and o.approve_time is not null
       and not exists (select from purchase_order_line l where l.purchase_order_id = o.id and l.closed_qty <> l.qty)
     order by o.expect_date, o.id limit $1`,
    [most],
  );
  const came = found.filter((_, i) => i % CLOSED !== CLOSED - 1);
  const ids = came.map(({ id }) => id);
  await patchRow(sql, "purchase_order", ids, { status: "executing" });
  await sql.query(
    "update purchase_order_line set closed_qty = 0, open_qty = qty where purchase_order_id = any($1::bigint[])",
    [ids],
  );
  return came;
}

/** Whether something of an order may be asked for now. */
const isOwed = async (sql: Sql, id: string) =>
  !!(await sql.one("select from payment_pool where id = $1 and reason = 'ready' and ask_amount > 0", [id]));

/** The day on which what came of an order is to be paid. */
const dueOf = async (sql: Sql, id: string) =>
  (
    await sql.one<{ due: string | null }>(
      "select min(due_date)::text as due from ap_open_list where po_id = $1 and base_open > 0",
      [id],
    )
  )?.due;

/** Asks for what is owed at a time, and pays it a day later. @returns whether something was owed */
async function settle(c: RuleContext, { id, buyer }: FormerOrder, day: Date): Promise<boolean> {
  const cashier = await personAt(c, "cashier");
  await workFrom(c.sql, day);
  if (!(await isOwed(c.sql, id))) return false;
  const request = await ask(c.sql, buyer, id);
  await workFrom(c.sql, dayjs(day).add(1, "day").toDate());
  await payByOa(c, cashier, await pays(cashier, request));
  return true;
}

/** Sends back what was refused: the supplier is owed less. */
async function sendBack(c: RuleContext, buyer: RuleContext, inspectionId: string, warehouseId: string): Promise<void> {
  const form = await startFrom(buyer, purchaseReturn, { inspectionId });
  const { id } = await draft(buyer, purchaseReturn, { ...form, returnReason: "quality", returnMode: "deduct" });
  await act(buyer, purchaseReturn.name, id, "submit");
  await approveAll(c, purchaseReturn.name, id);
  await act(await keeperOf(c, warehouseId), purchaseReturn.name, id, "ship");
}

/** What was ordered comes in loads, each is counted and inspected. @returns when the last of it was through */
async function come(
  c: RuleContext,
  buyer: RuleContext,
  order: FormerOrder,
  { nth, today }: { nth: number; today: string },
): Promise<dayjs.Dayjs> {
  const loads = order.qty < SMALL ? 1 : turn(LOADS, nth);
  const refused = nth % REFUSED === REFUSED - 1 ? Math.ceil((order.qty * BAD) / loads) : 0;
  let day = dayjs(order.expected).add(turn(LATE, nth), "day").hour(10);
  for (let load = 1, last = false; !last; load++) {
    // What is on its way today is told elsewhere: all of these came.
    last = load === loads || day.add(2 * APART, "day").format("YYYY-MM-DD") >= today;
    await workFrom(c.sql, day.toDate());
    const inspection = await arrive(c, buyer, order.id, {
      share: last ? 1 : 1 / (loads - load + 1),
      refused: load === 1 ? refused : 0,
      later: async () => {
        day = day.add(1, "day");
        await workFrom(c.sql, day.toDate());
      },
    });
    if (load === 1 && refused && inspection) {
      await workFrom(c.sql, day.add(2, "day").toDate());
      await sendBack(c, buyer, inspection, order.warehouseId);
    }
    if (!last) day = day.add(APART, "day");
  }
  return day;
}

/**
 * Orders of former months came, were inspected, and are paid as far as that is due. Of others the rest was closed
 * before anything came.
 * @param most the oldest of them; null: all
 */
export async function insertFormerPurchases(sql: Sql, today: string, most: number | null = null): Promise<number> {
  const c = asSystem(sql);
  const orders = await former(sql, most);
  for (const [i, order] of orders.entries()) {
    nextOrder(sql);
    const buyer = await personAt(c, order.buyer);
    await settle(c, order, dayjs(order.approved).add(2, "day").toDate());
    const day = await come(c, buyer, order, { nth: i, today });
    for (let n = 0; n < REQUESTS; n++) {
      const due = dayjs((await dueOf(sql, order.id)) ?? day).subtract(1, "day");
      if (due.format("YYYY-MM-DD") >= today || !(await settle(c, order, due.toDate()))) break;
    }
  }
  return orders.length;
}
