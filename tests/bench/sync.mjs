// node tests/bench/sync.mjs [orders] [of a hundred, how many we ship]: orders of a marketplace into 平台订单.
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fill, placed } from "./data/sync.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 10_000);
const ours = Number(process.argv[3] ?? 25);
const LEAST_PER_SECOND = 300;
/** The heap after the last orders and after the first quarter of them. */
const MOST_GROWTH = 1.15;
const BATCH = 1_000;

const there = await start(() => ["scripts/start.mjs", "stand-ins"]);
const dir = dataDir("sync");
const env = {
  DATA_DIR: dir,
  DEMO_PROFILE: "small",
  DEMO_FACTS: "none",
  PASSWORD_ENCODING: "base64",
  STAND_INS: there.url,
};
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();
const admin = people(`${backend.url}/api`)("admin");
const one = async (text, values) => (await db.query(text, values)).rows[0];
const mark = (good) => (good ? "✓" : "✗");
const mb = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MB`;

try {
  const shop = await fill(db);
  const run = `BENCH${Date.now() % 10_000_000}`;
  for (let n = 0; n < wanted; n += BATCH)
    await fetch(`${there.url}/marketplace/control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        place: Array.from({ length: Math.min(BATCH, wanted - n) }, (_, i) =>
          placed(run, n + i, shop, ours),
        ),
      }),
    }).then(async (answer) => {
      if (!answer.ok) throw new Error(await answer.text());
    });
  const kept = () =>
    one("select count(*)::int as n from platform_order where platform_order_no like $1", [
      `${run}-%`,
    ]);
  const before = await backend.ask("memory");
  console.log(`  heap before: ${mb(before.heapUsed)}, resident ${mb(before.rss)}`);
  await db.query("update connector set enabled = true, last_read = now() where id = $1", [
    shop.connectorId,
  ]);
  const asked = new Date();
  await admin.act("/base/connector", shop.connectorId, "sync", {});
  const samples = [];
  for (let n = 0, step = 1; n < wanted; ) {
    await setTimeout(200);
    n = (await kept()).n;
    if (n < (wanted * step) / 8) continue;
    step += 1;
    samples.push({ n, ...(await backend.ask("memory")) });
  }
  let fed;
  while (!fed?.end_time) {
    await setTimeout(200);
    fed = await one(
      `select status, told, fresh, bad, end_time,
         extract(epoch from end_time - start_time)::float8 as seconds
       from feed_run where connector_id = $1 and create_time >= $2 order by id limit 1`,
      [shop.connectorId, asked],
    );
  }
  for (const { n, heapUsed, rss } of samples)
    console.log(`  ${n} orders: heap ${mb(heapUsed)}, resident ${mb(rss)}`);
  const perSecond = fed.fresh / fed.seconds;
  console.log(
    `${mark(perSecond >= LEAST_PER_SECOND)} ${fed.fresh} orders in ${fed.seconds.toFixed(1)} s: ${perSecond.toFixed(0)} a second (at least ${LEAST_PER_SECOND})`,
  );
  const heap = samples.map((s) => s.heapUsed);
  const growth = heap.at(-1) / heap[Math.floor(heap.length / 4)];
  console.log(
    `${mark(growth <= MOST_GROWTH)} heap: ${growth.toFixed(2)} x (at most ${MOST_GROWTH})`,
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
  const whole = !wrong.unpaired && !wrong.lines && wrong.facts === wanted && !fed.bad;
  console.log(`${mark(whole)} with lines, pairs and facts: ${JSON.stringify(wrong)}`);
  if (perSecond < LEAST_PER_SECOND || growth > MOST_GROWTH || !whole) process.exitCode = 1;
} finally {
  await db.end();
  await backend.stop();
  await there.stop();
  stopAll();
}
