import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Pack } from "tar-stream";
import { errorText } from "#backend/platform/db";

/** Adds one file of known size to an archive; waits until the archive has taken it. */
export async function addFile(
  archive: Pack,
  name: string,
  content: Buffer | Readable,
  size = Buffer.isBuffer(content) ? content.length : 0,
): Promise<void> {
  const header = { name, size, mode: 0o600, mtime: new Date(0) };
  await new Promise<void>((done, fail) => {
    const taken = (error?: Error | null) => (error ? fail(error) : done());
    if (Buffer.isBuffer(content)) archive.entry(header, content, taken);
    else pipeline(content, archive.entry(header, taken)).catch(fail);
  });
}

/** One file of an archive. Its content is read, or passed over, before the next one comes. */
export interface TarEntry {
  name: string;
  content: AsyncIterable<Buffer>;
}

/** What the system says stays; everything else is about the archive. */
const damaged = (error: unknown): unknown =>
  errorText(error, "syscall") ? error : new Error("备份文件不完整、已损坏，或者不是备份文件", { cause: error });

async function* explained<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw damaged(error);
  }
}

async function* contentOf(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const piece of explained(entry)) if (Buffer.isBuffer(piece)) yield piece;
}

/** Not over before gunzip has found its checksum right. */
async function* unpacked(file: string) {
  const entries = extract();
  const read = pipeline(createReadStream(file), createGunzip(), entries);
  read.catch(() => {}); // the iteration says it
  yield* entries;
  await read;
}

/** The files of a `.tar.gz`. @throws Error in the operator's words when it ends too early or is no archive */
export async function* readTar(file: string): AsyncGenerator<TarEntry> {
  for await (const entry of explained(unpacked(file))) {
    const { name, type } = entry.header;
    if (type !== "file") throw new Error(`备份文件已损坏：${name} 不是普通文件`);
    yield { name, content: contentOf(entry) };
  }
}

/** In hexadecimal digits. */
export async function sha256Of(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of content) hash.update(piece);
  return hash.digest("hex");
}
