import path from "node:path";
import { resealConfigs } from "#backend/domain/base/etl/reseal";
import { bringUpToDate } from "#backend/engine/documents/tables/schema";
import { keepFirst, markFirst } from "#backend/platform/auth/first-password";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, NO_LIMITS, openDatabase } from "#backend/platform/db";
import { type Cluster, type FirstCluster, prepareFirst, startCluster } from "#backend/platform/db/cluster/cluster";
import { watchCluster } from "#backend/platform/db/cluster/watch";
import { requireDataDir } from "#backend/platform/db/data-dir";
import { ensureDatabase } from "#backend/platform/db/migrate";
import { requireReachable, requireSessions, requireZone } from "#backend/platform/db/reach";
import { openStandby, type Standby } from "#backend/platform/db/standby";
import { CLEANED, cleanLogs } from "#backend/platform/logs/clean";
import { DEMO_KEYS, ringOf, setKeys } from "#backend/platform/personal/ring";
import { foundCompany } from "#backend/platform/tenancy/found";
import { requireKind } from "#backend/platform/tenancy/kind";
import { randomPassword } from "#backend/platform/values/random-password";
import { documents } from "#documents";
import { beginDemonstration, loadDemonstration, snapshotMark } from "./demo";

export interface Booted {
  /** For what works by itself: it takes the time that it needs. */
  db: Database;
  /** For calls, whose work has limits. */
  calls: Database;
  /** What some of them read from. */
  standby?: Standby;
  stop(): Promise<void>;
}

/** A database that can be served from. */
export interface ReadyDatabase extends Booted {
  /** Puts in what the first page need not wait for: figures of former days. */
  rest(): Promise<void>;
}

type BootLog = (line: string) => void;

interface BootTold {
  log: BootLog;
  /** Hears in one sentence that the embedded database cannot be kept running. */
  failed: BootLog;
}

/** Jobs under way hold all connections for a while at times: another waits its turn. */
const JOBS_CONNECT_SECONDS = 60;

/** A standby that does not answer is left soon: the primary is there. */
const STANDBY_CONNECT_SECONDS = 1;

function opened(url: string, config: BackendConfig, log: BootLog, stopped: () => Promise<void>): Booted {
  const { databasePool, databaseLimits, pooledUrl } = config;
  const db = openDatabase(url, undefined, { ...NO_LIMITS, connect: JOBS_CONNECT_SECONDS });
  const calls = openDatabase(pooledUrl ?? url, databasePool, databaseLimits, pooledUrl && url);
  const read = config.standby && { ...config.standby, limits: { ...databaseLimits, connect: STANDBY_CONNECT_SECONDS } };
  // Nothing is kept in its sessions: a pooler of either kind may stand before it.
  const standby =
    read && openStandby(openDatabase(read.url, databasePool, read.limits, read.url), calls, read.lagSeconds, log);
  return {
    db,
    calls,
    ...(standby && { standby }),
    async stop() {
      await standby?.close();
      await Promise.all([calls.close(), db.close()]);
      await stopped();
    },
  };
}

/** What the installation leaves: a database with its tables and no row of a company, and one with the demonstration. */
const FIRST_CLUSTER: FirstCluster = { dir: path.resolve("build/first-cluster") };
const FIRST_DEMONSTRATION: FirstCluster = {
  dir: path.resolve("build/first-demonstration"),
  holds: snapshotMark,
  once: true,
};

/** The company's PostgreSQL, or the embedded one below DATA_DIR. */
async function open(config: BackendConfig, { log, failed }: BootTold): Promise<Booted> {
  const { databaseUrl, dataDir } = config;
  requireDataDir(dataDir);
  setKeys(ringOf(config));
  if (databaseUrl) {
    await requireReachable(databaseUrl);
    await requireSessions(databaseUrl);
    const found = opened(databaseUrl, config, log, async () => {});
    await Promise.all([requireZone(found.db), requireZone(found.calls)]).catch(async (error) => {
      await found.stop();
      throw error;
    });
    return found;
  }
  // A company's cluster is its own from its first byte: copies bear the number of what they were copied from.
  const shown = config.demo ? { shortLog: true, first: [FIRST_DEMONSTRATION, FIRST_CLUSTER] } : {};
  const cluster = await watchCluster(() => startCluster({ dataDir, log, ...shown }), { log, failed });
  await ensureDatabase(cluster, "erp");
  return opened(cluster.connectionString("erp"), config, log, () => cluster.stop());
}

/** A company of its own begins with one administrator and nothing invented (company.md 1.1). */
async function begin(db: Database, { adminPassword, dataDir }: BackendConfig, log: BootLog): Promise<void> {
  const password = adminPassword ?? randomPassword();
  // One that was chosen is its owner's; what was made here others may have read.
  const made = await foundCompany(db, password, async (sql, admin) => {
    if (!adminPassword) await markFirst(sql, admin);
  });
  if (!made) return;
  await db.query("analyze");
  if (!adminPassword) log(`已创建管理员 admin，初始密码：${keepFirst(dataDir, password)}`);
}

/** What earlier programs kept in the clear: taken out once. */
async function cleanOnce(db: Database): Promise<void> {
  if (await db.one("select 1 from seed_marker where name = $1", [CLEANED])) return;
  await resealConfigs(db);
  await cleanLogs(db);
  await db.query("insert into seed_marker (name) values ($1) on conflict do nothing", [CLEANED]);
}

/** Opens the database, brings it up to date and seeds it once; progress goes to `log`. */
export async function boot(config: BackendConfig, log: BootLog, failed = log): Promise<ReadyDatabase> {
  const booted = await open(config, { log, failed });
  try {
    const known = await requireKind(booted.db, config.demo ? "demonstration" : "company");
    const applied = await bringUpToDate(booted.db, documents, { small: config.demo });
    // Of an empty database everything is new.
    if (applied.length && known) log(`数据库已升级：${applied.join("、")}`);
    await cleanOnce(booted.db);
    const rest = await (config.demo ? beginDemonstration : begin)(booted.db, config, log, !!known);
    return { ...booted, rest: rest ?? (async () => {}) };
  } catch (error) {
    await booted.stop();
    throw error;
  }
}

/** Does something in the database of a server, and lets go of it. */
async function inErp(cluster: Cluster, work: (db: Database) => Promise<unknown>): Promise<void> {
  await ensureDatabase(cluster, "erp");
  const db = openDatabase(cluster.connectionString("erp"));
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/**
 * `prepare`: leaves beside the program a database with its tables, and unless this will be a company's one with the
 * demonstration: the first start of a demonstration takes them.
 */
export async function prepareCommand(config: BackendConfig): Promise<void> {
  await prepareFirst(FIRST_CLUSTER, (cluster) =>
    inErp(cluster, async (db) => {
      await bringUpToDate(db, documents, { small: true });
      // What a database is made from takes eight megabytes; another one is made from template0.
      await db.query("update pg_database set datistemplate = false where datname = 'template1'");
      for (const unused of ["postgres", "template1"]) await db.query(`drop database if exists ${unused}`);
      // Migrations leave of the catalogue more holes than rows.
      await db.query("vacuum full pg_attribute, pg_class, pg_constraint, pg_depend, pg_index, pg_trigger, pg_proc");
    }),
  );
  if (!config.demo || !snapshotMark()) return;
  setKeys(DEMO_KEYS);
  await prepareFirst(FIRST_DEMONSTRATION, (cluster) => inErp(cluster, loadDemonstration), [FIRST_CLUSTER]);
}
