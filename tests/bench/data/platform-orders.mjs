// Platform orders of a wanted number over two years, three lines each, made of those of the demonstration.
import { bulk, columnsOf } from "./payables.mjs";

const DAYS = 730;
const LINES = 3;
const TABLES = ["platform_order", "platform_order_line"];

/** Parts of all the months that the orders lie in. */
const parts = (table) => `
  do $$ declare m timestamptz; begin
    for m in select generate_series(date_trunc('month', now() - interval '${DAYS + 31} days', 'UTC'),
        now() + interval '31 days', interval '1 month') loop
      if to_regclass('${table}_' || to_char(m at time zone 'UTC', 'YYYYMM')) is null then
        execute format('create table %I partition of ${table} for values from (%L) to (%L)',
          '${table}_' || to_char(m at time zone 'UTC', 'YYYYMM'), m, m + interval '1 month');
      end if;
    end loop;
  end $$`;

/** The same order again and again, each some minutes before the one before it. */
async function insertOrders(db, first, wanted) {
  const own = ["platform_order_no", "purchase_time", "purchase_day", "last_update_time", "unpaired"];
  const names = (await columnsOf(db, "platform_order", ...own)).map((n) => `o.${n}`).join(", ");
  await db.query(
    `insert into platform_order (${own.join(", ")}, ${names.replaceAll("o.", "")})
     select '900-' || lpad((n / 10000000)::text, 7, '0') || '-' || lpad((n % 10000000)::text, 7, '0'),
       a.at, (a.at at time zone coalesce(o.time_zone, 'UTC'))::date, a.at, o.unpaired and n % 50 = 0, ${names}
     from (select *, row_number() over (order by id) - 1 as k from platform_order
         where platform_order_no not like '900-%') o
       join generate_series($1::int, $2::int - 1) n on n % (
         select count(*) from platform_order where platform_order_no not like '900-%') = k
       cross join lateral (select now() - n * interval '${DAYS} days' / $3::int as at) a`,
    [first, wanted, Math.max(wanted, 1_000_000)],
  );
}

async function insertLines(db) {
  const own = ["platform_order_id", "purchase_time", "line_no", "platform_line_no"];
  const names = (await columnsOf(db, "platform_order_line", ...own)).map((n) => `l.${n}`).join(", ");
  await db.query(
    `with line as materialized (select l.*, row_number() over (order by l.id) - 1 as k
       from platform_order_line l join platform_order o on o.id = l.platform_order_id
       where o.platform_order_no not like '900-%')
     insert into platform_order_line (${own.join(", ")}, ${names.replaceAll("l.", "")})
     select o.id, o.purchase_time, n, o.id || '-' || n, ${names}
     from platform_order o cross join generate_series(1, ${LINES}) n join line l on l.k = (o.id * 7 + n) % (select count(*) from line)
     where o.platform_order_no like '900-%'
       and o.id > (select coalesce(max(platform_order_id), 0) from platform_order_line x
         join platform_order y on y.id = platform_order_id where y.platform_order_no like '900-%')`,
  );
}

/** Adds orders until there are as many as wanted. */
export async function fill(db, wanted) {
  const { rows } = await db.query("select count(*)::int as n from platform_order where platform_order_no like '900-%'");
  if (rows[0].n >= wanted) return;
  const from = performance.now();
  for (const table of TABLES) await db.query(parts(table));
  await bulk(db, "platform_order", () => insertOrders(db, rows[0].n, wanted));
  await bulk(db, "platform_order_line", () => insertLines(db));
  for (const table of TABLES) await db.query(`vacuum analyze ${table}`);
  const seconds = (performance.now() - from) / 1000;
  console.log(`  filled up to ${wanted} orders in ${seconds.toFixed(0)} s`);
}
