import { createHash } from "node:crypto";
import { z } from "zod";
import { blobKey } from "../files/blob";
import { endSchema, type Manifest, manifestSchema, requireSameSchema } from "./manifest";
import { type Entry, readTar } from "./tar";

/** What comes after the manifest, in the order of the archive. */
export type Part =
  | { kind: "key"; name: string; content: Buffer }
  /** An upload; reading its content to the end shows whether it is what its name says. */
  | { kind: "file"; name: string; content: AsyncIterable<Buffer> }
  /** Rows of one table, as a JSON array of texts. */
  | { kind: "rows"; table: string; rows: string }
  | { kind: "sequences"; values: Record<string, string> };

export interface Archive {
  manifest: Manifest;
  parts: AsyncGenerator<Part>;
}

/** No longer text fits into a string. */
const LONGEST = 512 * 1024 * 1024;

async function wholeOf({ name, content }: Entry): Promise<Buffer> {
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
async function jsonOf<T>(entry: Entry, schema: z.ZodType<T>): Promise<{ text: string; value: T }> {
  const text = (await wholeOf(entry)).toString("utf8");
  try {
    return { text, value: schema.parse(JSON.parse(text)) };
  } catch (error) {
    throw new Error(`备份文件已损坏：${entry.name} 的内容不对`, { cause: error });
  }
}

async function* hashed({ name, content }: Entry): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
  if (name !== `files/${blobKey(hash.digest("hex"))}`)
    throw new Error(`备份文件已损坏：${name} 的内容不对`);
}

/** The only names that a file or key is ever stored under. */
const FILE = /^files\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/;
const KEY = /^keys\/([\w-]+\.key)$/;

async function* partsOf(entries: AsyncGenerator<Entry>, manifest: Manifest): AsyncGenerator<Part> {
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
      yield {
        kind: "sequences",
        values: (await jsonOf(entry, z.record(z.string(), z.string()))).value,
      };
    else if (name === "end.json") end = (await jsonOf(entry, endSchema)).value;
    else throw new Error(`备份文件已损坏：不认识 ${name}`);
  }
  if (!end) throw new Error("备份文件不完整：没有结尾");
  for (const table of Object.keys({ ...counted, ...end.rows }))
    if (counted[table] !== end.rows[table])
      throw new Error(`备份文件不完整：${table} 应有 ${end.rows[table] ?? 0} 行`);
  if (files !== end.files) throw new Error(`备份文件不完整：应有 ${end.files} 个文件`);
}

/**
 * Opens a backup. Whoever takes all parts has seen that it is whole.
 * @throws Error when it is no backup; taking parts throws where it is cut or damaged
 */
export async function openArchive(file: string): Promise<Archive> {
  const entries = readTar(file);
  const first = await entries.next();
  if (first.done || first.value.name !== "manifest.json") {
    await entries.return(undefined);
    throw new Error("这个文件不是备份文件");
  }
  const { value: manifest } = await jsonOf(first.value, manifestSchema);
  return { manifest, parts: partsOf(entries, manifest) };
}

/** Reads it to its end. @throws Error when it is of another version, cut or damaged */
export async function requireWhole(file: string): Promise<void> {
  const { manifest, parts } = await openArchive(file);
  requireSameSchema(manifest);
  for await (const part of parts) if (part.kind === "file") for await (const _ of part.content);
}
