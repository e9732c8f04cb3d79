import { beforeAll, expect, it } from "vitest";
import { pictureHash } from "#backend/domain/purchase/contract/picture";
import type { Database } from "#backend/platform/db/sql";
import { seeded } from "./demo.testing";

let db: Database;
beforeAll(async () => {
  db = await seeded();
});

/** Rows that break a rule; every rule of the list must find none. */
const RULES: [rule: string, sql: string][] = [
  [
    "orderAmount is the sum of its lines, fees and discount",
    `select o.no from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
     where l.del_flag = 0 group by o.id having o.order_amount <> sum(l.amount) + o.freight_amount
       + o.other_amount - o.discount_amount or o.total_qty <> sum(l.qty)
       or o.goods_amount + o.tax_amount <> sum(l.amount)`,
  ],
  [
    "each line is rounded half up",
    `select id from purchase_order_line
     where amount <> round(qty * price * (1 + tax_rate / 100), 2) or amount_excl_tax <> round(qty * price, 2)`,
  ],
  [
    "openQty derives from the chain",
    `select id from purchase_order_line
     where open_qty + owed_replenish_qty + owed_exchange_qty
       <> qty + replenish_qty + exchange_qty - signed_qty - closed_qty`,
  ],
  ["an award is not ordered beyond what it allows", "select id from inquiry_quote where ordered_qty > award_qty"],
  [
    "a turn line is not ordered beyond what was turned",
    "select id from turn_requisition_line where ordered_qty > qty - released_qty",
  ],
  [
    "ordered quantities are those of the orders",
    `select q.id from inquiry_quote q left join purchase_order_line l on l.award_id = q.id
       and l.del_flag = 0 left join purchase_order o on o.id = l.purchase_order_id
     group by q.id having q.ordered_qty <> coalesce(sum(l.qty) filter (where o.status in
       ('auditing', 'approved', 'executing', 'completed', 'closed')), 0)`,
  ],
  [
    "a contract adds up to its orders; deposit and balance to the whole",
    `select h.no from purchase_contract h join purchase_contract_order l on l.purchase_contract_id = h.id
       join purchase_order o on o.id = l.po_id where l.del_flag = 0
     group by h.id having h.total_amount <> sum(o.order_amount) or h.total_amount <> sum(l.amount)
       or h.deposit_amount + h.balance_amount <> h.total_amount`,
  ],
  [
    "an order is on one contract that lives",
    `select l.po_id from purchase_contract_order l join purchase_contract h on h.id = l.purchase_contract_id
     where l.del_flag = 0 and h.del_flag = 0 and h.status not in ('void', 'terminated')
     group by 1 having count(*) > 1`,
  ],
  [
    "an order that runs has a signed contract, or is small, or its contract is to be signed again",
    `select o.no from purchase_order o where o.status = 'executing' and o.base_amount >= 1000
       and not exists (select 1 from purchase_contract_order l
         join purchase_contract h on h.id = l.purchase_contract_id
         where l.po_id = o.id and (h.status = 'signed' or h.supplement > 0))
       and o.revision = 0`,
  ],
  [
    "revisions are contiguous",
    `select o.no from purchase_order o left join purchase_order_revision r
       on r.purchase_order_id = o.id group by o.id
     having count(r.id) <> o.revision or coalesce(max(r.revision), -1) <> o.revision - 1`,
  ],
  [
    "what is in approval has one running flow",
    `select o.no from purchase_order o where o.status = 'auditing' and (select count(*) from act_instance i
       where i.biz_type = 'purchase_order' and i.biz_id = o.id and i.status = 'running') <> 1`,
  ],
  [
    "a SKU's quantity on order is what is to come",
    `select k.sku_code from sku k left join (select l.sku_id, sum(l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty) as n
       from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
       where o.status in ('approved', 'executing') and l.del_flag = 0 group by 1) x on x.sku_id = k.id
     where k.on_order_qty <> coalesce(x.n, 0)`,
  ],
];

it.each(RULES)("demo: %s", async (_rule, sql) => {
  expect(await db.query(sql)).toEqual([]);
});

it("demo: orders, contracts and changes stand in mixed states", async () => {
  const states = async (table: string) =>
    (await db.query<{ status: string }>(`select distinct status from ${table} order by status`)).map((r) => r.status);
  expect(await states("purchase_order")).toEqual(
    expect.arrayContaining(["approved", "auditing", "closed", "draft", "executing", "void"]),
  );
  expect(await states("purchase_contract")).toEqual(expect.arrayContaining(["approved", "signed"]));
  expect(await states("purchase_change")).toEqual(expect.arrayContaining(["approved", "auditing", "draft"]));
});

it("demo: a frozen picture hashes to what the contract says", async () => {
  const rows = await db.query<{ snapshot: never; hash: string; says: string }>(
    `select distinct on (p.purchase_contract_id) p.snapshot, p.hash, h.pic_hash as says
     from purchase_contract_picture p join purchase_contract h on h.id = p.purchase_contract_id
     order by p.purchase_contract_id, p.serial desc limit 20`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect([pictureHash(row.snapshot), row.says]).toEqual([row.hash, row.hash]);
});
