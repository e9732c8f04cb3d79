import { spawnSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { expect, inject, test } from "vitest";
import { addFile, readTar } from "./tar";

const FILES: [string, Buffer][] = [
  ["manifest.json", Buffer.from("{}")],
  ["files/empty", Buffer.alloc(0)],
  ["files/block", Buffer.alloc(512, "x")],
  ["files/large", Buffer.alloc(9_999, "中文")],
];
const folder = () => mkdtempSync(path.join(inject("folder"), "tar-"));

async function archive(dir: string): Promise<Buffer> {
  const whole = pack();
  const written = pipeline(whole, createWriteStream(path.join(dir, "a.tar")));
  for (const [name, content] of FILES)
    if (name === "files/large")
      await addFile(whole, name, Readable.from([content.subarray(0, 7), content.subarray(7)]), 9_999);
    else await addFile(whole, name, content);
  whole.finalize();
  await written;
  return readFileSync(path.join(dir, "a.tar"));
}

async function read(zipped: Buffer) {
  const file = path.join(folder(), "a.tar.gz");
  writeFileSync(file, zipped);
  const found: [string, string][] = [];
  for await (const { name, content } of readTar(file)) {
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    found.push([name, Buffer.concat(pieces).toString()]);
  }
  return found;
}

test("what was written is read, by tar as well", async () => {
  const dir = folder();
  const whole = await archive(dir);
  expect(await read(gzipSync(whole))).toEqual(FILES.map(([name, content]) => [name, content.toString()]));
  const { status, stderr } = spawnSync("tar", ["xf", "a.tar"], { cwd: dir, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  for (const [name, content] of FILES) expect(readFileSync(path.join(dir, name)).equals(content), name).toBe(true);
});

test("content of another size than was said is not written", async () => {
  const whole = pack();
  whole.on("error", () => {});
  await expect(addFile(whole, "a", Readable.from([Buffer.from("abc")]), 4)).rejects.toThrow();
});

test("a cut or damaged archive is refused, wherever it is cut", async () => {
  const whole = await archive(folder());
  const zipped = gzipSync(whole);
  for (const end of [0, 10, zipped.length / 2, zipped.length - 1])
    await expect(read(zipped.subarray(0, end)), `${end}`).rejects.toThrow(/不完整/);
  for (const end of [100, 4_000]) await expect(read(gzipSync(whole.subarray(0, end)))).rejects.toThrow(/不完整/);
  const damaged = Buffer.from(whole);
  damaged.write("Z", 3);
  await expect(read(gzipSync(damaged))).rejects.toThrow(/已损坏/);
  await expect(read(Buffer.from("no archive"))).rejects.toThrow(/不是备份文件/);
});

test("a link is refused: only files are read", async () => {
  const dir = folder();
  symlinkSync("/etc/passwd", path.join(dir, "session.key"));
  const made = spawnSync("tar", ["czf", "-", "session.key"], { cwd: dir });
  expect(gunzipSync(made.stdout).length).toBeGreaterThan(0);
  await expect(read(made.stdout)).rejects.toThrow(/session.key 不是普通文件/);
});
