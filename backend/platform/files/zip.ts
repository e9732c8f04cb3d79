import type { FileHandle } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

/** One file of an archive, as its directory says it. */
export interface ZipEntry {
  name: string;
  /** Bytes when it is unpacked, as far as the directory may be believed. */
  size: number;
  packed: number;
  stored: boolean;
  encrypted: boolean;
  /** Where its own head begins. */
  at: number;
}

/** An archive that cannot be read. */
export class BrokenZip extends Error {}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const HEAD = 0x04034b50;
const END_BYTES = 22;
const MOST_COMMENT = 65_535;
/** Of a directory: some hundred bytes for each of 65,535 files. */
const MOST_DIRECTORY = 16 * 1024 * 1024;

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new BrokenZip("cut off");
  return buffer;
}

/** Names are UTF-8 where the archive says so or they read as that, else in the code page of Chinese Windows. */
function nameOf(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}

/**
 * Files of an archive by its directory; nothing is unpacked, and folders are none.
 * @throws BrokenZip for what has no directory, or one that is too large
 */
export async function entriesOf(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - END_BYTES - MOST_COMMENT);
  const tail = await bytesAt(file, tailAt, size - tailAt);
  let end = tail.length - END_BYTES;
  while (end >= 0 && tail.readUInt32LE(end) !== END) end--;
  if (end < 0) throw new BrokenZip("no directory");
  const [bytes, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (bytes > MOST_DIRECTORY || at + bytes > size) throw new BrokenZip("directory too large");
  const directory = await bytesAt(file, at, bytes);
  const entries: ZipEntry[] = [];
  for (let i = 0; i + 46 <= bytes && directory.readUInt32LE(i) === ENTRY; ) {
    const named = directory.readUInt16LE(i + 28);
    const name = nameOf(directory.subarray(i + 46, i + 46 + named));
    const method = directory.readUInt16LE(i + 10);
    if (method !== 0 && method !== 8) throw new BrokenZip("unknown method");
    entries.push({
      name,
      encrypted: (directory.readUInt16LE(i + 8) & 1) === 1,
      stored: method === 0,
      packed: directory.readUInt32LE(i + 20),
      size: directory.readUInt32LE(i + 24),
      at: directory.readUInt32LE(i + 42),
    });
    i += 46 + named + directory.readUInt16LE(i + 30) + directory.readUInt16LE(i + 32);
  }
  return entries.filter(({ name }) => !name.endsWith("/"));
}

const inflate = promisify(inflateRaw);

/**
 * Content of one file; what unpacks to more than `most` bytes is not unpacked further.
 * @returns undefined when it is larger
 * @throws BrokenZip when it cannot be unpacked
 */
export async function contentOf(
  file: FileHandle,
  { at, packed, size, stored }: ZipEntry,
  most: number,
): Promise<Buffer | undefined> {
  if (size > most || packed > most) return undefined;
  const head = await bytesAt(file, at, 30);
  if (head.readUInt32LE(0) !== HEAD) throw new BrokenZip("no head");
  const from = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const bytes = await bytesAt(file, from, packed);
  if (stored) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: most });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw new BrokenZip("not unpacked");
  }
}
