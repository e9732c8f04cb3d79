import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#backend/platform/db/sql";
import { testDatabase } from "../../../tests/harness";
import { sharedQuery } from "./shared-query";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
  await db.query("create sequence runs");
});
afterAll(() => db.close());

const QUOTIENT = "select 1 / $1::int as n";
const RUN = "select nextval('runs') as n, $1::text as asked, pg_sleep(0.05)";
const ask = async (asked: string, sql = db) =>
  (await sharedQuery<{ n: string }>(sql, { text: RUN, values: [asked] }))[0]?.n;

test("the same question at the same time is one run; another one, or a later one, is its own", async () => {
  const [a, b, other] = await Promise.all([ask("x"), ask("x"), ask("y")]);
  expect(a).toBe(b);
  expect(other).not.toBe(a);
  expect(await ask("x")).not.toBe(a);
});

test("a failure is everybody's, and not kept", async () => {
  const bad = () => sharedQuery(db, { text: QUOTIENT, values: [0] });
  const all = await Promise.allSettled([bad(), bad()]);
  expect(all.map((one) => one.status)).toEqual(["rejected", "rejected"]);
  await expect(sharedQuery(db, { text: QUOTIENT, values: [1] })).resolves.toEqual([{ n: 1 }]);
});
