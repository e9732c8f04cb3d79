import { standInsUrl } from "#backend/engine/connect/connector";
import { followGrowth } from "#backend/engine/documents/tables/schema";
import { closeDemoAdmin } from "#backend/platform/auth/demo/account";
import type { BackendConfig } from "#backend/platform/config";
import { type Database, errorText, type Sql } from "#backend/platform/db";
import { today } from "#backend/platform/values";
import { documents } from "#documents";
import { seedAdChanges } from "./advertising/changes";
import { seedBudgets } from "./advertising/target-portfolios";
import { seedDemo } from "./demo";
import { advanceFacts } from "./facts/advance";
import { seedFacts } from "./facts/facts";
import { wantedSize } from "./facts/listings";
import { seedMonths } from "./finance/months";
import { seedMasters } from "./masters";
import { profileMade } from "./options";
import { seedReplenish } from "./replenish";
import { loadSnapshot } from "./snapshot/load";
import { tellCampaigns, tellDays } from "./stand-ins";
import { seedSystem } from "./system";

type BeginLog = (line: string) => void;

/** Puts in the demonstration that was made once, unless the settings ask for another one. @returns whether it did */
async function load(db: Database, log: BeginLog): Promise<boolean> {
  const profile = profileMade();
  if (!profile) return false;
  const started = Date.now();
  const rows = await loadSnapshot(db, profile, { today: today() });
  if (rows) log(`演示数据：载入 ${rows} 行（${((Date.now() - started) / 1000).toFixed(1)} 秒）`);
  return !!rows;
}

/** Kilobytes from which on a table cannot be planned for without knowing what is in it. */
const LARGE = 128;

/** Does something with each table that is large. */
async function ofLarge(db: Sql, what: "analyze" | "vacuum (full, analyze)"): Promise<void> {
  const found = await db.one<{ names: string | null }>(
    `select string_agg(quote_ident(relname), ', ') as names from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) >= $1 * 1024`,
    [LARGE],
  );
  if (found?.names) await db.query(`${what} ${found.names}`);
}

/** Looks at three of a hundred rows that statistics are made of otherwise. */
async function roughly(db: Database): Promise<void> {
  await db.tx(async (sql) => {
    await sql.query("set local default_statistics_target = 3");
    await ofLarge(sql, "analyze");
  });
}

/** What PostgreSQL says where one may not. */
const REFUSED = "42501";

/** What was loaded was changed at once, and what hangs on it made anew: gives back the room of what was there first. */
async function giveBackRoom(db: Database, log: BeginLog): Promise<void> {
  try {
    await ofLarge(db, "vacuum (full, analyze)");
    await db.query(
      "vacuum full pg_attrdef, pg_attribute, pg_class, pg_constraint, pg_depend, pg_proc, pg_rewrite, pg_statistic, pg_trigger",
    );
    // What was loaded counts as changed and would be vacuumed within the minute, which writes as much log again as
    // there is; the log of all this goes. A database of one's own may not be told to.
    for (const what of ["select pg_stat_reset()", "checkpoint"])
      await db.query(what).catch((error) => {
        if (errorText(error, "code") !== REFUSED) throw error;
      });
  } catch (error) {
    log(`演示数据：磁盘空间没有腾出，不影响使用：${errorText(error, "message")}`);
  }
}

/** Nobody is told longer that figures come: what broke off is done at the next start. */
const COMING_MS = 300_000;
let comingUntil = 0;

/** Whether figures of former days are still being made by this process: their pages say so. */
export const figuresComing = (): boolean => Date.now() < comingUntil;

let standInsTold = false;

/** Whether reports may be asked for: stand-ins are told first what the demonstration has. */
export const mayAskReports = (): boolean => standInsTold || !standInsUrl();

/**
 * What the first start of a demonstration puts in.
 * @param known there is one already
 * @returns the rest, which the first page need not wait for
 */
export async function beginDemonstration(
  db: Database,
  config: Partial<Pick<BackendConfig, "adminPassword">>,
  log: BeginLog,
  known: boolean,
): Promise<() => Promise<void>> {
  const loaded = !known && (await load(db, log));
  const made = (await seedSystem(db)) || loaded;
  await seedMasters(db);
  /** Demo data that later programs add to a database that is in use: it starts without what fails. */
  const demonstrate = async (what: string, work: (db: Database) => Promise<boolean>) => {
    try {
      return await work(db);
    } catch (error) {
      if (made) throw error;
      console.error(error);
      log(`演示数据“${what}”没有补上，已有数据不受影响：${errorText(error, "message")}`);
      return false;
    }
  };
  const demo = await demonstrate("单据", (d) => seedDemo(d, { log }));
  // What only helps to find need not be there for the first page.
  if (!loaded) await followGrowth(db, documents);
  // Without statistics the planner takes tenfold for the first menus; those of all rows and tables take much longer.
  if (loaded) await roughly(db);
  else if (made || demo) await db.query("analyze");
  if (config.adminPassword && (await closeDemoAdmin(db, config.adminPassword)))
    log("管理员 admin 已改用 ADMIN_PASSWORD 的密码");
  /** Stand-ins begin after this: they hear of the campaigns and days that there are by then. */
  const told = async () => {
    const url = standInsUrl();
    if (!url) return;
    await tellCampaigns(db, url);
    await tellDays(db, url);
    standInsTold = true;
  };
  const rest = async () => {
    await demonstrate("月结", (d) => seedMonths(d, { log }));
    await demonstrate("经营数据", (d) => seedFacts(d, { log }));
    await demonstrate("广告预算", (d) => seedBudgets(d, { log }));
    await told();
    await demonstrate("广告操作", (d) => seedAdChanges(d, { log }));
    await demonstrate("补货", (d) => seedReplenish(d, { log }));
  };
  const figures = () => db.one("select 1 from demo_setting where through is not null");
  // A first start that was ended early left the same to be done; nobody has seen figures yet.
  if (loaded || (wantedSize(process.env).size && !(await figures()))) {
    comingUntil = Date.now() + COMING_MS;
    return async () => {
      await followGrowth(db, documents);
      await db.query("analyze");
      await rest().finally(() => {
        comingUntil = 0;
      });
      await giveBackRoom(db, log);
    };
  }
  // Where people work already, what makes figures is this program's before anything runs.
  await rest();
  return told;
}

/** Puts into a database that has its tables all that the first page needs; its first start does the rest. */
export async function loadDemonstration(db: Database): Promise<void> {
  await beginDemonstration(db, {}, () => {}, false);
  await followGrowth(db, documents);
}

/** The daily run of the demonstration: figures up to yesterday, of which the stand-ins hear. */
export async function advanceDemonstration(db: Database): Promise<void> {
  const url = standInsUrl();
  await followGrowth(db, documents);
  if ((await advanceFacts(db)) && url) await tellDays(db, url);
}
