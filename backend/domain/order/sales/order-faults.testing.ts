import { ledgerFaults } from "#backend/ledgers/stock/checks";
import type { Database } from "#backend/platform/db/sql";

const LIVE = "p.del_flag = 0 and p.status <> 'cancelled'";

/** What must never be found of orders and their packages (market.md 4, invariants), by what is wrong. */
const FAULTS: Record<string, string> = {
  "a line is packed more than once": `
    select l.id from sales_order_line l join package_order_line k on k.order_line_id = l.id and k.del_flag = 0
      join package_order p on p.id = k.package_order_id and ${LIVE}
    where l.del_flag = 0 group by l.id, l.qty having sum(k.qty) > l.qty`,
  "an audited line is not wholly packed": `
    select l.id from sales_order_line l join sales_order o on o.id = l.sales_order_id
      left join lateral (select sum(k.qty) as qty from package_order_line k
        join package_order p on p.id = k.package_order_id and ${LIVE}
        where k.order_line_id = l.id and k.del_flag = 0) x on true
    where l.del_flag = 0 and o.status in ('audited', 'partShipped', 'shipped', 'completed')
      and coalesce(x.qty, 0) <> l.qty`,
  "what a line says of its packages is not so": `
    select l.id from sales_order_line l
      left join lateral (select sum(k.qty) as qty,
          sum(k.qty) filter (where p.status in ('shipped', 'delivered', 'returned')) as out
        from package_order_line k join package_order p on p.id = k.package_order_id and ${LIVE}
        where k.order_line_id = l.id and k.del_flag = 0) x on true
    where l.del_flag = 0
      and (l.allocated_qty <> coalesce(x.qty, 0) or l.shipped_qty <> coalesce(x.out, 0))`,
  "an order's state is not that of what left": `
    select o.id from sales_order o join sales_order_line l on l.sales_order_id = o.id and l.del_flag = 0
    group by o.id, o.status having (o.status = 'shipped') <> bool_and(l.shipped_qty = l.qty)`,
  "a package holds other than its lines": `
    select p.id from package_order p
      left join lateral (select sum(l.qty) as qty from package_order_line l
        where l.package_order_id = p.id and l.del_flag = 0) l on true
      left join lateral (select sum(r.qty - r.consumed_qty - r.released_qty) as qty
        from stock_reservation r where r.biz_document = 'package_order' and r.biz_id = p.id) r on true
    where coalesce(r.qty, 0) <> case when ${LIVE} and p.status in ('reserved', 'sent', 'labelled', 'failed')
      then coalesce(l.qty, 0) else 0 end`,
  "a cancelled order holds something": `
    select o.id from sales_order o join package_order_line l on l.order_id = o.id and l.del_flag = 0
      join package_order p on p.id = l.package_order_id and ${LIVE}
    where o.status = 'cancelled'`,
  "stock moved other than what left": `
    select p.id from package_order p
      left join lateral (select sum(l.qty) as qty from package_order_line l
        where l.package_order_id = p.id and l.del_flag = 0) l on true
      left join lateral (select sum(m.qty) as qty from stock_move m
        where m.biz_document = 'package_order' and m.biz_id = p.id and m.biz_type = 'pkgOut') m on true
    where coalesce(-m.qty, 0) <> case when p.status in ('shipped', 'delivered', 'returned')
      then coalesce(l.qty, 0) else 0 end`,
  "a tracking number belongs to two packages": `
    select tracking_key from package_order p where ${LIVE} and tracking_key is not null
    group by 1 having count(*) > 1`,
  "a package goes to two addresses": `
    select p.id from package_order p join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
      join sales_order o on o.id = l.order_id
    where ${LIVE} group by p.id having count(distinct o.receiver_hash) > 1`,
  "an empty package lives": `
    select p.id from package_order p where ${LIVE} and not exists (
      select 1 from package_order_line l where l.package_order_id = p.id and l.del_flag = 0)`,
};

/** Names of what is wrong with orders, packages and the stock they hold; nothing: all is well. */
export async function orderFaults(db: Database): Promise<unknown[]> {
  const found: unknown[] = await ledgerFaults(db);
  for (const [name, text] of Object.entries(FAULTS)) {
    const rows = await db.query(text);
    if (rows.length) found.push(name, ...rows.slice(0, 3));
  }
  return found;
}
