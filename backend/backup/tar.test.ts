import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { expect, inject, test } from "vitest";
import { readTar, tarEnd, tarFile } from "./tar";

const FILES: [string, Buffer][] = [
  ["manifest.json", Buffer.from("{}")],
  ["files/empty", Buffer.alloc(0)],
  ["files/block", Buffer.alloc(512, "x")],
  ["files/large", Buffer.alloc(5_001, "中文")],
];

async function archive(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const [name, content] of FILES)
    for await (const piece of tarFile(name, content)) pieces.push(piece);
  return Buffer.concat([...pieces, tarEnd()]);
}

async function read(bytes: Buffer, size = 1000) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const found: [string, Buffer][] = [];
  for await (const { name, content } of readTar(Readable.from(pieces))) found.push([name, content]);
  return found;
}

test("what was written is read, in whatever pieces it comes", async () => {
  for (const size of [100, 511, 1000, 1_000_000])
    expect(await read(await archive(), size)).toEqual(FILES);
});

test("tar reads it as well", async () => {
  const dir = mkdtempSync(path.join(inject("folder"), "tar-"));
  writeFileSync(path.join(dir, "a.tar"), await archive());
  const { status, stderr } = spawnSync("tar", ["xf", "a.tar"], { cwd: dir, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  for (const [name, content] of FILES) expect(readFileSync(path.join(dir, name))).toEqual(content);
});

test("a cut or damaged archive is refused", async () => {
  const whole = await archive();
  await expect(read(whole.subarray(0, 4_000))).rejects.toThrow(/不完整/);
  const damaged = Buffer.from(whole);
  damaged.write("Z", 3);
  await expect(read(damaged)).rejects.toThrow(/已损坏/);
});
