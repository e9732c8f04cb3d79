import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { requireDataDir } from "./data-dir";

const folder = mkdtempSync(path.join(inject("folder"), "dirs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("is made, and nothing is left in it", () => {
  const dir = path.join(folder, "a/b");
  requireDataDir(dir);
  expect(existsSync(dir)).toBe(true);
  expect(readdirSync(dir)).toEqual([]);
});

test("a file in its place is told", () => {
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  for (const dir of [file, path.join(file, "below")])
    expect(() => requireDataDir(dir)).toThrow(`数据目录 DATA_DIR=${dir} 不能使用：它或它的上级不是目录`);
});

test("a disk that is nearly full is told before anything is written", () => {
  expect(() => requireDataDir(folder, () => 12)).toThrow(
    `磁盘空间不足：DATA_DIR=${folder} 所在的磁盘只剩 12 MB，至少需要 100 MB`,
  );
});
