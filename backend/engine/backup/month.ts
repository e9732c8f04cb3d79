import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { pack } from "tar-stream";
import { advisoryKey, diskReason, errorText, onClient, wrap } from "#backend/platform/db";
import { makeMonth } from "#backend/platform/db/month-parts";
import { type End, type MonthManifest, openMonth } from "./archive";
import { addJson, addRows, TEXT_FORM } from "./backup";
import { quoted, type TableShape, tablesOf } from "./catalogue";
import { taker } from "./take";
import { sha256Of } from "./tar";

/** Longest that a month waits for who uses its table; readers wait behind it meanwhile. */
const LOCK_MS = 2_000;

/** A month, yyyy-MM, of a table that lies apart by month. */
export interface TableMonth {
  table: string;
  month: string;
}

const partOf = ({ table, month }: TableMonth) => `${table}_${month.replace("-", "")}`;
const monthFile = (folder: string, { table, month }: TableMonth): string =>
  path.join(folder, `${table}-${month}.tar.gz`);

async function shapeOf(client: pg.ClientBase, { table, month }: TableMonth): Promise<TableShape> {
  const shape = (await tablesOf(client)).find(({ name }) => name === table);
  if (!shape) throw new Error(`数据库里没有表 ${table}`);
  return { ...shape, name: partOf({ table, month }) };
}

/** Reads a month's file to its end. @throws Error when it is cut or damaged */
async function countMonth(file: string): Promise<{ manifest: MonthManifest; rows: number }> {
  const { manifest, parts } = await openMonth(file);
  let rows = 0;
  for await (const part of parts) if (part.kind === "rows") rows += JSON.parse(part.rows).length;
  return { manifest, rows };
}

/** Writes the rows of a part while it is filled; whichever fails first ends the other. */
async function write(client: pg.ClientBase, of: TableMonth, shape: TableShape, file: string): Promise<void> {
  const archive = pack();
  const end: End = { rows: {}, files: 0 };
  const fill = async () => {
    const time = new Date().toISOString();
    const manifest: MonthManifest = { month: of.month, of: of.table, time, tables: [shape] };
    await addJson(archive, "month.json", manifest);
    await addRows(client, archive, shape, end);
    await addJson(archive, "end.json", end);
    archive.finalize();
  };
  const filled = fill().catch((error) => void archive.destroy(error));
  await pipeline(archive, createGzip(), createWriteStream(file, { mode: 0o600, flush: true })).finally(() => filled);
}

/** The name itself must outlive a power cut: the rows go on the strength of it. */
function nameFor(half: string, file: string): void {
  renameSync(half, file);
  const folder = openSync(path.dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** Somebody used the table for longer than is waited for, or waited for us. */
const BUSY = new Set(["55P03", "40P01"]);

const busy = ({ table, month }: TableMonth, what: string) =>
  new Error(`${table} ${month} 正在使用，没有${what}，请稍后再试`);

const wordsOf = (error: unknown, of: TableMonth, file: string): unknown => {
  const { table, month } = of;
  const disk = diskReason(error);
  if (BUSY.has(errorText(error, "code"))) return busy(of, "归档");
  return disk ? new Error(`${table} ${month} 没有归档，${file} 写不下去：${disk}`, { cause: error }) : error;
};

/**
 * Moves a month of a table into a file below the folder. Nobody writes to it meanwhile, everybody reads; the rows
 * go when the reader of restores has found as many in the file, and the file bears its name by then.
 * @returns number of rows and the file
 * @throws Error when the table is in use, or the file cannot be written; then the month is as it was
 */
export async function archiveMonth(connectionString: string, of: TableMonth, folder: string) {
  const file = monthFile(folder, of);
  const half = `${file}.part`;
  try {
    return await onClient(connectionString, async (client) => {
      await client.query(`${TEXT_FORM}; set lock_timeout to ${LOCK_MS}`);
      await client.query("begin");
      const shape = await shapeOf(client, of);
      const part = quoted(shape.name);
      await client.query(`lock table ${part} in share mode`);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await write(client, of, shape, half);
      const { rows } = await countMonth(half);
      const counted = await client.query<{ n: string }>(`select count(*) as n from ${part}`);
      if (Number(counted.rows[0]?.n) !== rows) throw new Error(`${file} 的行数与数据库不同，没有归档`);
      await client.query(`select pg_advisory_xact_lock(${advisoryKey("monthParts")})`);
      await client.query(`alter table ${quoted(of.table)} detach partition ${part}; drop table ${part}`);
      await client.query(
        "insert into archived_month (table_name, month, rows, file, sha256) values ($1, ($2 || '-01')::date, $3, $4, $5)",
        [of.table, of.month, rows, path.basename(file), await sha256Of(createReadStream(half))],
      );
      nameFor(half, file);
      await client.query("commit");
      return { rows, file };
    });
  } catch (error) {
    throw wordsOf(error, of, file);
  } finally {
    rmSync(half, { force: true });
  }
}

/** @throws Error when the table lacks a column of the file, which nobody may leave out */
function requireColumns(given: TableShape, now: TableShape): void {
  const gone = given.columns.find(({ name }) => !now.columns.some((column) => column.name === name));
  if (gone) throw new Error(`表 ${now.name} 已没有列 ${gone.name}，不能恢复，请用归档时的程序版本`);
}

/**
 * Brings a month back from its file, all of it or nothing. Columns that came since then get their defaults.
 * @param tables that may be restored
 * @throws Error when the file is not whole or another one than was archived, or the month has rows
 */
export async function restoreMonth(connectionString: string, file: string, tables: readonly string[]) {
  const { manifest, rows } = await countMonth(file);
  const { of: table, month, tables: shapes } = manifest;
  const of = { table, month };
  const [given] = shapes;
  if (!tables.includes(table) || given?.name !== partOf(of)) throw new Error(`不认识归档文件中的表 ${table}`);
  await onClient(connectionString, async (client) => {
    await client.query(`${TEXT_FORM}; set lock_timeout to ${LOCK_MS}`);
    await client.query("begin");
    const { rows: marks } = await client.query<{ sha256: string }>(
      "delete from archived_month where table_name = $1 and month = ($2 || '-01')::date returning sha256",
      [table, month],
    );
    if (marks[0] && marks[0].sha256 !== (await sha256Of(createReadStream(file))))
      throw new Error(`${file} 不是归档 ${table} ${month} 时写的文件，没有恢复`);
    await makeMonth(wrap(client), table, month);
    const shape = await shapeOf(client, of);
    const found = await client.query(`select 1 from ${quoted(shape.name)} limit 1`);
    if (found.rowCount) throw new Error(`${table} ${month} 已有数据，没有恢复`);
    requireColumns(given, shape);
    const take = taker(client, [given], [shape]);
    let taken = 0;
    const { parts } = await openMonth(file);
    for await (const part of parts) if (part.kind === "rows") taken += await take(part.table, part.rows);
    if (taken !== rows) throw new Error(`${file} 在恢复时变了，没有恢复`);
    await client.query("commit");
    await client.query(`analyze ${quoted(shape.name)}`);
  }).catch((error) => {
    throw BUSY.has(errorText(error, "code")) ? busy(of, "恢复") : error;
  });
  return { ...of, rows };
}
