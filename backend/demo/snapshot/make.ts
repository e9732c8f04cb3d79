import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import type pg from "pg";
import { purgePersonal } from "#backend/domain/personal/purge";
import { quoted, tablesOf } from "#backend/engine/backup/catalogue";
import { syncTables } from "#backend/engine/documents/tables/table";
import { keepPlans, onClient, openDatabase } from "#backend/platform/db";
import { startCluster } from "#backend/platform/db/cluster/cluster";
import { ensureDatabase, migrate } from "#backend/platform/db/migrate";
import { FACT_TABLES, makeMonths, makeMonthsAhead } from "#backend/platform/db/month-parts";
import { installQueue } from "#backend/platform/jobs/queue";
import { CLEANED, cleanLogs } from "#backend/platform/logs/clean";
import { DEMO_KEYS, setKeys } from "#backend/platform/personal/ring";
import { documents } from "#documents";
import { CLOCK_SQL, inOwnTime } from "../clock";
import { seedDemo } from "../demo";
import { seedMasters } from "../masters";
import { makePictures } from "../pictures/make";
import { seedSystem } from "../system";
import { contentOf, writeSnapshot } from "./archive";
import { snapshotFile } from "./load";

const PROFILES = ["full", "small"] as const;
export type SnapshotProfile = (typeof PROFILES)[number];
/** What they have of everything, and how long what is done on their last day takes: it is over before midnight. */
const SIZES: Record<SnapshotProfile, { scale: number; stepMs: number }> = {
  full: { scale: 1, stepMs: 22_000 },
  small: { scale: 1 / 8, stepMs: 25_000 },
};

/** When the working day begins on which a demonstration is made, in Shanghai. */
const MORNING = "T09:00:00+08:00";
/** How far back people did something that counts in figures, a year. */
const PAST_MS = 366 * 86_400_000;

/** How many rows tables have before anything is put in: they come with the program. */
async function givenIn(client: pg.ClientBase): Promise<Map<string, number>> {
  const given = new Map<string, number>();
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${quoted(name)}`);
    if (rows[0]?.n) given.set(name, rows[0].n);
  }
  return given;
}

/**
 * Makes a demonstration by the product's own calls in an empty database, in a time of its own, and reads it.
 * @param day the day that it ends on, yyyy-MM-dd
 */
export async function makeDemonstration(
  connectionString: string,
  { profile, day, log }: { profile: SnapshotProfile; day: string; log: (line: string) => void },
) {
  return onClient(connectionString, async (client) => {
    await client.query(CLOCK_SQL);
    const { rows } = await client.query("select current_database() as name");
    // What stands first is found first: the clock before the one of PostgreSQL.
    await client.query(`alter database ${quoted(rows[0].name)} set search_path = public, pg_catalog`);
    const db = openDatabase(connectionString, 1);
    // One connection does all of it: what it plans anew costs more than what it keeps.
    const kept = keepPlans(2_000);
    let until = new Date();
    let given = new Map<string, number>();
    try {
      setKeys(DEMO_KEYS);
      await migrate(db);
      await syncTables(db, documents);
      await installQueue(db);
      given = await givenIn(client);
      const { scale, stepMs } = SIZES[profile];
      until = await inOwnTime(new Date(`${day}${MORNING}`), stepMs, db, async () => {
        // The months of its days: one that is missing would begin all of it anew, with other numbers.
        await makeMonths(db, FACT_TABLES, new Date(Date.now() - PAST_MS), new Date());
        await makeMonthsAhead(db);
        await seedSystem(db);
        await seedMasters(db);
        await seedDemo(db, { log, today: day, scale, documents: true });
        // As the night before would have: the first night after a load finds next to nothing to empty.
        await purgePersonal(db);
        await cleanLogs(db);
        await db.query("insert into seed_marker (name) values ($1)", [CLEANED]);
      });
    } finally {
      keepPlans(kept);
      await db.close();
    }
    return await contentOf(client, { until, given });
  });
}

/** `npm run demo:make -- [--profile small] [--day yyyy-MM-dd]`: makes the demonstration that starts load. */
export async function makeCommand(args: string[], log: (line: string) => void): Promise<void> {
  const { values } = parseArgs({ args, options: { profile: { type: "string" }, day: { type: "string" } } });
  const day = values.day ?? new Date().toISOString().slice(0, 10);
  const wanted = PROFILES.filter((p) => !values.profile || p === values.profile);
  await makePictures(log);
  for (const profile of wanted) {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), "erp-demo-"));
    const cluster = await startCluster({ dataDir, log, settings: { fsync: "off", synchronous_commit: "off" } });
    try {
      await ensureDatabase(cluster, "demo");
      const made = await makeDemonstration(cluster.connectionString("demo"), { profile, day, log });
      const file = snapshotFile(profile);
      await writeSnapshot(file, made);
      log(`已生成 ${file}：${made.manifest.tables.length} 张表`);
    } finally {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}
