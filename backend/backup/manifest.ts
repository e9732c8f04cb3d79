import path from "node:path";
import { z } from "zod";
import { documents } from "#documents";
import { type Migration, readMigrations } from "../db/migrate-files";
import { fingerprintOf } from "../documents/tables/table";

/** Number of the format of a backup; another one is not read. */
const FORMAT = 1;

const VALUE = "(?:'[^'\\\\]*'|-?\\d+(?:\\.\\d+)?|MINVALUE|MAXVALUE|NULL|true|false)";
const LIST = `\\(${VALUE}(?:, ${VALUE})*\\)`;
/** Whatever PostgreSQL says of a partition: it becomes part of a statement, so nothing else does. */
const BOUND = new RegExp(
  `^(?:DEFAULT|FOR VALUES (?:FROM ${LIST} TO ${LIST}|IN ${LIST}|WITH \\(modulus \\d+, remainder \\d+\\)))$`,
);

const column = z.object({ name: z.string(), type: z.string() });
export const manifestSchema = z.object({
  format: z.number(),
  time: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Of the declared tables. */
  declared: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(column) })),
  partitions: z.array(
    z.object({ table: z.string(), name: z.string(), bound: z.string().regex(BOUND) }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

export const endSchema = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
});
export type End = z.output<typeof endSchema>;

/** What this program knows of its schema. */
export function programSchema(): Pick<Manifest, "format" | "migrations" | "declared"> {
  const known: Migration[] = readMigrations(path.resolve("backend/db/migrations"));
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
  const changed = own.migrations.find(
    (m) => backup.migrations.find((b) => b.name === m.name)?.checksum !== m.checksum,
  );
  if (changed) refuse(`数据库升级文件 ${changed.name} 的内容不同`);
  if (backup.declared !== own.declared) refuse("单据声明的表结构不同");
}
