import { parseCronItems } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBackendConfig } from "#backend/platform/config";
import type { Database } from "#backend/platform/db/sql";
import { startJobs } from "#backend/platform/jobs/queue";
import { testDatabase } from "../tests/harness";
import { jobsOf } from "./jobs";

// The one that reads a public address has a test of its own, with a stand-in.
const jobs = jobsOf(readBackendConfig({ RATES_URL: "off" }));
let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

test("every job has a name of its own and a schedule", () => {
  expect(new Set(jobs.map((j) => j.name)).size).toBe(jobs.length);
  const crons = jobs.map((job) => ({ task: job.name, match: job.cron }));
  expect(parseCronItems(crons).map((item) => item.task)).toEqual(jobs.map((j) => j.name));
});

test("the queue knows all schedules, and a start does every job once without a fault", async () => {
  await db.query(
    `insert into idempotency (tenant_id, user_id, key, request, create_time) values
       (1, 1, 'old', 'x', now() - interval '25 hours'), (1, 1, 'new', 'x', now() - interval '23 hours')`,
  );
  const lines: string[] = [];
  const ran = new Set<string>();
  const watched = jobs.map((job) => ({
    ...job,
    run: async (of: Database) => {
      await job.run(of);
      ran.add(job.name);
    },
  }));
  const stop = startJobs({ db, log: (line) => lines.push(line), jobs: watched });
  await expect.poll(() => ran.size, { timeout: 20_000 }).toBe(jobs.length);
  await stop();
  expect(lines).toEqual([]);
  expect(await db.query("select key from idempotency")).toEqual([{ key: "new" }]);
  const known = await db.query<{ identifier: string }>(
    "select identifier from graphile_worker._private_known_crontabs",
  );
  expect(known.map((k) => k.identifier).sort()).toEqual(jobs.map((j) => j.name).sort());
});
