// node tests/bench/order-rules.mjs [orders]: the rules over so many orders; what writing, packing and auditing them takes.
import path from "node:path";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fill } from "./data/order-rules.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 10_000);
const LEAST_PER_SECOND = 500;
const LEAST_WRITTEN = 200;
const dir = dataDir("order-rules");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();
const clerk = people(`${backend.url}/api`)("admin");

const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));

async function pace(name, groups, work, least) {
  let done = 0;
  const from = performance.now();
  for (const group of groups) done += await work(group);
  const perSecond = (done * 1000) / (performance.now() - from);
  const mark = perSecond >= least ? "✓" : "✗";
  console.log(`${mark} ${name}: ${done} orders, ${perSecond.toFixed(0)} a second (at least ${least})`);
}

try {
  const orders = await fill(db, wanted);
  await clerk.get("/admin/user/info");
  const tried = async (group) => {
    const query = new URLSearchParams({ orders: group.map((o) => o.no).join(" ") });
    return (await clerk.get(`/ordermanage/orderrule/simulate?${query}`)).rows.length;
  };
  await pace("tried", chunks(orders, 50), tried, LEAST_PER_SECOND);
  const run = async (group) => {
    const answers = await clerk.post("/ordermanage/order/batch/runRule", { ids: group.map((o) => o.id) });
    return answers.filter((a) => a.ok).length;
  };
  await pace("run and written, each audited on its own", chunks(orders.slice(0, 1000), 200), run, LEAST_WRITTEN);
} finally {
  await db.end();
  await backend.stop();
  stopAll();
}
