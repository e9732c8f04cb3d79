import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { pictureHash } from "#backend/domain/purchase/contract/picture";
import { quoted, tablesOf, unguard } from "#backend/engine/backup/catalogue";
import { type Database, errorText, wrap } from "#backend/platform/db";
import { lockAdvisory } from "#backend/platform/db/advisory";
import { today } from "#backend/platform/values";
import { documents } from "#documents";
import { profileMade } from "../options";
import { makeOrderMonths } from "../platform/orders";
import { COPY_FORM, readSnapshot, type SnapshotManifest } from "./archive";
import { agesAs, moveRows, mover } from "./shift";

/** Where the demonstration of a profile lies. */
export const snapshotFile = (profile: string): string => path.resolve("demo", `${profile}.tar.gz`);

/**
 * What a demonstration of this day and these settings is put in from; empty where they ask for one that was not made.
 * @throws Error in Chinese for settings that say nothing
 */
export function snapshotMark(): string {
  const profile = profileMade();
  const file = profile && snapshotFile(profile);
  if (!file || !existsSync(file)) return "";
  return `${profile} ${today()} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
}

const DAY_MS = 86_400_000;
/** Rows from which on an index is made faster after them than along with them. */
const MANY = 1000;
/** Characters that are moved and sent at once, so that the page of a start answers meanwhile. */
const AT_ONCE = 1 << 20;

/**
 * Whole days by which a demonstration is moved, so that it ended before today did begin in Shanghai. Bound by the
 * hour instead, what is overdue would depend on the hour of the first start.
 */
export const daysSince = (until: string, today: string): number =>
  Math.floor((Date.parse(`${today}T00:00:00+08:00`) - Date.parse(until)) / DAY_MS);

const prefixes: ReadonlySet<string> = new Set(documents.flatMap(({ number }) => (number ? [number] : [])));

/** Pieces of whole rows. */
function* piecesOf(rows: string) {
  for (let at = 0; at < rows.length; ) {
    const end = rows.indexOf("\n", Math.min(at + AT_ONCE, rows.length) - 1);
    const next = end < 0 ? rows.length : end + 1;
    yield rows.slice(at, next);
    at = next;
  }
}

/** The same, each read while the one before it is worked on. */
async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = source.next(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = source.next();
      // Whoever breaks off hears his own fault.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await source.return(undefined).catch(() => {});
  }
}

/** Takes away indexes of these tables that no constraint stands on. @returns makes them again */
async function dropIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and not c.relispartition
       and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${quoted(name)}`);
  return async () => {
    // Of a table in parts it names the whole alone; its parts get theirs as well.
    for (const { definition } of indexes) await client.query(definition.replace(" ON ONLY ", " ON "));
  };
}

/** Those of them that are not in parts. */
async function wholeOf(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and oid = any ($1::text[]::regclass[])",
    [tables],
  );
  return rows.map(({ name }) => name);
}

async function take(
  client: pg.ClientBase,
  { tables }: SnapshotManifest,
  move: ReturnType<typeof mover>,
  { table, rows, as }: { table: string; rows: string; as: string },
) {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const ages = columns.map(({ name, type }) => agesAs(name, type));
  const list = columns.map(({ name }) => quoted(name)).join(", ");
  const moved = function* () {
    for (const piece of piecesOf(rows)) yield moveRows(piece, ages, move);
  };
  await pipeline(Readable.from(moved()), client.query(copyFrom(`copy ${quoted(table)} (${list}) from stdin${as}`)));
}

/** What follows of days that were moved: the day of a site whose clock was put back meanwhile, hashes of pictures. */
async function settle(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update platform_order set purchase_day = (purchase_time at time zone time_zone)::date
     where purchase_day <> (purchase_time at time zone time_zone)::date`,
  );
  const { rows } = await client.query<{ id: string; snapshot: Parameters<typeof pictureHash>[0]; hash: string }>(
    "select id, snapshot, hash from purchase_contract_picture",
  );
  const wrong = rows.flatMap(({ id, snapshot, hash }) => {
    const now = pictureHash(snapshot);
    return now === hash ? [] : [{ id, hash, now }];
  });
  const values = [wrong.map((r) => r.hash), wrong.map((r) => r.now), wrong.map((r) => r.id)];
  await client.query(
    `update purchase_contract h set pic_hash = x.now from unnest($1::text[], $2::text[], $3::bigint[]) x(hash, now, id)
       join purchase_contract_picture p on p.id = x.id
     where h.id = p.purchase_contract_id and h.pic_hash = x.hash`,
    values,
  );
  await client.query(
    `update purchase_contract_picture p set hash = x.now from unnest($1::text[], $2::text[], $3::bigint[]) x(hash, now, id)
     where p.id = x.id`,
    values,
  );
}

/** Fills an empty database, all of it or nothing. @returns how many rows there are */
async function fill(client: pg.ClientBase, file: string, today: string): Promise<number> {
  let manifest: SnapshotManifest | undefined;
  let move = mover(0, prefixes);
  const again: (() => Promise<void>)[] = [];
  const frozen = new Set<string>();
  for await (const part of ahead(readSnapshot(file))) {
    if ("tables" in part) {
      manifest = part;
      move = mover(daysSince(part.until, today), prefixes);
      const many = part.tables.flatMap(({ name, rows }) => (rows >= MANY ? [name] : []));
      const guard = await unguard(client, await tablesOf(client));
      again.push(await dropIndexes(client, many), guard);
      // Rows of a table that was emptied in their transaction need no log.
      const emptied = many.map((name) => `truncate ${quoted(name)}`);
      // What came with the program is among the rows.
      for (const name of await wholeOf(client, many)) frozen.add(name);
      await client.query([...emptied, ...part.tables.map(({ name }) => `delete from ${quoted(name)}`)].join(";"));
    } else if (manifest) await take(client, manifest, move, { ...part, as: frozen.has(part.table) ? " (freeze)" : "" });
  }
  if (!manifest) throw new Error("缺少目录");
  await client.query(
    `select setval(quote_ident(name)::regclass, value) from unnest($1::text[], $2::bigint[]) s(name, value)
     where to_regclass(quote_ident(name)) is not null`,
    [Object.keys(manifest.sequences), Object.values(manifest.sequences)],
  );
  for (const one of again) await one();
  await settle(client);
  await client.query("select ap_rebuild(), stock_rebuild()");
  return manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Loads the demonstration that was made once (company.md 3.1) into a database that has its tables and no
 * company, moved to today. Does nothing where there is one.
 * @returns how many rows, or nothing where there was no need
 * @throws Error that names the file when it does not fit this program
 */
export async function loadSnapshot(
  db: Database,
  profile: string,
  { today }: { today: string },
): Promise<number | undefined> {
  const file = snapshotFile(profile);
  if (!existsSync(file)) throw new Error(`演示数据 ${file} 不存在，请重新安装程序`);
  await makeOrderMonths(db, today);
  const client = await db.pool.connect();
  try {
    await client.query("begin");
    const sql = wrap(client);
    await lockAdvisory(sql, "seed");
    const founded = await sql.one("select 1 from seed_marker where name = 'system'");
    await client.query(COPY_FORM);
    const rows = founded ? undefined : await fill(client, file, today);
    // Figures are left out of the archive; what settlements say of orders and reports of listings is there again.
    if (rows) await sql.query("select fact_order_fill(), fact_listing_fill()");
    await client.query("commit");
    client.release(true);
    return rows;
  } catch (error) {
    // Its settings are not those of others.
    client.release(true);
    throw new Error(`演示数据 ${file} 与程序不符：${errorText(error, "message")}`, { cause: error });
  }
}
