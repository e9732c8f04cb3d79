import { createHash } from "node:crypto";
import { z } from "zod";
import { type Migration, readMigrations } from "#backend/platform/db/migrate";
import { blobKey } from "#backend/platform/files/blob";
import { documents } from "#documents";
import { fingerprintOf } from "../documents/tables/table";
import { readTar, type TarEntry } from "./tar";

/** Number of the format of a backup; another one is not read. */
const FORMAT = 1;

const VALUE = "(?:'[^'\\\\]*'|-?\\d+(?:\\.\\d+)?|MINVALUE|MAXVALUE|NULL|true|false)";
const LIST = `\\(${VALUE}(?:, ${VALUE})*\\)`;
/** Whatever PostgreSQL says of a partition: it becomes part of a statement, so nothing else does. */
const BOUND = new RegExp(
  `^(?:DEFAULT|FOR VALUES (?:FROM ${LIST} TO ${LIST}|IN ${LIST}|WITH \\(modulus \\d+, remainder \\d+\\)))$`,
);

const column = z.object({ name: z.string(), type: z.string() });
const tables = z.array(z.object({ name: z.string(), columns: z.array(column) }));
export const manifestSchema = z.object({
  format: z.number(),
  time: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of the declared tables. */
  declared: z.string(),
  tables,
  partitions: z.array(z.object({ table: z.string(), name: z.string(), bound: z.string().regex(BOUND) })),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Of a file with one month of a table that lies apart by month: the only one among `tables`. */
const monthSchema = z.object({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  of: z.string(),
  time: z.string(),
  tables: tables.length(1),
});
export type MonthManifest = z.output<typeof monthSchema>;

export const endSchema = z.object({ rows: z.record(z.string(), z.number()), files: z.number() });
export type End = z.output<typeof endSchema>;

/** What this program knows of its schema. */
export function programSchema(): Pick<Manifest, "format" | "migrations" | "declared"> {
  const known: Migration[] = readMigrations();
  return {
    format: FORMAT,
    migrations: known.map(({ name, checksum }) => ({ name, checksum })),
    declared: fingerprintOf(documents),
  };
}

/** @throws Error that says which of both is the newer one */
export function requireSameSchema(backup: Pick<Manifest, "format" | "migrations" | "declared">) {
  const own = programSchema();
  const refuse = (reason: string) => {
    throw new Error(`备份与程序的版本不同，请用备份时的程序版本恢复：${reason}`);
  };
  if (backup.format !== own.format) refuse(`备份格式是 ${backup.format}，程序只认识 ${own.format}`);
  const missing = backup.migrations.find((m) => !own.migrations.some((o) => o.name === m.name));
  if (missing) refuse(`备份来自更新的程序（${missing.name}）`);
  const newer = own.migrations.find((m) => !backup.migrations.some((b) => b.name === m.name));
  if (newer) refuse(`备份来自更旧的程序（没有 ${newer.name}）`);
  const changed = own.migrations.find((m) => backup.migrations.find((b) => b.name === m.name)?.checksum !== m.checksum);
  if (changed) refuse(`数据库升级文件 ${changed.name} 的内容不同`);
  if (backup.declared !== own.declared) refuse("单据声明的表结构不同");
}

/** What comes after the manifest, in the order of the archive. */
export type ArchivePart =
  | { kind: "key"; name: string; content: Buffer }
  /** An upload; reading its content to the end shows whether it is what its name says. */
  | { kind: "file"; name: string; content: AsyncIterable<Buffer> }
  /** Rows of one table, as a JSON array of texts. */
  | { kind: "rows"; table: string; rows: string }
  | { kind: "sequences"; values: Record<string, string> };

export interface BackupArchive<M = Manifest> {
  manifest: M;
  parts: AsyncGenerator<ArchivePart>;
}

/** No longer text fits into a string. */
const LONGEST = 512 * 1024 * 1024;

async function wholeOf({ name, content }: TarEntry): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    size += piece.length;
    if (size > LONGEST) throw new Error(`备份文件已损坏：${name} 过大`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** @throws Error when it is no JSON of this form */
async function jsonOf<T>(entry: TarEntry, schema: z.ZodType<T>): Promise<{ text: string; value: T }> {
  const text = (await wholeOf(entry)).toString("utf8");
  try {
    return { text, value: schema.parse(JSON.parse(text)) };
  } catch (error) {
    throw new Error(`备份文件已损坏：${entry.name} 的内容不对`, { cause: error });
  }
}

async function* hashed({ name, content }: TarEntry): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (name !== `files/${blobKey(hash.digest("hex"))}`) throw new Error(`备份文件已损坏：${name} 的内容不对`);
}

/** The only names that a file or key is ever stored under. */
const FILE = /^files\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const KEY = /^keys\/([\w-]+\.key)$/;

async function* partsOf(
  entries: AsyncGenerator<TarEntry>,
  manifest: Pick<Manifest, "tables">,
): AsyncGenerator<ArchivePart> {
  const counted = Object.fromEntries(manifest.tables.map((t) => [t.name, 0]));
  let files = 0;
  let end: z.output<typeof endSchema> | undefined;
  for await (const entry of entries) {
    const { name } = entry;
    const [folder, table = ""] = name.split("/");
    const key = KEY.exec(name)?.[1];
    if (key) yield { kind: "key", name: key, content: await wholeOf(entry) };
    else if (FILE.test(name)) {
      files++;
      yield { kind: "file", name, content: hashed(entry) };
    } else if (folder === "tables" && Object.hasOwn(counted, table)) {
      const { text, value } = await jsonOf(entry, z.array(z.string()));
      counted[table] = (counted[table] ?? 0) + value.length;
      yield { kind: "rows", table, rows: text };
    } else if (name === "sequences.json")
      yield { kind: "sequences", values: (await jsonOf(entry, z.record(z.string(), z.string()))).value };
    else if (name === "end.json") end = (await jsonOf(entry, endSchema)).value;
    else throw new Error(`备份文件已损坏：不认识 ${name}`);
  }
  if (!end) throw new Error("备份文件不完整：没有结尾");
  for (const table of Object.keys({ ...counted, ...end.rows }))
    if (counted[table] !== end.rows[table]) throw new Error(`备份文件不完整：${table} 应有 ${end.rows[table] ?? 0} 行`);
  if (files !== end.files) throw new Error(`备份文件不完整：应有 ${end.files} 个文件`);
}

async function openAs<M extends Pick<Manifest, "tables">>(file: string, what: string, schema: z.ZodType<M>) {
  const entries = readTar(file);
  const first = await entries.next();
  if (first.done || first.value.name !== what) {
    await entries.return(undefined);
    throw new Error(what === "month.json" ? "这个文件不是归档文件" : "这个文件不是备份文件");
  }
  const { value: manifest } = await jsonOf(first.value, schema);
  return { manifest, parts: partsOf(entries, manifest) };
}

/**
 * Opens a backup. Whoever takes all parts has seen that it is whole.
 * @throws Error when it is no backup; taking parts throws where it is cut or damaged
 */
export const openArchive = (file: string): Promise<BackupArchive> => openAs(file, "manifest.json", manifestSchema);

/** The same of a file with one month of a table. */
export const openMonth = (file: string): Promise<BackupArchive<MonthManifest>> =>
  openAs(file, "month.json", monthSchema);

/** Reads it to its end. @throws Error when it is of another version, cut or damaged */
export async function requireWhole(file: string): Promise<void> {
  const { manifest, parts } = await openArchive(file);
  requireSameSchema(manifest);
  for await (const part of parts) if (part.kind === "file") for await (const _ of part.content);
}
