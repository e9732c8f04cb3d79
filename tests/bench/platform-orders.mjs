// node tests/bench/platform-orders.mjs [orders]: the list of platform orders, three lines to each order.
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fill } from "./data/platform-orders.mjs";
import { median } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 1_000_000);
const MOST_MS = 100;
/** Ten times the table costs page 1 less than so many times. */
const MOST_GROWTH = 1.5;
const API = "/platformorder/order/page?size=20";
/** As the screen asks; the exact sums are asked for apart. */
const ROUGH = "&totals=rough&states=true";
const dir = dataDir("platform-orders");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();
const who = people(`${backend.url}/api`)("admin");

async function time(query, n = 9) {
  const seen = [];
  for (let i = 0; i < n; i++) {
    const from = performance.now();
    await who.get(API + query);
    seen.push(performance.now() - from);
  }
  return median(seen);
}
const ms = (n) => `${n.toFixed(1)} ms`;
const verdict = (good) => (good ? "✓" : "✗");

async function compare(name, query, most = MOST_MS) {
  const took = await time(ROUGH + query);
  console.log(`${verdict(took <= most)} ${name}: ${ms(took)} (at most ${most})`);
}

try {
  await fill(db, wanted / 10);
  const before = await time(ROUGH);
  await fill(db, wanted);
  const after = await time(ROUGH);
  const growth = after / before;
  console.log(
    `${verdict(growth < MOST_GROWTH)} page 1 of ten times the table: ${ms(before)} → ${ms(after)}, ${growth.toFixed(2)} x`,
  );
  const { rows } = await db.query(
    `select platform_order_no as no, store_id as store, seller_skus as sku, purchase_day::text as day
     from platform_order where platform_order_no like '900-%' order by id limit 1 offset ${Math.floor(wanted / 2)}`,
  );
  const [{ no, store, sku, day }] = rows;
  await compare("page 1", "");
  await compare("one state", "&status=Unshipped");
  await compare("one store", `&storeId=${store}`);
  await compare("a store's cancelled", `&storeId=${store}&status=Canceled`);
  await compare("one day", `&purchaseDayFrom=${day}&purchaseDayTo=${day}`);
  await compare("what is not paired", "&unpaired=true");
  await compare("one order number", `&keyword=${no}`);
  await compare("the beginning of a number", `&platformOrderNo=${no.slice(0, 13)}`);
  await compare("a platform SKU", `&keyword=${encodeURIComponent(sku)}`);
  await compare("page 2,000", "&current=2000");
  await compare("a store's page 500", `&storeId=${store}&current=500`);
} finally {
  await db.end();
  await backend.stop();
  stopAll();
}
