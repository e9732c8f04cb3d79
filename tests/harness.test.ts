import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestBackend, testBackend } from "./harness";

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

test("nothing runs by the clock in the backend of a test, not even once at its start", async () => {
  await sleep(1500);
  expect(await backend.db.query("select code from job_run")).toEqual([]);
});
