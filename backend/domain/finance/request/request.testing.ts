import { openBacks } from "#backend/domain/purchase/return/return.testing";
import { actAs } from "../../../../tests/acting";
import { holdPaying, settleRequest, unsettleRequest } from "../settle/settle";
import { lockRequests } from "../settle/state";

export const REQUEST = "/finance/request";

type Body = Record<string, unknown>;

/** Orders of which goods come and go, and requests for them; payments are said to have happened. */
export async function openRequests() {
  const w = await openBacks();
  const { db, buyer, good } = w;
  const companyId = (await db.one<{ id: string }>("select id from company order by id limit 1"))?.id;
  for (const [currency, no] of [
    ["CNY", "6222000011112222"],
    ["USD", "4400000099990000"],
  ])
    await db.query(
      `insert into supplier_account (supplier_id, account_name, bank_name, account_no, currency,
         is_default, enabled) values ($1, '示例五金厂', '示例银行', $2, $3, true, true)`,
      [w.supplierId, no, currency],
    );
  await db.query(
    `update supplier set buyer_id = (select id from sys_user where username = 'buyer')
     where id = $1`,
    [w.supplierId],
  );
  /** An order that runs: 30 % deposit, the rest after the inspection, unless said otherwise. */
  const order = async (lines: [qty: number, price: string][], more: Body = {}) => {
    const po = await w.order(lines);
    const terms: Body = {
      settle_method: "deposit",
      deposit_rate: 30,
      balance_trigger: "afterInspection",
      company_id: companyId,
      supplier_text: "送货供应商1",
      ...more,
    };
    const names = Object.keys(terms);
    await db.query(
      `update purchase_order o set ${names.map((n, i) => `${n} = $${i + 2}`).join(", ")},
         order_amount = (select sum(round(l.qty * l.price * (1 + l.tax_rate / 100), 2))
           from purchase_order_line l where l.purchase_order_id = o.id) where id = $1`,
      [po.id, ...names.map((n) => terms[n])],
    );
    return po;
  };
  const formOf = async (poIds: string[], by: Record<string, string> = {}): Promise<Body & { items: Body[] }> =>
    good(await buyer.send("GET", `${REQUEST}/prefill`, undefined, { poIds: poIds.join(), ...by }));
  /** A draft of what is left of a type; `amounts` instead of it, by line. */
  const draft = async (poIds: string[], more: Body = {}, amounts: string[] = []) => {
    const { requestType } = more;
    const form = await formOf(poIds, requestType ? { requestType: String(requestType) } : {});
    const items = form.items.map((l, i) => ({ ...l, amount: amounts[i] ?? l.amount }));
    return (await buyer.add(REQUEST, { ...form, invoiceStatus: "all", items, ...more })).id;
  };
  const submit = (id: string) => buyer.act(REQUEST, id, "submit");
  /** A draft in a state from which it is approved. */
  const approved = async (...given: Parameters<typeof draft>) => {
    const id = await draft(...given);
    await w.submit("buyer", "payment_request", REQUEST, id);
    return id;
  };
  const source = (id: number) => ({ document: "payment", id: String(id), no: `FK${id}` });
  const bizDate = new Date().toISOString().slice(0, 10);
  const pay = (id: string, payment: number, amount: string) =>
    db.tx(async (sql) => {
      await lockRequests(actAs(sql), [id]);
      await holdPaying(actAs(sql), id, amount);
      const transfer = { paidTime: `${bizDate} 00:00:00`, serialNo: `S${payment}`, receiptFiles: [] };
      return settleRequest(actAs(sql), id, { source: source(payment), amount, bizDate, transfer });
    });
  const back = (id: string, payment: number) =>
    db.tx(async (sql) => {
      await lockRequests(actAs(sql), [id]);
      await unsettleRequest(actAs(sql), id, { source: source(payment), bizDate });
    });
  const row = (id: string) =>
    db.one<Record<string, string>>(
      `select status, amount::text, paid_amount::text as paid, unpaid_amount::text as unpaid
       from payment_request where id = $1`,
      [id],
    );
  /** Of an order: payable, requested, paid, its balance in the ledger, pay state, state. */
  const money = async (poId: string) =>
    (
      await db.one<{ text: string }>(
        `select concat_ws(' ', payable_amount, requested_amount, paid_amount, coalesce((
           select sum(amount) from ap_entry where po_id = o.id), 0.00), pay_status, status) as text
         from purchase_order o where id = $1`,
        [poId],
      )
    )?.text;
  return { ...w, order, formOf, draft, submit, approved, pay, back, row, money, companyId };
}

export type Requests = Awaited<ReturnType<typeof openRequests>>;
