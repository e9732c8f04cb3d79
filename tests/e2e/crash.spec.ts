import { rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { login } from "../harness-login";
import { killTree, startProgram } from "./program";

// Everything that was answered with success is there after kill -9 of the whole process tree.
const dataDir = path.join(os.tmpdir(), `erp-crash-${process.pid}`);
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
test.slow();

test("no acknowledged write is lost by kill -9", async () => {
  const first = await startProgram(dataDir, ["backend"]);
  const api = `${first.url}/api`;
  const authorization = `Bearer ${await login(api, "admin", "Test-123456")}`;
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    for (let n = 0; ; n++) {
      const dictType = `crash_${writer}_${n}`;
      const answer = await fetch(`${api}/admin/dict`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ dictType, description: dictType }),
      });
      const { code, msg } = await answer.json();
      if (code !== 0) throw new Error(`the write was refused: ${msg}`);
      acknowledged.push(dictType);
    }
  };
  const writers = [1, 2, 3, 4].map((writer) => write(writer).catch((error: Error) => error));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  killTree(first.pid);
  await first.ended;
  // They broke off because the program was gone, not because it refused.
  for (const error of await Promise.all(writers)) expect(String(error)).not.toContain("refused:");

  const second = await startProgram(dataDir, ["backend"]);
  const again = `${second.url}/api`;
  const bearer = `Bearer ${await login(again, "admin", "Test-123456")}`;
  const found = new Set<string>();
  for (let current = 1, pages = 1; current <= pages; current++) {
    const query = `current=${current}&size=100&dictType=crash_`;
    const page = await fetch(`${again}/admin/dict/page?${query}`, {
      headers: { authorization: bearer },
    });
    const { data } = await page.json();
    pages = data.pages;
    for (const row of data.records) found.add(row.dictType);
  }
  second.child.kill("SIGTERM");
  await second.ended;
  expect(acknowledged.filter((dictType) => !found.has(dictType))).toEqual([]);
  expect(second.child.exitCode, "SIGTERM is an orderly end").toBe(0);
});
