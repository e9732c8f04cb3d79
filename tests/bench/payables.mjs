// node tests/bench/payables.mjs [entries]: the lists of payables, a statement and payments against the SQL for the same.
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fill, fillPayments } from "./data/payables.mjs";
import { median } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 1_000_000);
const CLIENTS = 8;
const PAYMENTS = 240;
const MOST_MS = 200;
/** A call that reads next to nothing takes so much. */
const LEAST_MS = 15;
const dir = dataDir("payables");
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
/** Now in Shanghai. */
const now = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
const ms = (n) => `${n.toFixed(0)} ms`;
const verdict = (good) => (good ? "✓" : "✗");

/** One list or page by its call and by bare SQL. `most`: none where somebody asks for it and waits. */
async function compare(name, call, statements, most = MOST_MS) {
  const product = await time(call);
  const bare = await time(async () => {
    for (const statement of statements) await db.query(statement);
  });
  const good = product <= most && product <= Math.max(3 * bare, LEAST_MS);
  console.log(`${verdict(good)} ${name}: ${ms(product)} (at most ${most}), bare SQL ${ms(bare)}`);
}

const orderSums = "open_amount order_amount receipt_amount return_amount payable_amount requested_amount paid_amount";
const sums = (names) => names.map((name) => `sum(${name})`).join(", ");

async function lists(supplierId) {
  const finance = as("finance");
  const today = now().slice(0, 10);
  const year = today.slice(0, 4);
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const period = `ap_period('${first}', '${last}')`;
  const moved = ["opening", "added", "returned", "paid", "refunded", "closing"];
  await compare(
    "suppliers of a year with sums",
    () => finance.get(`/finance/apsupplier/page?size=20&dayFrom=${first}&dayTo=${last}`),
    [
      `select * from ${period} order by base_closing desc, id limit 20`,
      `select count(*), sum(base_closing) from ${period}`,
      `select currency, ${sums(moved)} from ${period} group by 1`,
    ],
  );
  await compare("suppliers of this month with sums", () => finance.get("/finance/apsupplier/page?size=20"), [
    "select * from ap_supplier_list order by base_closing desc, id limit 20",
    "select count(*), sum(base_closing) from ap_supplier_list",
    `select currency, ${sums(moved)} from ap_supplier_list group by 1`,
  ]);
  const buckets = ["total", "not_due", "d30", "d60", "d90", "over90", "prepaid"];
  await compare("ageing with sums", () => finance.get("/finance/apageing/page?size=20"), [
    "select * from ap_ageing_list order by base_total desc, id limit 20",
    "select count(*), sum(base_total) from ap_ageing_list",
    `select currency, ${sums(buckets)} from ap_ageing_list group by 1`,
  ]);
  const newest = "order by create_time desc, id desc limit 20";
  const own = `from ap_entry_list where supplier_id = ${supplierId}`;
  await compare(
    "entries of one supplier",
    () => finance.get(`/finance/ap/page?size=20&supplierId=${supplierId}&totals=rough`),
    [
      `select * ${own} ${newest}`,
      `select count(*), sum(base_amount) ${own}`,
      `select currency, sum(amount) ${own} group by 1`,
    ],
  );
  await compare("all entries, page first", () => finance.get("/finance/ap/page?size=20&totals=rough"), [
    `select * from ap_entry_list where tenant_id = 1 ${newest}`,
  ]);
  await compare("what is open, page first", () => finance.get("/finance/apopen/page?size=20&totals=rough"), [
    "select * from ap_open_list order by due_date, id limit 20",
  ]);
  await compare("orders, page first", () => finance.get("/finance/aporder/page?size=20&totals=rough"), [
    `select * from ap_order_list where tenant_id = 1 ${newest}`,
  ]);
  for (const [label, path, table, sum, list] of [
    ["what is open, with sums", "apopen", "ap_open_list", "open_amount", "due_date, id"],
    ["orders, with sums", "aporder", "ap_order_list", orderSums, "create_time desc, id desc"],
  ])
    await compare(
      label,
      () => finance.get(`/finance/${path}/page?size=20`),
      [
        `select * from ${table} where tenant_id = 1 order by ${list} limit 20`,
        `select count(*) from ${table}`,
        `select currency, ${sums(sum.split(" "))} from ${table} group by 1`,
      ],
      1000,
    );
  const asked = { supplierId, currency: "CNY", fromDate: first, toDate: today };
  const { records } = await finance.get(`/finance/statement/page?supplierId=${supplierId}&status=draft`);
  const made = records[0] ?? (await finance.post("/finance/statement", asked));
  const { entryCount } = await finance.get(`/finance/statement/${made.id}`);
  await compare(
    `statement of one supplier, ${entryCount} entries`,
    () => finance.get(`/finance/statement/${made.id}`),
    [
      `select e.*, o.no, sum(e.amount) over (order by e.biz_date, e.id) from ap_entry e
         left join purchase_order o on o.id = e.po_id
       where e.supplier_id = ${supplierId} and e.currency = 'CNY'
         and e.biz_date between '${first}' and '${today}' order by e.biz_date, e.id`,
      `select sum(amount) from ap_entry where supplier_id = ${supplierId} and currency = 'CNY'
         and biz_date < '${first}'`,
    ],
  );
}

