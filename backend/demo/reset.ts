import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import { quoted } from "#backend/engine/backup/catalogue";
import { bringUpToDate } from "#backend/engine/documents/tables/schema";
import type { BackendConfig } from "#backend/platform/config";
import { advisoryKey, type Database, errorText, onClient, openDatabase } from "#backend/platform/db";
import { joinCluster } from "#backend/platform/db/cluster/cluster";
import { NO_DATABASE } from "#backend/platform/db/migrate";
import { withDatabase } from "#backend/platform/db/with-database";
import { type Caller, conflict, endpoint, forbidden, invalidAt } from "#backend/platform/http";
import { ringOf, setKeys } from "#backend/platform/personal/ring";
import { kindOf, RESTORED } from "#backend/platform/tenancy/kind";
import { documents } from "#documents";
import { beginDemonstration } from "./begin";

type ResetLog = (line: string) => void;
/** What a reset needs to know of the settings. */
type ResetSettings = Pick<BackendConfig, "adminPassword" | "dataDir">;

/** In use by somebody who connected again meanwhile. */
const IN_USE = "55006";
/** There is a database of this name. */
const TAKEN = "42P04";
const TRIES = 60;
const PAUSE_MS = 100;

const at = (connectionString: string, database: string): string => {
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.toString();
};

/** @throws Refusal 409 where the database is a company's */
async function requireDemonstration(connectionString: string): Promise<string> {
  const db = openDatabase(connectionString, 1);
  try {
    if ((await kindOf(db)) !== "demonstration") throw conflict("当前数据库不是演示数据，不能恢复");
    return (await db.one<{ name: string }>("select current_database() as name"))?.name ?? "";
  } finally {
    await db.close();
  }
}

/** @throws every error but this one */
const unless = (code: string) => (error: unknown) => {
  if (errorText(error, "code") !== code) throw error;
};

/**
 * A connection beside the database that is to go: a demonstration's own server has no other one, and is given one for
 * as long as it takes.
 * @throws Refusal 409 where the server has none for us
 */
const beside = (connectionString: string, name: string, work: (client: pg.Client) => Promise<void>) =>
  onClient(at(connectionString, "postgres"), work)
    .catch(async (error: unknown) => {
      if (errorText(error, "code") !== NO_DATABASE) throw error;
      const another = `${name}_beside`;
      // One that was left, or of whoever restores just now.
      await onClient(connectionString, (client) =>
        client.query(`create database ${quoted(another)} template template0`).catch(unless(TAKEN)),
      );
      await onClient(at(connectionString, another), work).finally(() =>
        onClient(connectionString, (client) =>
          client.query(`drop database if exists ${quoted(another)}`).catch(unless(IN_USE)),
        ),
      );
    })
    .catch((error: unknown) => {
      const refused = ["42501", "28000", "28P01"].includes(errorText(error, "code"));
      throw refused ? conflict(MAY_NOT) : error;
    });

const MAY_NOT = "当前数据库账号不能新建数据库，不能恢复；请授予CREATEDB并允许连接postgres库";

