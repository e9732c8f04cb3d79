// node tests/bench/workbook.mjs [SKUs]: a workbook of so many SKUs and mappings: check, import, the same again, cancel.
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { people } from "../scenario/people.mjs";
import { workbook } from "./data/workbook.mjs";
import { dataDir } from "./product.mjs";
import { start, stopAll } from "./servers.mjs";

const wanted = Number(process.argv[2] ?? 20_000);
const share = wanted / 100_000;
/** Of 100,000 SKUs and as many mappings on two cores (company.md 1.3); a smaller file takes its share of the time. */
const MOST = { check: 240 * share, commit: 480 * share, grownMb: 300, p95: 500, held: 100, cancel: 5 };
const PASSWORD = "Bench-123456";
const profile = process.env.PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.PROFILE}`] : [];
const dir = dataDir("workbook");
// Every run begins with an empty company.
rmSync(dir, { recursive: true, force: true });
const env = { DATA_DIR: dataDir("workbook"), DEMO: "off", ADMIN_PASSWORD: PASSWORD, PASSWORD_ENCODING: "base64" };
const MB = 1_048_576;

const say = (good, text) => console.log(`${good ? "✓" : "✗"} ${text}`);

try {
  const backend = await start(() => [...profile, "scripts/start.mjs", "backend"], { ready: "/readyz", env });
  const base = `${backend.url}/api`;
  const admin = people(base, PASSWORD)("admin");
  const db = new pg.Client({ host: path.join(dir, "pg"), user: "postgres", database: "erp" });
  db.on("error", () => {}); // its server ends
  await db.connect();
  if (process.env.STATEMENTS) await db.query("create extension if not exists pg_stat_statements").catch(() => {});

  const state = (id) => admin.get(`/setup/workbook/${id}`);
  const running = ({ status }) => ["checking", "committing", "undoing"].includes(status);

  /** Uploads a file, which asks for its check. */
  const upload = async (bytes) => (await admin.send("/setup/workbook/import", "file", bytes, "workbook.xlsx")).id;

  /** How a step goes that was asked for: its end, and what others see of it meanwhile. */
  async function watched(id, from) {
    const calls = [];
    const stages = new Set();
    const times = new Map();
    const before = await backend.ask("memory");
    await backend.ask("loop");
    let most = before.rss;
    let last = await state(id);
    let asking = true;
    const others = (async () => {
      while (asking) {
        const began = performance.now();
        await admin.get("/admin/dept/page?size=20");
        calls.push(performance.now() - began);
        await setTimeout(50);
      }
    })();
    while (running(last)) {
      await setTimeout(500);
      const now = await backend.ask("resident");
      if (process.env.MEMORY)
        console.log(
          `      ${last.stage} rss ${(now.rss / MB).toFixed(0)} heap ${(now.heapUsed / MB).toFixed(0)} of ${(now.heapTotal / MB).toFixed(0)} external ${(now.external / MB).toFixed(0)}`,
        );
      most = Math.max(most, now.rss);
      last = await state(id);
      stages.add(`${last.stage} ${last.done}`);
      if (last.stage) times.set(last.stage, (times.get(last.stage) ?? 0) + 0.5);
    }
    asking = false;
    await others;
    const { held, cpuMs } = await backend.ask("loop");
    const after = await backend.ask("memory");
    calls.sort((a, b) => a - b);
    return {
      last,
      seconds: (performance.now() - from) / 1000,
      grownMb: (most - idle.rss) / MB,
      keptMb: (after.heapUsed - before.heapUsed) / MB,
      p95: calls[Math.floor(calls.length * 0.95)] ?? 0,
      slowest: calls.at(-1) ?? 0,
      held,
      moves: stages.size,
      cpu: (cpuMs - before.cpuMs) / 1000,
      times: [...times].filter(([, s]) => s >= 1).map(([stage, s]) => `${stage} ${s.toFixed(0)} s`),
    };
  }

  function report(name, { last, seconds, grownMb, keptMb, p95, slowest, held, moves, cpu, times }, limit) {
    say(
      seconds <= limit,
      `${name}: ${seconds.toFixed(0)} s (at most ${limit.toFixed(0)}), ${last.status}, added ${last.added}, changed ${last.changed}, ${last.errorCount} errors, ${moves} times another progress ${last.message ?? ""}`,
    );
    console.log(`    ${cpu.toFixed(0)} s of the process; ${times.join(", ")}`);
    say(
      grownMb <= MOST.grownMb,
      `  process grew by ${grownMb.toFixed(0)} MB (at most ${MOST.grownMb}), its heap keeps ${keptMb.toFixed(0)} MB of them`,
    );
    say(
      p95 <= MOST.p95,
      `  other calls: p95 ${p95.toFixed(0)} ms (at most ${MOST.p95}), slowest ${slowest.toFixed(0)} ms`,
    );
    say(
      held.max <= MOST.held,
      `  event loop held for ${held.max.toFixed(0)} ms (at most ${MOST.held} beyond that of a quiet process), p99 ${held.p99.toFixed(0)} ms`,
    );
  }

  const bytes = await workbook(wanted);
  console.log(`  ${wanted} SKUs, ${wanted} mappings, ${(bytes.length / MB).toFixed(1)} MB`);
  await admin.get("/admin/dept/page?size=20");
  const idle = await backend.ask("memory");
  await backend.ask("loop");
  await setTimeout(5000);
  const quiet = (await backend.ask("loop")).held.max;
  console.log(`  event loop held for ${quiet.toFixed(0)} ms while nothing goes on`);

  let from = performance.now();
  const first = await upload(bytes);
  await setTimeout(4000);
  from = performance.now();
  await admin.post(`/setup/workbook/${first}/cancel`, {});
  while (running(await state(first))) await setTimeout(100);
  const given = (performance.now() - from) / 1000;
  const { status } = await state(first);
  say(
    status === "cancelled" && given <= MOST.cancel,
    `cancelled: ${status} after ${given.toFixed(1)} s (at most ${MOST.cancel})`,
  );

  from = performance.now();
  const id = await upload(bytes);
  report("check", await watched(id, from), MOST.check);
  from = performance.now();
  await admin.post(`/setup/workbook/${id}/commit`, {});
  report("import", await watched(id, from), MOST.commit);
  if (!process.env.SHORT) {
    from = performance.now();
    const again = await upload(bytes);
    report("the same once more", await watched(again, from), MOST.check);
    from = performance.now();
    const dearer = await upload(await workbook(wanted, 2));
    report("every price another one", await watched(dearer, from), MOST.check);
  }
  await db.end();
  await backend.stop();
} finally {
  stopAll();
}
