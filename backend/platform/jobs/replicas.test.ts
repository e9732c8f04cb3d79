import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import type { Database } from "../db/sql";
import { joinReplicas, replicasOf } from "./replicas";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const versions = async () => (await replicasOf(db)).map(({ version }) => version);

test("a copy is there from its start to its end, and is heard of again and again", async () => {
  const leave = joinReplicas(db, "0.2.0 (abc)", 20);
  const other = joinReplicas(db, "0.1.0");
  await expect.poll(async () => (await versions()).sort()).toEqual(["0.1.0", "0.2.0 (abc)"]);
  await db.query("update replica set seen_at = now() - interval '1 minute', started_at = now() - interval '1 hour'");
  const silent = async () => (await replicasOf(db)).map((r) => [r.version, r.silent < 30, Math.round(r.runs / 60)]);
  await expect
    .poll(async () => (await silent()).sort())
    .toEqual([
      ["0.1.0", false, 60],
      ["0.2.0 (abc)", true, 60],
    ]);
  await leave();
  expect(await versions()).toEqual(["0.1.0"]);
  await other();
  expect(await versions()).toEqual([]);
});

test("who was not heard of for long is taken away by the next one", async () => {
  await db.query(
    `insert into replica (id, host, pid, version, seen_at)
     values (gen_random_uuid(), 'gone', 1, '0.1.0', now() - interval '20 minutes')`,
  );
  expect(await versions()).toEqual([]);
  const leave = joinReplicas(db, "0.2.0");
  await expect.poll(() => db.query("select version from replica")).toEqual([{ version: "0.2.0" }]);
  await leave();
});

test("a database that does not answer takes nothing along", async () => {
  await db.query("alter table replica rename to replica_away");
  const leave = joinReplicas(db, "0.2.0", 20);
  await new Promise((done) => setTimeout(done, 60));
  await db.query("alter table replica_away rename to replica");
  await expect.poll(versions).toEqual(["0.2.0"]);
  await leave();
});
