import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#backend/platform/db";
import { testDatabase } from "../../../tests/harness";
import { insertRare } from "./fill";
import { insertLater } from "./later";

let db: Database;
beforeAll(async () => {
  db = await testDatabase("demo");
});
afterAll(() => db.close());

it("brings the small demonstration as well to states that it has no row of", async () => {
  expect(await db.tx((sql) => insertRare(sql))).toBeGreaterThan(30);
  await insertLater(db);
  const refused = await db.query("select kind, answer from outbox where status = 'dead' and answer like '没有发送%'");
  expect(refused, "everything that is sent has a way to be").toEqual([]);
}, 120_000);