/** What eight do at once; rows per second. */
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
 * A payment by hand: the same locks, the same postings (entry with running balance, and by its trigger the
 * balances of account, month and due days) and the same rows of everything else, in as few statements as
 * it takes. It reads nothing and checks nothing.
 */
async function payBare(client, { paymentId, requestId, poId, supplierId, amount }, receipt) {
  const run = (text, values) => client.query(text, values);
  await run("begin");
  await run("select 1 from payment where id = $1 for no key update", [paymentId]);
  await run("select 1 from payment_request where id = $1 for no key update", [requestId]);
  await run("select 1 from purchase_order where id = $1 for no key update", [poId]);
  await run("select 1 from supplier where id = $1 for no key update", [supplierId]);
  await run(
    `insert into ap_entry (supplier_id, po_id, currency, amount, base_amount, balance, biz_type,
       biz_date, due_date, biz_document, biz_id, biz_no)
     select $1, $2, 'CNY', -$3::numeric, -$3::numeric, e.balance - $3::numeric, 'payment',
       current_date, current_date, 'payment', $4, 'FK'
     from (select balance from ap_entry where po_id = $2 order by id desc limit 1) e`,
    [supplierId, poId, amount, paymentId],
  );
  await run(
    `with serial as (
       insert into bank_serial (payer_account_id, serial_no, biz_document, biz_id)
       select payer_account_id, 'B' || id, 'payment', id from payment where id = $1)
     update payment set status = 'paid', paid_time = now(), serial_no = 'B' || id,
       receipt_files = array[$2::bigint] where id = $1`,
    [paymentId, receipt],
  );
  await run("insert into sys_file_use (file_id, biz_type, biz_id) values ($1, 'payment', $2)", [receipt, paymentId]);
  await run(
    `update payment_request set status = 'paid', paid_amount = paid_amount + $2,
       paying_amount = paying_amount - $2, unpaid_amount = unpaid_amount - $2, base_unpaid = 0
     where id = $1`,
    [requestId, amount],
  );
  await run(
    `with line as (update payment_request_line set settled_amount = amount
       where payment_request_id = $1 returning id, amount)
     insert into request_settlement (request_id, line_id, biz_document, biz_id, amount, base_amount)
     select $1, id, 'payment', $2, amount, amount from line`,
    [requestId, paymentId],
  );
  await run(
    `update purchase_order set paid_amount = paid_amount + $2, paid_base = paid_base + $2,
       pay_status = 'part' where id = $1`,
    [poId, amount],
  );
  await run(
    `insert into sys_oper_log (biz_type, biz_id, action, from_state, to_state)
     values ('payment', $1, '确认付款', 'pending', 'paid'), ('payment_request', $2, '付款', 'approved', 'paid')`,
    [paymentId, requestId],
  );
  await run("commit");
}

async function paying(supplierId) {
  const rows = await fillPayments(db, supplierId, 2 * PAYMENTS);
  const cashier = as("cashier");
  const receipt = await cashier.upload("回单.png");
  let refused = 0;
  const product = await together(rows.slice(0, PAYMENTS), ({ paymentId }) =>
    cashier
      .post(`/finance/payment/${paymentId}/pay`, {
        version: 0,
        paidTime: now(),
        serialNo: `BENCH-${paymentId}-${Date.now()}`,
        receiptFiles: [receipt],
      })
      .catch((error) => {
        refused += 1;
        if (refused === 1) console.log(`  ${error.message}`);
      }),
  );
  const clients = await Promise.all(Array.from({ length: CLIENTS }, connect));
  const bare = await together(rows.slice(PAYMENTS), (row, n) => payBare(clients[n], row, receipt));
  await Promise.all(clients.map((client) => client.end()));
  const good = refused === 0 && product >= bare / 3;
  console.log(
    `${verdict(good)} ${CLIENTS} clients pay orders of one supplier: ${product.toFixed(0)}/s, ${refused} refused; bare SQL ${bare.toFixed(0)}/s (at least a third)`,
  );
}

try {
  const supplierId = await fill(db, wanted);
  await lists(supplierId);
  await paying(supplierId);
} finally {
  await db.end();
  await backend.stop();
  stopAll();
}
