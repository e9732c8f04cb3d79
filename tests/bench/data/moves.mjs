// A stock ledger of a wanted size, and receipts that wait to be confirmed.
import { bulk, columnsOf } from "./payables.mjs";

const SKUS = 10_000;
/** Each in two warehouses. */
const POOLS = 2 * SKUS;
const DAYS = 730;
/** Moves of one posting. */
const LINES = 10;
/** What comes in, and what of it goes out again. */
const [IN, OUT] = [20, 19];

async function fillSkus(db) {
  const names = await columnsOf(db, "sku", "sku_code", "name", "find_text", "status");
  await db.query(
    `insert into sku (sku_code, name, status, ${names.join(", ")})
     select 'SKB' || lpad(n::text, 6, '0'), '量测货品' || n, 'approved',
       ${names.map((name) => `s.${name}`).join(", ")}
     from (select * from sku where status = 'approved' and sku_type = 'easy' order by id limit 1) s,
       generate_series(1, $1) n
     where not exists (select 1 from sku where sku_code like 'SKB%')`,
    [SKUS],
  );
}

/** Pools by number: 0 … POOLS-1. */
const pools = `
  select row_number() over (order by s.id, w.id) - 1 as pool, s.id as sku_id, w.id as warehouse_id
  from sku s cross join warehouse w
  where s.sku_code like 'SKB%' and w.code in ('WH-SZ', 'WH-YW')`;

/** So many rounds, each of one move of every pool: in, out, in, out … */
const insertMoves = `
  insert into stock_move (posting_id, line_no, biz_date, warehouse_id, sku_id, bucket, qty, amount,
    unit_cost, balance_qty, balance_on_hand, balance_value, biz_type, biz_document, biz_id, biz_no,
    biz_line_id, create_time)
  select p.first + k * (${POOLS} / ${LINES}) + q.pool / ${LINES}, q.pool % ${LINES} + 1, d.at::date,
    q.warehouse_id, q.sku_id, 'good', m.qty, m.qty * c.cost, c.cost, m.balance, m.balance,
    m.balance * c.cost, case when k % 2 = 0 then 'otherIn' else 'otherOut' end,
    case when k % 2 = 0 then 'other_in' else 'other_out' end, q.pool, 'QRB' || k || '-' || q.pool,
    1000000 + q.pool, d.at
  from generate_series(0, $1 - 1) k cross join made q cross join (select min(id) as first
      from stock_posting where key like 'bench:%') p
    cross join lateral (select 3 + q.sku_id % 90 as cost) c
    cross join lateral (select case when k % 2 = 0 then ${IN} else -${OUT} end as qty,
      (k / 2 + 1) * ${IN} - (k + 1) / 2 * ${OUT} as balance) m
    cross join lateral (select now() - make_interval(days => ${DAYS} - k * ${DAYS} / $1) as at) d
  order by k, q.pool`;

/** @returns id and code of a SKU with many moves */
export async function fill(db, wanted) {
  const { rows: have } = await db.query("select count(*)::int as n from (select 1 from stock_move limit $1) m", [
    wanted,
  ]);
  if (have[0].n < wanted) {
    const from = performance.now();
    const rounds = Math.round(wanted / POOLS);
    await bulk(db, "sku", () => fillSkus(db));
    await db.query(`create temp table made as ${pools}`);
    await db.query(
      `insert into stock_posting (biz_document, biz_id, key)
       select 'other_in', n, 'bench:' || n from generate_series(1, $1) n order by n on conflict do nothing`,
      [(rounds * POOLS) / LINES],
    );
    await bulk(db, "stock_move", () => db.query(insertMoves, [rounds]));
    await db.query(
      `insert into stock (warehouse_id, sku_id, good_qty, stock_value, first_in_time)
       select m.warehouse_id, m.sku_id, sum(m.qty), sum(m.amount), min(m.create_time)
       from stock_move m join made q using (warehouse_id, sku_id) group by 1, 2
       on conflict (tenant_id, warehouse_id, sku_id) do nothing`,
    );
    await bulk(db, "stock_layer", () => db.query("select stock_rebuild()"));
    await db.query("drop table made");
    await db.query("vacuum analyze");
    console.log(`${wanted} moves made in ${((performance.now() - from) / 1000).toFixed(0)} s`);
  }
  const { rows } = await db.query("select id, sku_code as code from sku where sku_code = 'SKB000007'");
  return rows[0];
}

/** Receipts of the same SKUs into one warehouse, approved and not confirmed. @returns ids and lines */
export async function fillReceipts(db, count) {
  const { rows } = await db.query(
    `with goods as (select id, row_number() over (order by id) as n from sku
       where sku_code like 'SKB%' order by id limit ${LINES}),
     head as (
       insert into other_in (no, status, in_type, warehouse_id, reason, biz_date, create_by)
       select 'QRB' || extract(epoch from clock_timestamp())::bigint || '-' || n, 'approved', 'gain',
         (select id from warehouse where code = 'WH-SZ'), '量测', current_date, 1
       from generate_series(1, $1) n returning id, no, warehouse_id),
     line as (
       insert into other_in_line (other_in_id, line_no, sku_id, good_qty, bad_qty, unit_cost, amount)
       select h.id, g.n, g.id, 3, 0, 7, 21 from head h, goods g returning id, other_in_id, sku_id)
     select h.id, h.no, h.warehouse_id as "warehouseId",
       json_agg(json_build_object('id', l.id, 'skuId', l.sku_id) order by l.sku_id) as lines
     from head h join line l on l.other_in_id = h.id group by 1, 2, 3 order by 1`,
    [count],
  );
  return rows;
}
