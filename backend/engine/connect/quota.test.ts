import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Database } from "#backend/platform/db";
import { testDatabase } from "../../../tests/harness";
import type { Connector } from "./connector";
import { heedQuota, type Quota, Spent, takeQuota } from "./quota";

// Calls of a platform are counted by connection and operation, for all copies of the program (figures.md A.1).

let db: Database;
beforeAll(async () => {
  db = await testDatabase("schema");
});
afterAll(() => db.close());
beforeEach(() => db.query("delete from call_quota"));

const of = (id: string): Connector => ({
  id,
  tenantId: "1",
  name: "F",
  kind: "marketplace",
  provider: "amazon",
  url: "https://example.com",
  storeId: null,
  warehouseId: null,
  account: "F",
  profileId: "",
  anywhere: false,
});
const slow: Quota = { operation: "createReport", perSecond: 1 / 60, burst: 15 };
const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers: new Headers(headers) });
/** How many of so many calls at once go through, and how long the others wait. */
async function calls(count: number, quota = slow, connector = of("1")) {
  const ends = await Promise.allSettled(Array.from({ length: count }, () => takeQuota(db, connector, quota)));
  const waits = ends.flatMap((end) => (end.status === "rejected" && end.reason instanceof Spent ? [end.reason] : []));
  return { went: count - waits.length, seconds: waits.map(({ afterSeconds = 0 }) => afterSeconds) };
}

test("a burst goes through, whoever asks; the next one is told when", async () => {
  const { went, seconds } = await calls(20);
  expect(went).toBe(15);
  for (const wait of seconds) expect(wait).toBeGreaterThan(50);
  // Another operation and another connection have calls of their own.
  expect((await calls(1, { ...slow, operation: "getReports" })).went).toBe(1);
  expect((await calls(1, slow, of("2"))).went).toBe(1);
});

test("calls come back with time, up to the burst", async () => {
  await calls(15);
  await db.query("update call_quota set at = at - interval '3 minutes'");
  expect((await calls(5)).went).toBe(3);
  await db.query("update call_quota set at = at - interval '3 days'");
  expect((await calls(20)).went).toBe(15);
});

test("one that comes soon is waited for", async () => {
  const quick: Quota = { operation: "getReport", perSecond: 2, burst: 2 };
  const began = Date.now();
  expect((await calls(3, quick)).went).toBe(3);
  expect(Date.now() - began).toBeGreaterThan(350);
});

test("the platform's own rate replaces the default, and it is not asked before it says", async () => {
  await calls(15);
  await heedQuota(db, of("1"), slow, answer(200, { "x-amzn-ratelimit-limit": "0.5" }));
  await db.query("update call_quota set at = at - interval '10 seconds'");
  expect((await calls(5)).went).toBe(5);
  await heedQuota(db, of("1"), slow, answer(429, { "retry-after": "600" }));
  await db.query("update call_quota set at = at - interval '60 seconds'");
  const { went, seconds } = await calls(1);
  expect(went).toBe(0);
  expect(seconds[0]).toBeGreaterThan(590);
  await db.query("update call_quota set until = clock_timestamp()");
  expect((await calls(1)).went).toBe(1);
  // 429 that does not say how long: what comes back by itself.
  await heedQuota(db, of("1"), slow, answer(429));
  expect(await db.query("select round(tokens) as tokens, until > now() as late from call_quota")).toEqual([
    { tokens: 0, late: null },
  ]);
});
