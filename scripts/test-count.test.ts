import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countPlaywright, countVitest, slowest } from "./test-count.mjs";

const report = (content: object) => {
  const dir = mkdtempSync(path.join(os.tmpdir(), "erp-count-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = path.join(dir, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
};

test("a test file that cannot be loaded is a failure", () => {
  const file = report({
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: "passed", assertionResults: [{ status: "passed" }] },
      {
        status: "failed",
        assertionResults: [{ status: "failed", fullName: "a sum", failureMessages: ["expected 1\n at x.ts"] }],
      },
      { status: "failed", name: "b.test.ts", message: "no such file", assertionResults: [] },
    ],
  });
  const names = ["a sum: expected 1", "b.test.ts: no such file"];
  expect(countVitest(file, false)).toEqual({ passed: 3, failed: 2, names });
});

test("a runner that broke off without a failed test has failed", () => {
  const none = { numPassedTests: 3, numFailedTests: 0, testResults: [] };
  expect(countVitest(report(none), false)).toMatchObject({ passed: 3, failed: 1 });
  expect(countVitest("/nowhere.json", true)).toMatchObject({ passed: 0, failed: 1 });
  const stats = { expected: 4, flaky: 1, unexpected: 0 };
  expect(countPlaywright(report({ stats }), true)).toMatchObject({ passed: 5, failed: 0 });
  expect(countPlaywright(report({ stats }), false)).toMatchObject({ passed: 5, failed: 1 });
});

test("the slowest files are said first", () => {
  const took = (name: string, seconds: number) => ({ name, startTime: 1_000, endTime: 1_000 + seconds * 1_000 });
  const testResults = [took("a.test.ts", 2), took("b.test.ts", 31), took("c.test.ts", 0), took("d.test.ts", 4)];
  expect(slowest(report({ testResults }), 2)).toEqual(["   31 s  b.test.ts", "    4 s  d.test.ts"]);
  expect(slowest("/nowhere.json")).toEqual([]);
});
