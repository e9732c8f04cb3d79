import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

/** Where the pictures of the demonstration lie, beside its rows. */
export const PACK = "demo/pictures.pack";

const index = z.array(z.tuple([z.string(), z.number().int().min(1)]));

export interface PackedPicture {
  /** What it shows: motif, 规格 and view. */
  name: string;
  hash: string;
  content: Buffer;
}

const HEAD = 4;

/** Pictures in one file: how long its directory is, the directory with names and sizes, then all contents. */
export function packed(pictures: readonly Pick<PackedPicture, "name" | "content">[]): Buffer {
  const list = Buffer.from(JSON.stringify(pictures.map(({ name, content }) => [name, content.length])));
  const length = Buffer.alloc(HEAD);
  length.writeUInt32BE(list.length);
  return Buffer.concat([length, list, ...pictures.map(({ content }) => content)]);
}

/** The pictures of such a file. */
export function unpacked(file: Buffer): PackedPicture[] {
  let at = HEAD + file.readUInt32BE();
  return index.parse(JSON.parse(file.toString("utf8", HEAD, at))).map(([name, size]) => {
    const content = file.subarray(at, at + size);
    at += size;
    return { name, content, hash: createHash("sha256").update(content).digest("hex") };
  });
}

let known: { byName: Map<string, PackedPicture>; byHash: Map<string, PackedPicture> } | undefined;

/** The pictures that the program brings along, read when the first is asked for; a program without has none. */
export function pictures() {
  if (!known) {
    const all = existsSync(PACK) ? unpacked(readFileSync(PACK)) : [];
    known = { byName: new Map(all.map((p) => [p.name, p])), byHash: new Map(all.map((p) => [p.hash, p])) };
  }
  return known;
}
