// node tests/bench/intake.mjs [rows]: a settlement report comes in, is posted and read (figures.md G).
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fillOrders, fillStore, settlementFile } from "./data/settlement.mjs";
import { timed } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 400_000);
const PER_ORDER = 6;
const STAGED = 15_000;
const POSTED_S = 180;
const HEAP_MB = 150;
const HELD_MS = 100;

const dir = dataDir("intake");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();
const admin = people(`${backend.url}/api`)("admin");
const verdict = (good) => (good ? "✓" : "✗");
const say = (good, text) => console.log(`${verdict(good)} ${text}`);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Does some work while heap, held loop and answers are watched. */
async function watched(name, work) {
  const idle = await backend.ask("memory");
  await backend.ask("loop");
  let [heap, slowest, on] = [0, 0, true];
  const watch = (async () => {
    while (on) {
      const from = performance.now();
      await fetch(`${backend.url}/readyz`);
      slowest = Math.max(slowest, performance.now() - from);
      heap = Math.max(heap, (await backend.ask("cpu")).heapUsed);
      await wait(100);
    }
  })();
  const from = performance.now();
  const answer = await work();
  const seconds = (performance.now() - from) / 1000;
  on = false;
  await watch;
  const { held, rss } = await backend.ask("cpu");
  const more = (heap - idle.heapUsed) / 1048576;
  say(
    more <= HEAP_MB,
    `${name}: heap ${more.toFixed(0)} MB above idle before it is collected (at most ${HEAP_MB}), rss ${(rss / 1048576).toFixed(0)} MB`,
  );
  say(
    held.max <= HELD_MS,
    `${name}: event loop held ${held.max.toFixed(0)} ms (at most ${HELD_MS}), slowest answer ${slowest.toFixed(0)} ms`,
  );
  return { seconds, answer };
}

/** Has the job read what waits, and waits for it. */
async function taken(id) {
  await db.query("select graphile_worker.add_job('takeReports', job_key => 'takeReports', max_attempts => 1)");
  for (;;) {
    const file = await admin.get(`/base/reportfile/${id}`);
    if (file.status !== "waiting") return file;
    await wait(200);
  }
}

try {
  const { rows: last } = await db.query(
    "select count(*)::int as n from platform_order where platform_order_no like '777-%'",
  );
  const first = last[0].n;
  const orders = Math.floor(wanted / PER_ORDER);
  const storeId = await fillStore(db);
  await fillOrders(db, storeId, first, orders);
  await db.query("update sys_param set value = 'false' where param_key = 'settlement_auto_post'");
  const no = String(90_000_000_000 + first);
  const made = settlementFile(no, first, orders);
  console.log(
    `${made.rows} rows, ${(made.size / 1048576).toFixed(0)} MB, packed ${(made.bytes.length / 1048576).toFixed(1)} MB`,
  );
  const { id: fileId } = await admin.send(
    "/admin/file/uploadFile",
    "file",
    made.bytes,
    "settlement.txt.gz",
    "application/gzip",
  );
  const { id } = await admin.post("/base/reportfile", { storeId, files: [fileId] });
  const staged = await watched("staging", () => taken(id));
  if (staged.answer.status !== "done") throw new Error(staged.answer.problem);
  const rate = made.rows / staged.seconds;
  say(rate >= STAGED, `staged in ${staged.seconds.toFixed(1)} s: ${rate.toFixed(0)} rows/s (at least ${STAGED})`);
  const API = "/finance/settlement";
  const settlement = staged.answer.settlementId;
  const act = async (name) =>
    admin.post(`${API}/${settlement}/${name}`, {
      id: settlement,
      version: (await admin.get(`${API}/${settlement}`)).version,
    });
  await act("reconcile");
  const posted = await watched("posting", async () => {
    await act("post");
    while ((await admin.get(`${API}/${settlement}`)).status !== "posted") await wait(200);
  });
  say(
    staged.seconds + posted.seconds <= POSTED_S,
    `posted in ${posted.seconds.toFixed(1)} s (both at most ${POSTED_S} for 400,000 rows)`,
  );

  const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const span = `dayFrom=${day(30)}&dayTo=${day(0)}`;
  for (const [name, query, most] of [
    ["利润报表 by MSKU of a month", `/cockpit/profitmsku/page?size=20&${span}`, 300],
    ["利润报表 by order, page 1", `/cockpit/profitorder/page?size=20&${span}`, 300],
    ["利润报表 by store, 13 months", `/cockpit/profitstore/page?size=20&dayFrom=${day(395)}&dayTo=${day(0)}`, 500],
    ["利润报表 by group, 13 months", `/cockpit/profitgroup/page?size=20&dayFrom=${day(395)}&dayTo=${day(0)}`, 500],
    [
      "entries of an MSKU",
      `/cockpit/profitentry/page?size=20&bizDateFrom=${day(30)}&bizDateTo=${day(0)}&storeId=${storeId}&msku=BENCH-0001`,
      150,
    ],
    // As the page asks: of very many rows it wants a guess of their number and no sums.
    [
      "lines of a settlement, page 1",
      `/finance/settlementline/page?size=20&totals=rough&settlementId=${settlement}`,
      100,
    ],
  ]) {
    const took = await timed(() => admin.get(query));
    say(took <= most, `${name}: ${took.toFixed(0)} ms (at most ${most})`);
  }
} finally {
  await db.end();
  stopAll();
}
