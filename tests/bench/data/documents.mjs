// A backend with an order of 500 lines and a list of 50,000 orders, and a console before it that counts its calls.
import http from "node:http";
import path from "node:path";
import pg from "pg";
import { people } from "../../scenario/people.mjs";
import { dataDir } from "../product.mjs";
import { freePort, start } from "../servers.mjs";

const hook = new URL("../statements.mjs", import.meta.url).href;
const dir = dataDir("documents");

/** Stands between console and backend and notes the calls that pass. */
async function relay(target) {
  const seen = [];
  const port = await freePort();
  const server = http.createServer((from, to) => {
    seen.push(`${from.method} ${from.url.split("?")[0].replace("/api", "")}`);
    const { method, headers } = from;
    const on = http.request(`${target}${from.url}`, { method, headers }, (answer) => {
      to.writeHead(answer.statusCode, answer.headers);
      answer.pipe(to);
    });
    from.pipe(on);
  });
  // As long as the backend keeps connections: one that closes under a request would be an outage.
  server.keepAliveTimeout = 65_000;
  await new Promise((done) => server.listen(port, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${port}/api`, take: () => seen.splice(0), stop: () => server.close() };
}

/** Copies the rows of a table until there are `wanted`; `change` says what differs by copy `n`. */
async function copies(db, table, where, wanted, change) {
  const { rows } = await db.query(
    `select column_name as name from information_schema.columns
     where table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const names = rows.map((r) => r.name);
  const { n } = (await db.query(`select count(*)::int as n from ${table} where ${where}`)).rows[0];
  if (n < wanted)
    await db.query(
      `insert into ${table} (${names.join(", ")})
       select ${names.map((c) => change[c] ?? c).join(", ")}
       from (select *, row_number() over (order by id) as k from ${table} where ${where}) o
       join generate_series(1, $1::int) n on n % ${n} = k - 1`,
      [wanted - n],
    );
}

const SKUS = "status = 'approved' and sku_type <> 'combo' and del_flag = 0";

async function fill(db) {
  await copies(db, "sku", SKUS, 520, { sku_code: "'BENCH-' || n", barcode: "null", attrs: "null" });
  await copies(db, "purchase_order", "del_flag = 0", 49_999, {
    no: "'CG' || lpad(nextval(pg_get_serial_sequence('purchase_order', 'id'))::text, 12, '0')",
    create_time: "create_time - n * interval '1 second'",
  });
  // The long order is one of the 50,000; more would be refused.
  await db.query(
    `update purchase_order set del_flag = 1 where id in (
       select id from purchase_order where del_flag = 0 order by id offset 49999)`,
  );
  await db.query("vacuum analyze");
}

/** An order of 500 lines that nobody has submitted. @returns its id */
async function longOrder(db, admin) {
  const skus = await db.query(`select id from sku where ${SKUS} order by id desc limit 500`);
  const one = async (sql) => (await db.query(sql)).rows[0].id;
  const items = skus.rows.map(({ id }, i) => ({ skuId: id, qty: i + 1, price: "12.5000", taxRate: "13" }));
  const { id } = await admin.post("/purchase/order", {
    orderType: "packing",
    supplierId: await one("select id from supplier where status = 'approved' and level <> 'D' limit 1"),
    companyId: await one("select id from company where enabled limit 1"),
    buyerId: await one("select id from sys_user where username = 'buyer'"),
    warehouseId: await one("select id from warehouse where enabled limit 1"),
    taxType: "tax",
    currency: "CNY",
    expectDate: new Date(Date.now() + 9e8).toISOString().slice(0, 10),
    items,
  });
  return id;
}

/** @returns {Promise<{backend, console, relay, order, stop()}>} */
export async function startDocuments() {
  const env = { DATA_DIR: dir, DEMO_PROFILE: "small", PASSWORD_ENCODING: "base64" };
  const backend = await start(() => ["--import", hook, "scripts/start.mjs", "backend"], { ready: "/readyz", env });
  const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
  await db.connect();
  await fill(db);
  const order = await longOrder(db, people(`${backend.url}/api`)("admin"));
  await db.end();
  const between = await relay(backend.url);
  const console = await start(() => ["scripts/start.mjs"], {
    ready: "/readyz",
    env: {
      DATA_DIR: dataDir("console"),
      ERP_API_URL: between.url,
      PASSWORD_ENCODING: "base64",
      DEMO: "on",
      BENCH: "on",
    },
  });
  return {
    backend,
    console,
    relay: between,
    order,
    async stop() {
      await console.stop();
      between.stop();
      await backend.stop();
    },
  };
}
