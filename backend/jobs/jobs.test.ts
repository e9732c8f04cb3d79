import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../tests/harness";
import { advisoryKey } from "../db/advisory";
import type { Database } from "../db/sql";
import { runJobs, startJobs } from "./jobs";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

const old = () =>
  db.query(
    `insert into idempotency (tenant_id, user_id, key, request, create_time) values
       (1, 1, 'old', 'x', now() - interval '25 hours'), (1, 1, 'new', 'x', now() - interval '23 hours')
     on conflict do nothing`,
  );
const keys = async () =>
  (await db.query<{ key: string }>("select key from idempotency order by key")).map((r) => r.key);

test("only one replica runs a round; the lock is free afterwards", async () => {
  await old();
  const other = await db.pool.connect();
  await other.query(`select pg_advisory_lock(${advisoryKey("job")})`);
  expect(await runJobs(db, () => {})).toBe(false);
  expect(await keys()).toEqual(["new", "old"]);
  await other.query(`select pg_advisory_unlock(${advisoryKey("job")})`);
  other.release();
  expect(await runJobs(db, () => {})).toBe(true);
  expect(await keys()).toEqual(["new"]);
  expect(await runJobs(db, () => {})).toBe(true);
});

test("a failing job is told and does not stop the ones after it", async () => {
  await old();
  await db.query("alter table sys_notification rename to hidden");
  const lines: string[] = [];
  expect(await runJobs(db, (line) => lines.push(line))).toBe(true);
  await db.query("alter table hidden rename to sys_notification");
  expect(lines.map((l) => l.split("失败")[0])).toEqual([
    "后台任务“定时推送通知”",
    "后台任务“通知失效”",
  ]);
  expect(await keys()).toEqual(["new"]);
});

test("started jobs run again and again until stopped", async () => {
  const stop = startJobs({ db, log: () => {}, intervalMs: 20 });
  await old();
  await expect.poll(keys).toEqual(["new"]);
  await old();
  await expect.poll(keys).toEqual(["new"]);
  await stop();
  await old();
  await new Promise((done) => setTimeout(done, 100));
  expect(await keys()).toEqual(["new", "old"]);
});
