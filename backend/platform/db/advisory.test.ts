import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesBelow } from "../../../tests/architecture-imports";
import { testDatabase } from "../../../tests/harness";
import { ADVISORY, lockAdvisory, tryAdvisory, whileLocked } from "./advisory";
import type { Database } from "./sql";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test("every purpose has a number of its own, and no lock is taken past the registry", () => {
  const numbers = Object.values(ADVISORY);
  expect(new Set(numbers).size).toBe(numbers.length);
  const elsewhere = ["backend", "documents", "server"]
    .flatMap((folder) => filesBelow(folder, /\.(ts|sql)$/))
    .filter((file) => !/\.test(ing)?\.ts$/.test(file) && file !== "backend/platform/db/advisory.ts")
    .filter((file) => /advisory_\w*lock\((?!\$\{advisoryKey\()/.test(readFileSync(file, "utf8")));
  // A trigger cannot ask the registry: it says the number, which is that of its purpose.
  expect(elsewhere).toEqual(["backend/platform/db/migrations/0480_fact_order.sql"]);
  const [said] = elsewhere.map(
    (file) => readFileSync(file, "utf8").match(/xact_lock\(hashtextextended\(.*, (\d+)\)\)/)?.[1],
  );
  expect(Number(said)).toBe(ADVISORY.factMonth);
});

test("a lock keeps out its own purpose and thing, nothing else, until the transaction ends", async () => {
  await db.tx(async (sql) => {
    await lockAdvisory(sql, "tree", "dept");
    expect(await tryAdvisory(db, "tree", "dept")).toBe(false);
    expect(await tryAdvisory(db, "tree", "menu")).toBe(true);
    expect(await tryAdvisory(db, "savedViews", "dept")).toBe(true);
  });
  expect(await tryAdvisory(db, "tree", "dept")).toBe(true);
});

test("a lock over several transactions is given back, also when the work fails", async () => {
  const failing = whileLocked(db, "demoFacts", async () => {
    expect(await tryAdvisory(db, "demoFacts")).toBe(false);
    throw new Error("cut short");
  });
  await expect(failing).rejects.toThrow("cut short");
  expect(await tryAdvisory(db, "demoFacts")).toBe(true);
});
