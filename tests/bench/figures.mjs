// node tests/bench/figures.mjs [full|standard|small]: home, cockpit and ad report against their slowest SQL.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { ensureBuild } from "../../scripts/build.mjs";
import { timesTen } from "./figures-ten.mjs";
import { load, median } from "./load.mjs";
import { dataDir, EMPTY, signIn } from "./product.mjs";
import { cache, root, start, stopAll } from "./servers.mjs";

const PAGES = { home: "/wel/index", cockpit: "/cockpit/overview/index", "ad report": "/advertisement/report/index" };
const size = process.argv[2] ?? "full";
const ms = (n) => `${n.toFixed(n < 20 ? 1 : 0)} ms`;
const say = (what, found, ok, more = "") =>
  console.log(`${ok === undefined ? " " : ok ? "✓" : "✗"} ${what}: ${found}${more && ` (${more})`}`);

async function time(work, n = 9) {
  const seen = [];
  for (let i = 0; i < n; i++) {
    const from = performance.now();
    await work();
    seen.push(performance.now() - from);
  }
  return median(seen);
}

/** Where an address ends. @throws Error when that is not a page of the desk */
async function landing(server, headers, address) {
  const answer = await fetch(server.url + address, { headers });
  await answer.text();
  if (answer.status !== 200 || answer.url.includes("/login"))
    throw new Error(`${address} answered ${answer.status} at ${answer.url}`);
  return answer.url;
}

/** The page, and the slowest of the statements that it runs, alone. */
async function page(server, db, headers, address) {
  // A report without its periods leads on to the address that names them: that one is the page.
  await server.ask("statements");
  const at = new URL(await landing(server, headers, address));
  const open = async () => (await fetch(at, { headers, redirect: "error" })).text();
  const { texts, values } = await server.ask("statements");
  let slowest = { ms: 0 };
  for (const [i, text] of texts.entries()) {
    // Reads of facts only: running what rotates a token once more would end the session.
    if (!/\bfact_/.test(text) || /\b(insert|update|delete)\b/i.test(text)) continue;
    const run = () => db.query(text, values[i]);
    await run();
    const took = await time(run, 3);
    if (took > slowest.ms) slowest = { ms: took, text, values: values[i] };
  }
  slowest.ms = await time(() => db.query(slowest.text, slowest.values));
  return { ms: await time(open), slowest, statements: texts.length };
}

async function crowd(server, headers, address) {
  const before = (await server.ask("cpu")).cpuMs;
  const count = 500;
  const seen = await load(server.url + address, headers, { count, connections: 50 });
  return { ...seen, cpu: ((await server.ask("cpu")).cpuMs - before) / count };
}

process.chdir(root);
await ensureBuild();
const dir = dataDir(`figures-${size}`);
const env = { DATA_DIR: dir, DEMO_PROFILE: "small", DEMO_FACTS: size, BENCH: "on" };
const from = performance.now();
spawnSync(process.execPath, ["scripts/start.mjs", "seed"], {
  env: { ...process.env, ...env, DATABASE_URL: "" },
  stdio: "ignore",
});
say("seed", `${((performance.now() - from) / 1000).toFixed(0)} s`);
const hook = new URL("statements.mjs", import.meta.url).href;
const server = await start(() => ["--import", hook, "scripts/start.mjs"], { ready: "/readyz", env });
const db = new pg.Client({
  host: path.join(dir, "pg"),
  user: "postgres",
  database: "erp",
  options: "-c timezone=Asia/Shanghai",
});
try {
  await db.connect();
  // A reader has the page as a tab: else each of his pages is noted as a first visit.
  const enter = async () => ({ Cookie: await signIn(server, PAGES.cockpit), "Accept-Encoding": "br" });
  const headers = await enter();
  const { rows } = await db.query(
    `select (select count(*) from fact_trade_daily) + (select count(*) from fact_ad_campaign_daily)
       + (select count(*) from fact_ad_product_daily) + (select count(*) from fact_ad_keyword_daily) as n`,
  );
  say("facts", `${rows[0].n} rows, load average ${os.loadavg()[0].toFixed(1)}`);
  const first = {};
  const plans = [];
  for (const [name, address] of Object.entries(PAGES)) {
    const { ms: whole, slowest, statements } = await page(server, db, headers, address);
    first[name] = whole;
    const ratio = whole / slowest.ms;
    say(name, `${ms(whole)} : ${ms(slowest.ms)} = ${ratio.toFixed(2)} ×`, ratio <= 3, `${statements} statements`);
    const plan = await db.query(`explain (analyze, buffers) ${slowest.text}`, slowest.values);
    plans.push(`${name}\n${slowest.text}\n${plan.rows.map((r) => r["QUERY PLAN"]).join("\n")}\n`);
  }
  writeFileSync(path.join(cache, "figures-plans.txt"), plans.join("\n"));
  await crowd(server, headers, EMPTY);
  for (const [name, address] of Object.entries({ empty: EMPTY, cockpit: PAGES.cockpit })) {
    const { p50, p99, cpu } = await crowd(server, headers, address);
    say(`50 readers, ${name}`, `p99 ${ms(p99)}, p50 ${ms(p50)}, ${ms(cpu)} CPU per page`);
  }
  await timesTen(db);
  // Who was away for so long has to sign in again.
  const again = await enter();
  for (const [name, address] of Object.entries(PAGES)) {
    const { ms: whole } = await page(server, db, again, address);
    const ratio = whole / first[name];
    say(`${name}, ten times the facts`, `${ms(whole)} : ${ms(first[name])} = ${ratio.toFixed(2)} ×`, ratio < 3);
  }
} finally {
  await db.end();
  await server.stop();
  stopAll();
}
