// node tests/bench/sync.mjs [orders] [of a hundred, how many we ship]: orders of a marketplace into 平台订单.
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { controlOf } from "../scenario/order-world.mjs";
import { people } from "../scenario/people.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 10_000);
const ours = Number(process.argv[3] ?? 25);
/** A folder for a profile of the backend's processor time. */
const profile = process.env.PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.PROFILE}`] : [];
const LEAST_PER_SECOND = 300;
/** The heap after two runs, beside that after one. */
const MOST_GROWTH = 1.15;
const BATCH = 1_000;
/** Looks, five a second, for which what follows is waited for. */
const LONGEST_TURNS = 1_500;

const dir = dataDir("sync");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
db.on("error", () => {}); // its server ends
const one = async (text, values) => (await db.query(text, values)).rows[0];

// Two hundred SKUs that the first connected store lists, and orders of two of them each.
const SKUS = 200;
const DAY_MS = 86_400_000;

/** The store that is read, with what it lists. */
async function fill(db) {
  const { rows } = await db.query(
    `select c.id as "connectorId", c.account as seller, t.id as "storeId", i.marketplace_id as "marketplaceId"
     from connector c join store t on t.id = c.store_id join site i on i.id = t.site_id
     where c.kind = 'marketplace' and i.site_code = 'US' order by c.id limit 1`,
  );
  const [shop] = rows;
  await db.query(
    `insert into sku (sku_code, name, status, sku_type, unit, purchase_price)
     select 'SYN' || lpad(n::text, 5, '0'), '同步量测' || n, 'approved', 'normal', 'pcs', 10
     from generate_series(1, ${SKUS}) n on conflict do nothing`,
  );
  await db.query(
    `insert into sku_listing (sku_id, line_no, store_id, msku, fulfillment_channel, listing_status, group_id)
     select k.id, 1, $1, 'S-' || k.sku_code, 'AFN', 'active', (select min(id) from ops_group) from sku k
     where k.sku_code like 'SYN%' and not exists (select 1 from sku_listing l where l.sku_id = k.id)`,
    [shop.storeId],
  );
  // Nothing is read while orders are placed, and nothing of other stores.
  await db.query("update connector set enabled = false where kind = 'marketplace'");
  // What an earlier run left to be done is no part of this one.
  await db.query("delete from platform_order_due");
  return shop;
}

const sku = (n) => `S-SYN${String(1 + (n % SKUS)).padStart(5, "0")}`;

/** The n-th order of a run: of two weeks, of as many buyers as half the orders. */
const placed = (run, n, { seller, marketplaceId }, ours) => ({
  seller,
  marketplaceId,
  orderNo: `${run}-${String(n).padStart(7, "0")}`,
  purchaseTime: new Date(Date.now() - DAY_MS - (n % 14) * DAY_MS).toISOString(),
  ...(n % 100 < ours ? { channel: "MFN", status: "Unshipped" } : { channel: "AFN", status: "Shipped" }),
  lines: [
    { sellerSku: sku(n), qty: 1, itemPrice: "29.99", itemTax: "2.10", shippingPrice: "4.99" },
    { sellerSku: sku(n + 7), qty: 2, itemPrice: "51.98", promotionDiscount: "2.60" },
  ],
  buyerEmail: `buyer${n % 5_000}@marketplace.example`,
  buyerName: `Buyer ${n % 5_000}`,
  // Each goes to another place: orders to one receiver are ruled one after the other.
  address: { name: `Buyer ${n}`, line1: `${n} Main St`, city: "Kent", postcode: "98032", state: "WA", country: "US" },
});

const mark = (good) => (good ? "✓" : "✗");
const mb = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MB`;

try {
  const there = await start(() => ["scripts/start.mjs", "stand-ins"]);
  const backend = await start(() => [...profile, "scripts/start.mjs", "backend"], {
    ready: "/readyz",
    env: { ...env, STAND_INS: there.url },
  });
  await db.connect();
  const admin = people(`${backend.url}/api`)("admin");
  const shop = await fill(db);
  const open = (on) =>
    db.query("update connector set enabled = $2, last_read = now() where id = $1", [shop.connectorId, on]);
  const place = async (run) => {
    for (let n = 0; n < wanted; n += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, wanted - n) }, (_, i) => placed(run, n + i, shop, ours));
      await controlOf(there.url)("marketplace", { place: batch });
    }
  };
  /** Reads all of them; what was read, in how many seconds, and the most memory meanwhile. */
  async function read() {
    const asked = new Date();
    await open(true);
    await admin.act("/base/connector", shop.connectorId, "sync", {});
    let most = 0;
    for (;;) {
      await setTimeout(500);
      most = Math.max(most, (await backend.ask("resident")).rss);
      const run = await one(
        `select fresh, bad, extract(epoch from end_time - start_time)::float8 as seconds from feed_run
         where connector_id = $1 and create_time >= $2 and end_time is not null order by id limit 1`,
        [shop.connectorId, asked],
      );
      if (!run) continue;
      await open(false);
      return { ...run, most };
    }
  }
  /** Until orders that we ship are ours, packed and ruled. */
  async function follows() {
    for (let n = 0; n < LONGEST_TURNS; n++) {
      const { left } = await one("select count(*)::int as left from platform_order_due where next_run <= now()");
      if (!left) return;
      await setTimeout(200);
    }
    throw new Error("orders that were read wait");
  }
  const heaps = [(await backend.ask("memory")).heapUsed];
  let fast = true;
  let whole = true;
  for (let turn = 0; turn < 2; turn++) {
    const run = `B${Date.now().toString(36)}`;
    await place(run);
    const before = await backend.ask("cpu");
    const fed = await read();
    const after = await backend.ask("cpu");
    const perSecond = fed.fresh / fed.seconds;
    fast &&= perSecond >= LEAST_PER_SECOND;
    console.log(
      `${mark(perSecond >= LEAST_PER_SECOND)} ${fed.fresh} orders in ${fed.seconds.toFixed(1)} s: ${perSecond.toFixed(0)} a second (at least ${LEAST_PER_SECOND})`,
    );
    console.log(
      `  processor time of the backend ${((after.cpuMs - before.cpuMs) / fed.fresh).toFixed(2)} ms an order, resident at most ${mb(fed.most)}, load average ${os.loadavg()[0].toFixed(1)}`,
    );
    const wrong = await one(
      `select count(*) filter (where t.unpaired)::int as unpaired,
         count(*) filter (where (select count(*) from platform_order_line l
           where l.platform_order_id = t.id) <> 2)::int as lines,
         (select count(distinct source_no)::int from fact_source
           where source_type = 'platformOrder' and source_no like $1) as facts
       from platform_order t where platform_order_no like $1`,
      [`${run}-%`],
    );
    const good = !wrong.unpaired && !wrong.lines && wrong.facts === wanted && !fed.bad;
    whole &&= good;
    console.log(`${mark(good)} with lines, pairs and facts: ${JSON.stringify(wrong)}`);
    const ended = Date.now();
    await follows();
    console.log(`  what follows from them was done ${((Date.now() - ended) / 1000).toFixed(1)} s later`);
    heaps.push((await backend.ask("memory")).heapUsed);
  }
  const growth = heaps[2] / heaps[1];
  console.log(
    `${mark(growth <= MOST_GROWTH)} heap before, after one run and after two: ${heaps.map(mb).join(", ")}; ${growth.toFixed(2)} x (at most ${MOST_GROWTH})`,
  );
  await db.end();
  await backend.stop();
  if (!fast || growth > MOST_GROWTH || !whole) process.exitCode = 1;
} finally {
  stopAll();
}
