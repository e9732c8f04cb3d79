// Every figure of home, cockpit and advertising over HTTP against an independent SQL over the facts of each day.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { start } from "../bench/servers.mjs";
import { ads } from "./analytics-ads.mjs";
import { cockpit } from "./analytics-cockpit.mjs";
import { FIGURES } from "./analytics-sql.mjs";
import { people } from "./people.mjs";

const READ_MS = 5_000;
const MOST_READS = 40;

/** Departments that a person with 本部门及下级 sees. */
const SEEN = `with recursive d as (
    select dept_id as id from sys_user where username = $1
    union all select c.id from sys_dept c join d on c.parent_id = d.id)
  select string_agg(id::text, ',') as ids from d`;

/** Waits until what the start asks of jobs is posted: they write costs and fees into the days. */
async function atRest(db) {
  const read = async () =>
    JSON.stringify(
      (
        await db.query(
          `select count(*), sum(stock_loss), sum(product_cost), sum(other_fee), sum(storage_fee) from fact_trade_daily`,
        )
      ).rows,
    );
  let before = "";
  for (let n = 0; n < MOST_READS; n++) {
    const { rows } = await db.query(
      "select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1",
    );
    const now = await read();
    if (!rows.length && now === before) return;
    before = now;
    await sleep(READ_MS);
  }
  throw new Error("the figures do not come to rest");
}

/** @param size of the demo facts: standard, small or full */
export async function analytics(book, size) {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-analytics-"));
  const env = {
    DATA_DIR: dir,
    DATABASE_URL: "",
    DEMO: "on",
    DEMO_PROFILE: "small",
    DEMO_FACTS: size,
    PASSWORD_ENCODING: "base64",
  };
  console.log(`正在准备演示数据（${size}）……`);
  const seeded = spawnSync(process.execPath, ["scripts/start.mjs", "seed"], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (seeded.status !== 0) throw new Error("演示数据没有准备好");
  const backend = await start(() => ["scripts/start.mjs", "backend"], { ready: "/readyz", env });
  const db = new pg.Client({
    host: path.join(dir, "pg"),
    user: "postgres",
    database: "erp",
    options: "-c timezone=Asia/Shanghai",
  });
  try {
    await db.connect();
    const as = people(`${backend.url}/api`);
    await atRest(db);
    await db.query(FIGURES);
    const { rows } = await db.query(
      `select to_char(date_trunc('month', now()) - interval '1 day', 'YYYYMM') as month,
         ((now() at time zone 'America/Los_Angeles')::date - 1)::text as "end"`,
    );
    const [{ month, end }] = rows;
    await cockpit({ db, as, book, who: "admin", where: "true", month });
    const { ids } = (await db.query(SEEN, ["ops_manager"])).rows[0];
    await cockpit({ db, as, book, who: "ops_manager", where: `dept_id in (${ids})`, month });
    await ads({ db, as, book, who: "admin", end, days: 7 });
    await ads({ db, as, book, who: "admin", end, days: 30 });
  } finally {
    await db.end();
    await backend.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
