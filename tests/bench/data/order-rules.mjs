// Orders of a wanted number that wait to be handled, made of those of the demonstration, with stock for all.
import { columnsOf } from "./payables.mjs";

const TABLES = ["sales_order", "sales_order_item", "sales_order_line"];
const own = {
  sales_order: ["no", "status", "platform_order_id", "platform_order_no", "receiver_hash"],
  sales_order_item: ["sales_order_id"],
  sales_order_line: ["sales_order_id", "item_id", "allocated_qty", "shipped_qty"],
};

export async function fill(db, wanted) {
  const names = {};
  for (const table of TABLES)
    names[table] = (await columnsOf(db, table, ...own[table])).filter((n) => n !== "create_time");
  const list = (table, alias) => names[table].map((n) => `${alias}.${n}`).join(", ");
  const bare = (table) => names[table].join(", ");
  await db.query(
    `create table bench_order as select o.id as source, n, null::bigint as id
     from (select id, row_number() over (order by id) - 1 as k, count(*) over () as all_of from sales_order
         where order_source = 'platform' and no like 'SO2%') o
       join generate_series(1, $1::int) n on n % o.all_of = o.k`,
    [wanted],
  );
  await db.query(
    `insert into sales_order (no, status, platform_order_id, platform_order_no, receiver_hash, ${bare("sales_order")})
     select 'SO9' || lpad(b.n::text, 9, '0'), 'pendingProcess', o.platform_order_id, o.platform_order_no,
       'bench' || b.n, ${list("sales_order", "o")}
     from bench_order b join sales_order o on o.id = b.source order by b.n`,
  );
  await db.query("update bench_order b set id = o.id from sales_order o where o.no = 'SO9' || lpad(b.n::text, 9, '0')");
  await db.query(
    `update sales_order set exception_code = null, warehouse_id = null, logistics_channel_id = null
     where no like 'SO9%'`,
  );
  await db.query(
    `insert into sales_order_item (sales_order_id, ${bare("sales_order_item")})
     select b.id, ${list("sales_order_item", "i")} from bench_order b
       join sales_order_item i on i.sales_order_id = b.source and i.del_flag = 0`,
  );
  await db.query(
    `insert into sales_order_line (sales_order_id, item_id, allocated_qty, shipped_qty, ${bare("sales_order_line")})
     select b.id, null, 0, 0, ${list("sales_order_line", "l")} from bench_order b
       join sales_order_line l on l.sales_order_id = b.source and l.del_flag = 0`,
  );
  await db.query("update stock set good_qty = good_qty + 1000000, stock_value = stock_value + 1000000");
  await db.query("analyze");
  const { rows } = await db.query("select id::text, 'SO9' || lpad(n::text, 9, '0') as no from bench_order order by n");
  await db.query("drop table bench_order");
  return rows;
}
