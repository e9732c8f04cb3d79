import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { heldBy } from "./held.testing";
import { threadOf, Unread } from "./thread";

const dir = mkdtempSync(path.join(os.tmpdir(), "erp-threads-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function program(text: string): string {
  const file = path.join(dir, `${Math.random()}.mjs`);
  const serve = JSON.stringify(path.resolve("backend/platform/threads/serve.mjs"));
  writeFileSync(file, `import { serve } from ${serve};\nserve(${text});`);
  return file;
}

const asking = (text: string, limits: { memoryMb?: number; deadlineMs?: number } = {}) =>
  threadOf<string, string>({
    program: program(text),
    memoryMb: limits.memoryMb ?? 64,
    deadlineMs: limits.deadlineMs ?? 20_000,
  });
const whyNot = (work: Promise<unknown>) => work.catch((error) => (error instanceof Unread ? error.why : error));

test("an answer comes in pieces, questions are answered in turn by one thread", async () => {
  const ask = asking("function* (q) { yield q; yield String(globalThis.n = (globalThis.n ?? 0) + 1); }");
  expect(await Promise.all([ask("a"), ask("b")])).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
});

test("what is asked after one that takes too long is answered", async () => {
  const ask = asking('function* (q) { while (q === "long"); yield q; }', { deadlineMs: 3000 });
  let first: unknown;
  const held = await heldBy(async () => {
    first = await whyNot(ask("long"));
  });
  expect(first).toBe("time");
  expect(held).toBeLessThan(1000);
  expect(await ask("short")).toEqual(["short"]);
});

test.each([
  ["objects", "const a = []; for (;;) a.push({ a: [1] });"],
  ["buffers", "const a = []; for (;;) a.push(Buffer.alloc(1_000_000, 1));"],
])("one that takes more memory than it may is ended: %s", async (_, work) => {
  expect(await whyNot(asking(`function* () { ${work} }`)(""))).toBe("memory");
});

test("one that fails says so, and is asked again", async () => {
  const ask = asking('function* (q) { if (q === "bad") throw new Error(q); yield q; }');
  expect(await whyNot(ask("bad"))).toBe("fault");
  expect(await ask("good")).toEqual(["good"]);
});
