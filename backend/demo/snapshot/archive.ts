import { createWriteStream, mkdirSync, renameSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { pack } from "tar-stream";
import { z } from "zod";
import { quoted, sequencesOf, type TableShape, tablesOf } from "#backend/engine/backup/catalogue";
import { addFile, readTar } from "#backend/engine/backup/tar";

/** Number of the form of a snapshot; another one is not read. */
const FORMAT = 1;

/** How values are written as text, whatever the server is set to. */
export const COPY_FORM = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1`;

/** Months, figures, and what an installation makes for itself: made where the demonstration is loaded. */
const LEFT_OUT =
  /^(fact_.*|demo_(setting|listing|ad|keyword|event)|month_close.*|ap_(due|month|account)|sys_token.*|job_run|idempotency.*)$/;

const shape = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.number().int(),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The last moment of the demonstration: nothing in it is later. */
  until: z.iso.datetime(),
  tables: z.array(shape),
  sequences: z.record(z.string(), z.string()),
});
export type SnapshotManifest = z.output<typeof manifest>;

const pathOf = (table: string) => `tables/${table}`;

/** Rows as COPY's text, in the order of their columns. */
async function rowsOf(client: pg.ClientBase, { name, columns }: TableShape): Promise<string> {
  const list = columns.map((c) => quoted(c.name)).join(", ");
  const order = columns.some((c) => c.name === "id") ? "id" : list;
  const pieces: Buffer[] = [];
  const sorted = `copy (select ${list} from ${quoted(name)} order by ${order}) to stdout`;
  for await (const piece of client.query(copyTo(sorted))) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

/** Everything that a demonstration is, read of one moment. @param given rows of tables that come with the program */
export async function contentOf(
  client: pg.ClientBase,
  { until, given }: { until: Date; given: ReadonlyMap<string, number> },
): Promise<{ manifest: SnapshotManifest; rows: Map<string, string> }> {
  await client.query(COPY_FORM);
  await client.query("begin isolation level repeatable read, read only");
  const rows = new Map<string, string>();
  const tables: SnapshotManifest["tables"] = [];
  for (const table of await tablesOf(client)) {
    if (LEFT_OUT.test(table.name)) continue;
    const text = await rowsOf(client, table);
    const count = text.split("\n").length - 1;
    if (count === (given.get(table.name) ?? 0)) continue;
    rows.set(table.name, text);
    tables.push({ ...table, rows: count });
  }
  const sequences = await sequencesOf(client);
  await client.query("commit");
  return { manifest: { format: FORMAT, until: until.toISOString(), tables, sequences }, rows };
}

/** Writes it as a file that is there only when it is whole. */
export async function writeSnapshot(file: string, { manifest, rows }: Awaited<ReturnType<typeof contentOf>>) {
  const archive = pack();
  mkdirSync(path.dirname(file), { recursive: true });
  const written = pipeline(archive, createGzip({ level: 9 }), createWriteStream(`${file}.part`));
  await addFile(archive, "manifest.json", Buffer.from(JSON.stringify(manifest)));
  for (const [table, text] of rows) await addFile(archive, pathOf(table), Buffer.from(text));
  archive.finalize();
  await written;
  renameSync(`${file}.part`, file);
}

/** Reads it table by table, in the order of the manifest. @throws Error when it is damaged or of another form */
export async function* readSnapshot(file: string): AsyncGenerator<SnapshotManifest | { table: string; rows: string }> {
  let known: SnapshotManifest | undefined;
  const read = new Set<string>();
  for await (const { name, content } of readTar(file)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    const text = Buffer.concat(pieces).toString("utf8");
    if (!known) {
      known = manifest.parse(JSON.parse(text));
      yield known;
      continue;
    }
    const table = known.tables.find((t) => pathOf(t.name) === name)?.name;
    if (!table) throw new Error(`不认识 ${name}`);
    read.add(table);
    yield { table, rows: text };
  }
  const missing = known?.tables.find(({ name }) => !read.has(name));
  if (!known || missing) throw new Error(`缺少 ${missing?.name ?? "目录"}`);
}
