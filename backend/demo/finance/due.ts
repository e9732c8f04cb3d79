import dayjs from "dayjs";
import { nextOrder, type Sql } from "#backend/platform/db";
import { today as now } from "#backend/platform/values";
import { paymentRequest } from "#documents/finance/payment-request";
import { act, approveAll, asSystem, attempt, draft, personAt, startFrom } from "../acting";
import { askedAgo, workAfter, workAgo } from "../clock";
import { payByOa, pays } from "./payments";

/** So many of the newest wait longer: nobody pays all on the day. */
const LATE = 2;
/** Days after which what waits at the cashier's is made as well. */
const LONG = 3;
/** Days before it is due that an amount is asked for. */
const ASKED = 2;

interface DueOrder {
  poId: string;
  buyer: string;
  /** Days since it was due. */
  late: number;
  /** Something may be asked for. */
  free: boolean;
  /** What is asked for next. */
  kind: string | null;
  request: string | null;
  status: "draft" | "auditing" | "approved" | null;
  said: string | null;
  /** The payment of all of it that waits. */
  payment: string | null;
}

/** Orders whose payables are due, but for the newest; with the request that asks for them. */
const overdue = (sql: Sql, today: string) =>
  sql.query<DueOrder>(
    `select a.po_id as "poId", u.username as buyer, $1::date - a.due_date as late,
       coalesce(p.reason = 'ready' and p.ask_amount > 0, false) as free, p.next_type as kind, r.id as request, r.status, r.said, r.payment
     from ap_open_list a join sys_user u on u.id = a.buyer_id left join payment_pool p on p.id::text = a.po_id
       left join lateral (
         select q.id, q.status, coalesce(q.update_time, q.create_time)::text as said, w.id as payment
         from payment_request_line l join payment_request q on q.id = l.payment_request_id
           left join payment w on w.request_id = q.id and w.status = 'pending' and w.settle_amount = q.unpaid_amount
             and $1::date - a.due_date > ${LONG}
         where l.po_id::text = a.po_id and q.del_flag = 0 and q.status in ('draft', 'auditing', 'approved')
           and q.paid_amount = 0 and (q.paying_amount = 0 or w.id is not null) and coalesce(q.pay_rate_type, 'request') = 'request'
         order by q.id desc limit 1) r on true
     where a.base_open > 0 and a.due_date <= $1::date
     order by a.due_date desc, a.po_id offset ${LATE}`,
    [today],
  );

/** Asks now for what is due of an order; answers the request that was approved. */
export async function ask(sql: Sql, buyer: string, poId: string): Promise<string> {
  const c = asSystem(sql);
  const as = { ...(await personAt(c, buyer)), confirmed: true as const };
  nextOrder(sql);
  const form = await startFrom(as, paymentRequest, { poIds: poId });
  // A weekend may begin while it is asked for.
  const soon = dayjs(now()).add(3, "day").format("YYYY-MM-DD");
  const due = String(form.expectPayDate ?? "");
  const expectPayDate = due > soon ? due : soon;
  const { id } = await draft(as, paymentRequest, { ...form, expectPayDate, invoiceStatus: "all" });
  await act(as, paymentRequest.name, id, "submit");
  await approveAll(as, paymentRequest.name, id);
  return id;
}

/** What suppliers wait for is paid when it is due, or as soon as it was asked for: a few are late. */
export async function payDue(sql: Sql, today: string): Promise<number> {
  const c = asSystem(sql);
  const cashier = await personAt(c, "cashier");
  const pay = async ({ poId, kind, request, status, said, buyer, late, payment }: DueOrder) => {
    if (!request) await askedAgo(sql, kind, today, late + ASKED);
    const id = request ?? (await ask(sql, buyer, poId));
    if (request && said) await workAfter(sql, said, 1);
    if (status === "draft") await act(await personAt(c, buyer), paymentRequest.name, id, "submit");
    if (status === "draft" || status === "auditing") await approveAll(c, paymentRequest.name, id);
    if (!request) await workAgo(sql, late);
    await payByOa(c, cashier, payment ? { id: payment } : await pays(cashier, id));
    return id;
  };
  let paid = 0;
  // Part of an order may have come and wait for its inspection, or one request asked for several orders.
  for (const due of (await overdue(sql, today)).filter(({ request, free }) => request || free))
    if (await attempt(c, () => pay(due))) paid++;
  return paid;
}
