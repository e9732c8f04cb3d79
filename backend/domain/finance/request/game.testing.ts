import { INSPECTION, RETURN, SIGN } from "#backend/domain/purchase/return/return.testing";
import { Refusal } from "#backend/platform/http/refusal";
import { given } from "../../../../tests/given";
import { REQUEST, type Requests } from "./request.testing";

type Order = Awaited<ReturnType<Requests["order"]>>;
type Choice = (n: number) => number;

export interface Board {
  orders: readonly Order[];
  /** Receipts of it are taken back and made again. */
  moving: Order;
  /** Paid, then sent back in part. */
  credit: Order;
}

/** The same choices each time: a generator of its own for each actor. */
export const chooser = (seed: number): Choice => {
  let state = seed * 7919 + 17;
  return (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * n);
  };
};

/** What people do with requests, payments, receipts and returns, legal or refused. */
export function game(w: Requests, { orders, moving, credit }: Board) {
  let payments = 1000;
  const settled: [request: string, payment: number][] = [];
  const finance = w.as("finance");

  const broken = ({ status, body }: Awaited<ReturnType<Requests["submit"]>>) => {
    if (status >= 500) throw new Error(JSON.stringify(body));
    return status === 200;
  };
  const some = async <R extends object = { id: string }>(of: Choice, text: string, values: unknown[]) => {
    const rows = await w.db.query<R>(text, values);
    return rows[of(rows.length || 1)];
  };
  const request = (states: string[], of: Choice) =>
    some<{ id: string; unpaid: string }>(
      of,
      `select id, unpaid_amount::text as unpaid from payment_request
       where status = any($1) and del_flag = 0 order by id`,
      [states],
    );
  const act = async (who: typeof finance, states: string[], of: Choice, action: string, input = {}) => {
    const found = await request(states, of);
    return !!found && broken(await who.act(REQUEST, found.id, action, input));
  };

  /** A request of several orders, less a credit; its id when it was submitted. */
  const ask = async (
    requestType: string,
    asked: readonly (Order | undefined)[],
    offset?: string,
    amount = "30.33",
  ): Promise<string | undefined> => {
    const form = {
      requestType,
      payeeType: "supplier",
      payeeSupplierId: w.supplierId,
      companyId: w.companyId,
      currency: "CNY",
      expectPayDate: "2099-01-01",
      invoiceStatus: "all",
      items: [
        ...asked.map((po) => ({ bizType: "po", poId: given(po).id, amount })),
        ...(offset ? [{ bizType: "offset", poId: credit.id, amount: offset }] : []),
      ],
    };
    const made = await w.buyer.send("POST", REQUEST, form);
    if (!broken(made)) return undefined;
    return broken(await w.submit(made.body.data.id)) ? made.body.data.id : undefined;
  };

  const ofMoving = `from delivery_line l join purchase_order_line p on p.id = l.po_line_id
    where p.purchase_order_id = $1`;
  /** Takes back an inspection and its receipt. */
  const reverseReceipt = async (of: Choice) => {
    const found = await some<{ id: string; sign: string }>(
      of,
      `select i.id, i.sign_id as sign from inspection i join wms_sign s on s.id = i.sign_id
       where i.status = 'done' and s.delivery_id in (select l.delivery_id ${ofMoving}) order by 1`,
      [moving.id],
    );
    if (!found || !broken(await w.warehouse.act(INSPECTION, found.id, "reverse"))) return false;
    return broken(await w.warehouse.act(SIGN, found.sign, "reverse", { reason: "录错了" }));
  };
  /** Signs and inspects once more what was taken back. */
  const signAgain = async (of: Choice) => {
    const found = await some<{ id: string; qty: number }>(
      of,
      `select d.id, l.qty from delivery d join delivery_line l on l.delivery_id = d.id
       where d.status = 'shipped' and d.id in (select l.delivery_id ${ofMoving}) order by d.id`,
      [moving.id],
    );
    if (!found) return false;
    await w.inspect(await w.sign(found.id), [[0, found.qty]]);
    return true;
  };
  const sendBack = async (of: Choice) => {
    const po = given(orders[of(orders.length)]);
    const { id } = await w.buyer.add(RETURN, w.form(RETURN, po, [[0, 1]]));
    if (!broken(await w.buyer.act(RETURN, id, "submit"))) return false;
    await w.approveAll("purchase_return", RETURN, id);
    const shipped = broken(await w.warehouse.act(RETURN, id, "ship"));
    return of(2) ? shipped && broken(await w.manager.act(RETURN, id, "reverse", {})) : shipped;
  };
  const pay = async (of: Choice) => {
    const found = await request(["approved", "partPaid"], of);
    if (!found) return false;
    const n = ++payments;
    await w.pay(found.id, n, of(2) ? found.unpaid : `${1 + of(60)}.0${of(9)}`);
    settled.push([found.id, n]);
    return true;
  };
  const bounce = async (of: Choice) => {
    const [found] = settled.splice(of(settled.length || 1), 1);
    if (found) await w.back(...found);
    return !!found;
  };
  const approve = async (of: Choice) => {
    const found = await request(["auditing"], of);
    if (found) await w.approveAll("payment_request", REQUEST, found.id);
    return !!found;
  };

  const cases: ((of: Choice) => Promise<unknown>)[] = [
    (of) => ask("deposit", [orders[of(2)]], undefined, `${1 + of(50)}.${10 + of(89)}`),
    (of) => ask("balance", [orders[of(2)]], undefined, `${1 + of(50)}.${10 + of(89)}`),
    (of) => ask("balance", orders, undefined, `${1 + of(40)}.${10 + of(89)}`),
    (of) => ask("balance", orders, `-${1 + of(60)}.${10 + of(89)}`, `${20 + of(40)}.01`),
    (of) => ask("full", [moving], of(2) ? `-${1 + of(9)}.07` : undefined, `${10 + of(90)}.${10 + of(89)}`),
    (of) => act(w.buyer, ["auditing"], of, "withdraw"),
    (of) => act(finance, ["partPaid"], of, "close"),
    (of) => act(finance, ["approved"], of, "void", { reason: "试" }),
    approve,
    approve,
    pay,
    pay,
    bounce,
    sendBack,
    reverseReceipt,
    signAgain,
  ];
  /** One step; an answer that is no sentence is a defect. */
  const step = async (of: Choice): Promise<boolean> => {
    try {
      return !!(await cases[of(cases.length)]?.(of));
    } catch (error) {
      const refused = error instanceof Refusal || (error instanceof Error && /\b4\d\d \{|"code":1/.test(error.message));
      if (!refused) throw error;
      return false;
    }
  };
  return { ask, reverseReceipt, signAgain, step };
}