async function requireMay(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select (r.rolsuper or r.rolcreatedb) and pg_has_role(d.datdba, 'member') as may
     from pg_roles r, pg_database d where r.rolname = current_user and d.datname = $1`,
    [name],
  );
  if (!rows[0]?.may) throw conflict(MAY_NOT);
  // One at a time, wherever it was asked for.
  const locked = await client.query<{ mine: boolean }>(
    `select pg_try_advisory_lock(${advisoryKey("demoReset")}) as mine`,
  );
  if (!locked.rows[0]?.mine) throw conflict("正在恢复，请稍候");
}

/** Everything that a first start puts into an empty database. @returns what can follow later */
async function fill(connectionString: string, settings: ResetSettings, log: ResetLog): Promise<void> {
  const db = openDatabase(connectionString, 4);
  try {
    await bringUpToDate(db, documents, { small: true });
    await beginDemonstration(db, settings, log, false);
    await db.query("insert into seed_marker (name) values ($1) on conflict (name) do update set done_at = now()", [
      RESTORED,
    ]);
  } finally {
    await db.close();
  }
}

/** The full one takes the name of the old one, which goes: both names at once, or none. */
async function swap(client: pg.Client, name: string, next: string, old: string): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = any ($1) and pid <> pg_backend_pid()",
        [[name, next]],
      );
      await client.query("begin");
      await client.query(`alter database ${quoted(name)} rename to ${quoted(old)}`);
      await client.query(`alter database ${quoted(next)} rename to ${quoted(name)}`);
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (errorText(error, "code") !== IN_USE || tries >= TRIES) throw error;
      await sleep(PAUSE_MS);
    }
}

/**
 * Brings a demonstration back to what a first start would have: it is made in a second database, which then
 * takes the name of the first. Connections to it end; who works with it connects anew.
 * @throws Refusal 409 where it is none, where the role may make no database, and while another one goes on
 */
export async function resetDemonstration(
  connectionString: string,
  settings: ResetSettings,
  log: ResetLog,
): Promise<void> {
  const name = await requireDemonstration(connectionString);
  const [next, old] = [`${name}_next`, `${name}_old`];
  await beside(connectionString, name, async (client) => {
    await requireMay(client, name);
    for (const left of [next, old]) await client.query(`drop database if exists ${quoted(left)} with (force)`);
    await client.query(`create database ${quoted(next)} template template0`);
    try {
      await fill(at(connectionString, next), settings, log);
      await swap(client, name, next, old);
    } catch (error) {
      await client.query(`drop database if exists ${quoted(next)} with (force)`);
      throw error;
    }
    await client.query(`drop database ${quoted(old)} with (force)`);
  });
  // What was uploaded belonged to rows that are gone.
  rmSync(path.join(settings.dataDir, "files"), { recursive: true, force: true });
  log("演示已恢复到初始状态");
}

/** Figures and what follows of them, which nobody waited for. */
async function follow(db: Database, settings: ResetSettings, log: ResetLog): Promise<void> {
  await (await beginDemonstration(db, settings, log, true))();
}

/** `npm run demo:reset`, also while the product runs. */
export function resetCommand(config: BackendConfig, log: ResetLog): Promise<void> {
  setKeys(ringOf(config));
  return withDatabase(
    config,
    log,
    async (connectionString) => {
      await resetDemonstration(connectionString, config, log);
      const db = openDatabase(connectionString, 4);
      await follow(db, config, log).finally(() => db.close());
    },
    joinCluster,
  );
}

/** Only administrators take everybody's work away. */
export const mayReset = (caller: Caller): boolean => caller.roles.includes("ADMIN");

const WORD = "恢复";
/** Whoever asked is answered before the console gives up; a slow machine goes on. */
const PATIENCE_MS = 24_000;

async function followed(connectionString: string, settings: ResetSettings): Promise<void> {
  const db = openDatabase(connectionString, 4);
  await follow(db, settings, console.log)
    .catch((error: unknown) => console.error(`演示数据没有补全，下次启动再试：${errorText(error, "message")}`))
    .finally(() => db.close());
}

export const resetEndpoint = endpoint({
  tag: "演示",
  method: "post",
  path: "/demo/reset",
  title: "恢复演示数据",
  body: z.object({ word: z.string().max(20) }),
  response: z.object({ done: z.boolean() }),
  async handle({ db, caller, config, body }) {
    if (!mayReset(caller)) throw forbidden();
    if (!config.demo) throw conflict("当前数据库不是演示数据，不能恢复");
    if (body.word.trim() !== WORD) throw invalidAt("word", `请输入“${WORD}”`);
    const work = resetDemonstration(db.direct, config, console.log);
    void work.then(() => followed(db.direct, config)).catch(() => {}); // the caller hears of it, or the log
    const done = await Promise.race([work.then(() => true), sleep(PATIENCE_MS).then(() => false)]);
    if (!done) work.catch((error: unknown) => console.error(`演示没有恢复：${errorText(error, "message")}`));
    return { done };
  },
});
