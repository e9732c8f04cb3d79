// node tests/bench/moves.mjs [moves]: lists over the stock ledger, and postings, against the SQL for the same.
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fill, fillReceipts } from "./data/moves.mjs";
import { median } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 5_000_000);
const CLIENTS = 8;
const RECEIPTS = 240;
const MOST_MS = 200;
/** A call that reads next to nothing takes so much. */
const LEAST_MS = 15;
const dir = dataDir("moves");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const connect = async () => {
  const client = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
  await client.connect();
  return client;
};
const db = await connect();
const as = people(`${backend.url}/api`);

const time = async (work, n = 7) => {
  const seen = [];
  for (let i = 0; i < n; i++) {
    const from = performance.now();
    await work();
    seen.push(performance.now() - from);
  }
  return median(seen);
};
const ms = (n) => `${n.toFixed(0)} ms`;
const verdict = (good) => (good ? "✓" : "✗");

/** One list by its call and by bare SQL. `most`: more where somebody asks for it and waits. */
async function compare(name, call, statements, most = MOST_MS) {
  const product = await time(call);
  const bare = await time(async () => {
    for (const statement of statements) await db.query(statement);
  });
  const good = product <= most && product <= Math.max(3 * bare, LEAST_MS);
  console.log(`${verdict(good)} ${name}: ${ms(product)} (at most ${most}), bare SQL ${ms(bare)}`);
}

const sums = (names) => names.map((name) => `sum(${name})`).join(", ");
const AGES = ["d30", "d60", "d90", "d180", "d365", "over365"];

async function lists({ code }) {
  const finance = as("finance");
  const stock = "qc good bad reserved reserved_bad available transit on_order on_hand".split(" ");
  const stockSums = sums([...stock.map((n) => `${n}_qty`), "stock_value", "transit_value"]);
  const newest = "order by create_time desc, id desc limit 20";
  const mine = "tenant_id = 1 and del_flag = 0";
  await compare("stock, with sums", () => finance.get("/wms/stock/page?size=20"), [
    `select * from stock_list where ${mine} ${newest}`,
    `select count(*), ${stockSums} from stock_list where ${mine}`,
  ]);
  const place = (await db.query("select id from warehouse where code = 'WH-YW'")).rows[0].id;
  await compare(
    "stock of one warehouse that is below its safety stock, with sums",
    () => finance.get(`/wms/stock/page?size=20&warehouseId=${place}&belowSafety=yes`),
    [
      `select * from stock_list where ${mine} and warehouse_id = ${place}
         and available_qty < safety_qty ${newest}`,
      `select count(*), ${stockSums} from stock_list where ${mine} and warehouse_id = ${place}
         and available_qty < safety_qty`,
    ],
  );
  await compare("stock by warehouse, with sums", () => finance.get("/wms/stockwarehouse/page?size=20"), [
    `select * from stock_warehouse_list where ${mine} order by id limit 20`,
    `select count(*), ${stockSums} from stock_warehouse_list where ${mine}`,
  ]);
  const aged = sums(AGES.flatMap((name) => [`${name}_qty`, `${name}_value`]).concat("stock_value"));
  const over = `${mine} and exists (select 1 from stock_layer l where l.warehouse_id = t.warehouse_id
    and l.sku_id = t.sku_id and l.remain > 0 and l.day < stock_day(now()) - 90)`;
  const page = (where) => `select * from stock_age_list t where ${where} order by id limit 20`;
  const figures = (where) => `select count(*), sum(on_hand_qty), ${aged} from stock_age_list t where ${where}`;
  const ages = "/wms/stockage/page?size=20";
  await compare("ageing, page first", () => finance.get(`${ages}&totals=rough`), [page(mine)]);
  await compare("ageing, with sums", () => finance.get(ages), [page(mine), figures(mine)], 1000);
  await compare("ageing over 90 days, with sums", () => finance.get(`${ages}&ageOver=90`), [page(over), figures(over)]);
  const own = `from stock_move_list where ${mine} and sku_code = '${code}'`;
  await compare("moves of one SKU", () => finance.get(`/wms/move/page?size=20&skuCode=${code}&totals=rough`), [
    `select * ${own} ${newest}`,
    `select count(*), sum(qty), sum(amount) ${own}`,
  ]);
  await compare("all moves, page first", () => finance.get("/wms/move/page?size=20&totals=rough"), [
    `select * from stock_move_list where ${mine} ${newest}`,
  ]);
}

