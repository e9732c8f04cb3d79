import { orderFaults } from "#backend/domain/order/sales/order-faults.testing";
import { payablesFaults } from "#backend/ledgers/payables/checks";
import { ledgerFaults } from "#backend/ledgers/stock/checks";
import { snake } from "#backend/platform/db/names";
import type { Database } from "#backend/platform/db/sql";
import { documents } from "#documents";
import { isBusiness } from "#documents/kit";

/** Rows that must not be there, by what is wrong with them. Written apart from what the product checks. */
const QUERIES: Record<string, string> = {
  "a pool is negative": `select warehouse_id || '/' || sku_id as place from stock
    where least(qc_qty, good_qty, bad_qty, transit_qty, reserved_qty, reserved_bad_qty) < 0
      or stock_value < 0 or transit_value < 0
      or reserved_qty > good_qty or reserved_bad_qty > bad_qty`,
  "nothing is left, yet it is worth something": `select warehouse_id || '/' || sku_id as place
    from stock where (qc_qty + good_qty + bad_qty = 0 and stock_value <> 0)
      or (transit_qty = 0 and transit_value <> 0)`,
  "a layer of age is negative": `select warehouse_id || '/' || sku_id as place from stock_layer
    where qty < 0`,
  "a reversal is not what was posted": `select m.biz_no as place from stock_move m
    join stock_move o on o.id = m.reversal_of
    where m.qty <> -o.qty or m.amount <> -o.amount`,
  "pieces that change their bucket change their worth": `select max(m.biz_no) as place
    from stock_move m where m.biz_type in ('qcPass', 'qcReject', 'qcReverse')
    group by m.posting_id, m.warehouse_id, m.sku_id
    having sum(m.qty) <> 0 or sum(m.amount) <> 0`,
  "what all moves cost is not what all stock is worth": `select 'all' as place
    from (select coalesce(sum(stock_value + transit_value), 0) as v from stock) s
      cross join (select coalesce(sum(amount), 0) as v from stock_move) m where s.v <> m.v`,
  "a supplier is owed other than its entries": `select a.id::text as place from ap_account a
    left join (select supplier_id, currency, sum(amount) as amount, sum(base_amount) as base
      from ap_entry group by 1, 2) e using (supplier_id, currency)
    where a.balance <> coalesce(e.amount, 0) or a.base_balance <> coalesce(e.base, 0)`,
  "a paid payment entered other than it settles": `select p.no as place from payment p
    left join lateral (select -sum(e.amount) as amount from ap_entry e
      where e.biz_document = 'payment' and e.biz_id = p.id) e on true
    where p.del_flag = 0 and p.status <> 'paid' and coalesce(e.amount, 0) <> 0`,
  "a request is paid beyond its amount": `select no as place from payment_request
    where del_flag = 0 and coalesce(paid_amount, 0) + coalesce(paying_amount, 0) > amount`,
};

/** What of stock, payables and orders does not add up; nothing when all is well. */
export async function faults(db: Database): Promise<string[]> {
  const known = [...(await ledgerFaults(db)), ...(await payablesFaults(db))];
  const found = known.map(({ place, fault }) => `${fault}: ${place}`);
  for (const fault of await orderFaults(db)) found.push(JSON.stringify(fault));
  for (const [fault, query] of Object.entries(QUERIES))
    for (const { place } of await db.query<{ place: string }>(`${query} limit 5`)) found.push(`${fault}: ${place}`);
  return found;
}

/** Documents of people; what another system says of its rows has no history here. */
const MIRRORS = new Set(["platform_order", "feed", "outbox"]);
const stated = documents.filter(
  (d) => isBusiness(d) && d.status && !d.of && !d.calls?.handwritten && !MIRRORS.has(d.name),
);

/** Rows whose state is neither their first nor the one that their history reached last: name, id, state. */
export async function unexplained(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const { name, table, status, fixed = {} } of stated) {
    const column = snake(status?.field ?? "");
    const own = Object.entries(fixed).map(([n, v]) => ` and r.${snake(n)} = '${v}'`);
    const rows = await db.query<{ id: string; state: string }>(
      `select r.id, r.${column} as state from ${table} r
       where r.del_flag = 0${own.join("")} and r.${column} <> $1
         and r.${column} is distinct from (select l.to_state from sys_oper_log l
           where l.tenant_id = r.tenant_id and l.biz_type = $2 and l.biz_id = r.id::text
             and l.to_state is not null order by l.id desc limit 1)`,
      [status?.initial, name],
    );
    found.push(...rows.map(({ id, state }) => `${name} ${id} ${state}`));
  }
  return found;
}
