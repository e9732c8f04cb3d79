import { beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "./demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
});

/** Those that nothing was paid of yet: the one of the guide was, at the rate of another day. */
const ABROAD = `o.currency in ('USD', 'EUR', 'JPY') and o.del_flag = 0 and not exists (
  select 1 from purchase_order_line s where s.purchase_order_id = o.id and s.sku_code = 'BTH2001-PK')`;

it("orders in USD, EUR and JPY went from the requisition to the goods in stock", async () => {
  const rows = await db.query(
    `select o.currency, o.trade_term as term, o.status, o.receive_status <> 'none' as came,
       r.status as asked, i.status as awarded, h.status as contract
     from purchase_order o
       join purchase_order_line l on l.purchase_order_id = o.id and l.line_no = 1
       join inquiry_quote q on q.id = l.award_id join inquiry_order i on i.id = q.inquiry_order_id
       join inquiry_order_line il on il.id = q.line_id
       join turn_requisition_line t on t.id = il.turn_line_id
       join purchase_requisition_line rl on rl.id = t.req_line_id
       join purchase_requisition r on r.id = rl.purchase_requisition_id
       join purchase_contract_order x on x.po_id = o.id
       join purchase_contract h on h.id = x.purchase_contract_id
     where ${ABROAD} and o.status <> 'draft' order by o.currency desc`,
  );
  const way = { status: "executing", came: true, awarded: "awarded", contract: "signed" };
  expect(rows).toMatchObject([
    { currency: "USD", term: "FOB", ...way },
    { currency: "JPY", term: "CIF", ...way },
    { currency: "EUR", term: "DAP", ...way },
  ]);
  expect(
    await db.query(
      `select o.currency, o.trade_term as term from purchase_order o
       where ${ABROAD} and o.status = 'draft' order by 1`,
    ),
  ).toEqual([
    { currency: "EUR", term: "DAP" },
    { currency: "JPY", term: "CIF" },
    { currency: "USD", term: "FOB" },
  ]);
});

/** Rows that do not reconcile; every rule must find none. */
const RULES: [rule: string, sql: string][] = [
  [
    "an order has the rate of its day, and its total in CNY",
    `select o.no from purchase_order o where ${ABROAD}
       and (o.rate <= 0 or o.rate is distinct from (select coalesce(e.my_rate, e.official_rate)
         from exchange_rate e where e.currency = o.currency and e.effective_date
           <= (coalesce(o.submit_time, o.create_time) at time zone 'Asia/Shanghai')::date
         order by e.effective_date desc limit 1)
         or o.base_amount <> round(o.order_amount * o.rate, 2))`,
  ],
  [
    "amounts in yen are whole",
    `select o.no from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
     where o.currency = 'JPY' and (l.amount <> round(l.amount) or o.order_amount <> round(o.order_amount))`,
  ],
  [
    "what is owed is what came, in both currencies",
    `select o.no from purchase_order o join ap_entry e on e.po_id = o.id where ${ABROAD}
     group by o.id having sum(e.amount) <> o.payable_amount
       or sum(e.base_amount) <> (select sum(round(x.amount * o.rate, 2)) from ap_entry x
         where x.po_id = o.id)
       or min(e.currency) <> o.currency or max(e.currency) <> o.currency`,
  ],
  [
    "goods stand in stock at their price in CNY and their freight",
    `select l.id from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
       join wms_sign_line s on s.po_line_id = l.id
       join stock_move m on m.biz_document = 'wms_sign' and m.biz_line_id = s.id
         and m.biz_type = 'purchaseSign'
     where ${ABROAD} group by l.id, o.rate
     having sum(m.amount) <> round(l.signed_qty * l.price * o.rate, 2) + sum(s.freight_part)`,
  ],
];

it.each(RULES)("demo: %s", async (_rule, sql) => {
  expect(await db.query(sql)).toEqual([]);
});
