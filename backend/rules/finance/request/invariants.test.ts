import { afterAll, beforeAll, expect, it } from "vitest";
import { given } from "../../../../tests/given";
import { Refusal } from "../../../http/refusal";
import { RETURN } from "../../purchase/return/return.testing";
import { openRequests, REQUEST, type Requests } from "./request.testing";

let w: Requests;
beforeAll(async () => {
  w = await openRequests();
});
afterAll(() => w?.close());

const ACTORS = 8;
const STEPS = 7;

/** The same choices each time: a generator of its own for each actor. */
const chooser = (seed: number) => {
  let state = seed * 7919 + 17;
  return (n: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
};

type Order = Awaited<ReturnType<Requests["order"]>>;

/** Broken rules of supply.md 6 over all orders, requests and suppliers that are stored. */
const faults = () =>
  w.db.query<{ fault: string }>(
    `with live as (
       select l.*, r.request_type from payment_request_line l
         join payment_request r on r.id = l.payment_request_id
       where r.status in ('auditing', 'approved', 'partPaid', 'paid') and r.del_flag = 0
         and l.del_flag = 0)
     select 'order ' || o.no as fault from purchase_order o
       left join lateral (select coalesce(sum(amount), 0) as balance,
           coalesce(sum(amount) filter (where biz_type in ('payment', 'paymentReverse')), 0) as paid,
           coalesce(sum(amount) filter (where biz_type = 'offset'), 0) as refunded
         from ap_entry where po_id = o.id) e on true
       left join lateral (select
           coalesce(sum(amount - closed_amount) filter (where biz_type = 'po'), 0) as asked,
           coalesce(sum(settled_amount) filter (where biz_type = 'po'), 0) as settled,
           coalesce(sum(amount - closed_amount) filter (where request_type = 'deposit'), 0) as deposits
         from live where po_id = o.id) l on true
     where o.supplier_id = $1 and (o.requested_amount <> l.asked or o.paid_amount <> l.settled
       or o.paid_amount <> -e.paid or e.balance <> o.payable_amount - o.paid_amount + e.refunded
       or o.paid_amount > o.requested_amount or l.deposits > round(o.order_amount * 0.3, 2)
       or l.asked > o.order_amount)
     union all
     select 'request ' || r.no from payment_request r
       left join lateral (select sum(amount) as amount, sum(settled_amount) as settled,
           sum(closed_amount) as closed from payment_request_line l
         where l.payment_request_id = r.id and l.del_flag = 0) l on true
       left join lateral (select coalesce(sum(amount), 0) as n from request_settlement s
         where s.request_id = r.id) s on true
     where r.del_flag = 0 and (r.amount <> l.amount or r.paid_amount <> l.settled
       or r.paid_amount <> s.n or r.paying_amount <> 0
       or r.unpaid_amount <> r.amount - r.paid_amount - l.closed
       or r.paid_amount + r.paying_amount > r.amount
       or (r.status = 'auditing') <> exists (select 1 from act_instance i
         where i.biz_type = 'payment_request' and i.biz_id = r.id and i.status = 'running'))
     union all
     select 'supplier ' || s.no from supplier s where s.ap_balance <> coalesce(
       (select sum(base_amount) from ap_entry where supplier_id = s.id), 0)`,
    [w.supplierId],
  );

const idIn = async (states: string[], of: (n: number) => number) => {
  const rows = await w.db.query<{ id: string; unpaid: string }>(
    `select id, unpaid_amount::text as unpaid from payment_request
     where status = any($1) and del_flag = 0 order by id`,
    [states],
  );
  return rows[of(rows.length || 1)];
};

let payments = 1000;
const settled: [request: string, payment: number][] = [];

/** One legal or refused step; an answer that is no sentence is a defect. */
async function step(orders: readonly Order[], of: (n: number) => number): Promise<boolean> {
  const broken = ({ status, body }: Awaited<ReturnType<Requests["submit"]>>) => {
    if (status >= 500) throw new Error(JSON.stringify(body));
    return status === 200;
  };
  const finance = w.as("finance");
  const po = given(orders[of(orders.length)]);
  const act = async (who: typeof finance, states: string[], action: string, input = {}) => {
    const found = await idIn(states, of);
    return !!found && broken(await who.act(REQUEST, found.id, action, input));
  };
  const ask = async (requestType: string) => {
    const amount = `${1 + of(50)}.${10 + of(89)}`;
    const form = {
      ...{ requestType, payeeType: "supplier", payeeId: w.supplierId, companyId: w.companyId },
      ...{ currency: "CNY", expectPayDate: "2099-01-01", invoiceStatus: "all" },
      items: [{ bizType: "po", poId: po.id, amount }],
    };
    const made = await w.buyer.send("POST", REQUEST, form);
    return broken(made) && broken(await w.submit(made.body.data.id));
  };
  const cases: (() => Promise<boolean>)[] = [
    () => ask("deposit"),
    () => ask("balance"),
    () => ask("balance"),
    () => act(w.buyer, ["auditing"], "withdraw"),
    () => act(w.as("finance"), ["partPaid"], "close"),
    () => act(w.as("finance"), ["approved"], "void", { reason: "试" }),
    async () => {
      const found = await idIn(["auditing"], of);
      if (found) await w.approveAll("payment_request", REQUEST, found.id).catch(() => undefined);
      return !!found;
    },
    async () => {
      const found = await idIn(["approved", "partPaid"], of);
      if (!found) return false;
      const n = ++payments;
      const amount = of(2) ? found.unpaid : `${1 + of(60)}.0${of(9)}`;
      await w.pay(found.id, n, amount);
      settled.push([found.id, n]);
      return true;
    },
    async () => {
      const [found] = settled.splice(of(settled.length || 1), 1);
      if (found) await w.back(...found);
      return !!found;
    },
    async () => {
      const id = (await w.buyer.add(RETURN, w.form(RETURN, po, [[0, 1]]))).id;
      if (!broken(await w.buyer.act(RETURN, id, "submit"))) return false;
      await w.approveAll("purchase_return", RETURN, id).catch(() => undefined);
      const shipped = broken(await w.warehouse.act(RETURN, id, "ship"));
      return of(2) ? shipped && broken(await w.manager.act(RETURN, id, "reverse", {})) : shipped;
    },
  ];
  try {
    return (await cases[of(cases.length)]?.()) ?? false;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

it("eight people at once: every figure leads to its entries, nothing is asked twice", async () => {
  const orders: Order[] = [];
  for (const price of ["3.33", "17.77"]) {
    const po = await w.order([[50, price]]);
    await w.receive(po, [[0, 50]]);
    orders.push(po);
  }
  const done = await Promise.all(
    Array.from({ length: ACTORS }, async (_, actor) => {
      const of = chooser(actor + 1);
      const own: boolean[] = [];
      for (let i = 0; i < STEPS; i++) own.push(await step(orders, of));
      return own;
    }),
  );
  expect(done.flat().filter(Boolean).length).toBeGreaterThan(ACTORS);
  expect(await faults()).toEqual([]);
});

it("two that together ask too much: one is refused, and what is refused writes nothing", async () => {
  const po = await w.order([[100, "10.00"]]);
  const ids = [await w.draft([po.id]), await w.draft([po.id])];
  const answers = await Promise.all(ids.map((id) => w.submit(id)));
  expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
  expect(answers.find((a) => a.status === 409)?.body.msg).toBe("预付款累计不能超过339.00");
  const loser = ids[answers.findIndex((a) => a.status === 409)] ?? "";
  const rows = () =>
    w.db.query(
      `select xmin::text, version from payment_request where id = $1
       union all select xmin::text, version from payment_request_line where payment_request_id = $1
       union all select xmin::text, version from purchase_order where id = $2
       union all select xmin::text, version from supplier where id = $3
       union all select count(*)::text, 0 from act_instance
       union all select count(*)::text, 0 from sys_oper_log where biz_id = $4`,
      [loser, po.id, w.supplierId, loser],
    );
  const before = await rows();
  expect((await w.submit(loser)).status).toBe(409);
  expect(await rows()).toEqual(before);
});
