// node tests/bench/replenish.mjs: the reckoning of 10,000 SKUs of stores, how long it holds other calls, its list.
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { fill } from "./data/replenish.mjs";
import { median } from "./load.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const MOST_MS = { reckoning: 60_000, held: 100, list: 200 };
const dir = dataDir("replenish");
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: "none", PASSWORD_ENCODING: "base64" };
const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
await db.connect();
const admin = people(`${backend.url}/api`)("admin");

const timed = async (work) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const say = (name, took, most) =>
  console.log(`${took <= most ? "✓" : "✗"} ${name}: ${took.toFixed(0)} ms (at most ${most})`);

/** The slowest of the calls that do next to nothing while `work` runs. */
async function heldBy(work) {
  let running = true;
  let slowest = 0;
  const calls = (async () => {
    while (running) slowest = Math.max(slowest, await timed(() => fetch(`${backend.url}/readyz`)));
  })();
  const took = await timed(work);
  running = false;
  await calls;
  return { took, slowest };
}

try {
  await fill(db);
  // Signing in is not part of it.
  await admin.get("/admin/user/info");
  const idle = await heldBy(() => setTimeout(5000));
  console.log(`  slowest call while nothing is reckoned: ${idle.slowest.toFixed(0)} ms`);
  for (const name of ["first reckoning", "another reckoning"]) {
    const { took, slowest } = await heldBy(() => admin.post("/wms/replenishrun", { reason: "量测" }));
    say(name, took, MOST_MS.reckoning);
    say("  slowest other call meanwhile", slowest, MOST_MS.held + idle.slowest);
  }
  const list = async (query) => {
    const seen = [];
    for (let i = 0; i < 7; i++) seen.push(await timed(() => admin.get(`/wms/replenish/page?size=20${query}`)));
    return median(seen);
  };
  say("list with sums", await list(""), MOST_MS.list);
  say("list of what is late", await list("&level=late,due"), MOST_MS.list);
  say("list by keyword", await list("&keyword=RPB0012"), MOST_MS.list);
} finally {
  await db.end();
  await backend.stop();
  stopAll();
}