/** What eight do at once; documents per second. */
async function together(rows, work) {
  const queue = [...rows];
  const from = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let row = queue.pop(); row; row = queue.pop()) await work(row, client);
    }),
  );
  return rows.length / ((performance.now() - from) / 1000);
}

/**
 * A receipt by hand: the same locks, the same postings (moves with running balances, and by their trigger
 * the layers of age) and the same rows of everything else. It checks nothing and reads nothing for people.
 */
async function receiveBare(client, { id, no, warehouseId, lines }) {
  const run = (text, values) => client.query(text, values);
  const skus = lines.map((line) => line.skuId);
  await run("begin");
  await run("select 1 from other_in where id = $1 for no key update", [id]);
  await run(
    `select 1 from stock where tenant_id = 1 and warehouse_id = $1 and sku_id = any($2::bigint[])
     order by warehouse_id, sku_id for no key update`,
    [warehouseId, skus],
  );
  await run(
    `with posting as (
       insert into stock_posting (biz_document, biz_id, key) values ('other_in', $1, 'confirm')
       returning id)
     insert into stock_move (posting_id, line_no, biz_date, warehouse_id, sku_id, bucket, qty, amount,
       unit_cost, balance_qty, balance_on_hand, balance_value, biz_type, biz_document, biz_id, biz_no,
       biz_line_id)
     select p.id, row_number() over (order by t.sku_id), current_date, t.warehouse_id, t.sku_id, 'good',
       3, 21, 7, t.good_qty + 3, t.on_hand_qty + 3, t.stock_value + 21, 'otherIn', 'other_in', $1, $2,
       l.id
     from posting p, other_in_line l join stock t on t.sku_id = l.sku_id and t.warehouse_id = $3
     where l.other_in_id = $1 order by t.sku_id`,
    [id, no, warehouseId],
  );
  await run(
    `update stock set good_qty = good_qty + 3, stock_value = stock_value + 21, version = version + 1,
       update_time = now()
     where tenant_id = 1 and warehouse_id = $1 and sku_id = any($2::bigint[])`,
    [warehouseId, skus],
  );
  await run("update other_in set status = 'done', confirm_time = now(), version = version + 1 where id = $1", [id]);
  await run(
    `insert into sys_oper_log (biz_type, biz_id, action, from_state, to_state)
     values ('other_in', $1::text, '确认入库', 'approved', 'done')`,
    [id],
  );
  await run("commit");
}

async function receiving() {
  const rows = await fillReceipts(db, 2 * RECEIPTS);
  const keeper = as("warehouse");
  let refused = 0;
  const product = await together(rows.slice(0, RECEIPTS), ({ id }) =>
    keeper.post(`/wms/otherin/${id}/confirm`, { version: 0 }).catch((error) => {
      refused += 1;
      if (refused === 1) console.log(`  ${error.message}`);
    }),
  );
  const clients = await Promise.all(Array.from({ length: CLIENTS }, connect));
  const bare = await together(rows.slice(RECEIPTS), (row, n) => receiveBare(clients[n], row));
  await Promise.all(clients.map((client) => client.end()));
  const { rows: locks } = await db.query(
    "select deadlocks::int as n from pg_stat_database where datname = current_database()",
  );
  const good = refused === 0 && locks[0].n === 0 && product >= bare / 3;
  console.log(
    `${verdict(good)} ${CLIENTS} clients receive the same ten SKUs: ${product.toFixed(0)}/s, ${refused} refused, ${locks[0].n} deadlocks; bare SQL ${bare.toFixed(0)}/s (at least a third)`,
  );
}

try {
  const sku = await fill(db, wanted);
  await lists(sku);
  await receiving();
} finally {
  await db.end();
  await backend.stop();
  stopAll();
}
