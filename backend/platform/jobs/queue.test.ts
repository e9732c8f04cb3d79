import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../tests/harness";
import { type Database, openDatabase } from "../db/sql";
import type { Job } from "./queue";
import { startJobs } from "./queue";

let db: Database;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

let lines: string[];
let stops: (() => Promise<void>)[];
beforeEach(() => {
  lines = [];
  stops = [];
});
afterEach(async () => {
  for (const stop of stops) await stop();
});

/** A replica of its own: it shares nothing with another but the database. */
function replica(...jobs: Job[]) {
  const stop = startJobs({ db, log: (line) => lines.push(line), jobs });
  stops.push(stop);
  return stop;
}

const job = (name: string, run: Job["run"], more: Partial<Job> = {}): Job => ({
  name,
  title: name,
  cron: "0 0 1 1 *",
  run,
  ...more,
});

/** The next turn of a job, as its schedule would ask for it. */
const due = (name: string) => db.query("select graphile_worker.add_job($1, job_key => $1, max_attempts => 1)", [name]);

test("a job runs right away, at each of its turns, and no more once stopped", async () => {
  let runs = 0;
  const stop = replica(job("counted", async () => (runs += 1)));
  await expect.poll(() => runs).toBe(1);
  await due("counted");
  await expect.poll(() => runs).toBe(2);
  await stop();
  await due("counted");
  await new Promise((done) => setTimeout(done, 300));
  expect(runs).toBe(2);
  expect(lines).toEqual([]);
});

test("of several replicas one runs a turn, and none while another still runs the job", async () => {
  let runs = 0;
  let most = 0;
  let running = 0;
  const slow = job("slow", async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 50));
    running -= 1;
    runs += 1;
  });
  replica(slow);
  replica(slow);
  await expect.poll(() => runs).toBeGreaterThan(0);
  for (let i = 0; i < 10; i++) {
    await due("slow");
    await new Promise((done) => setTimeout(done, 20));
  }
  await expect.poll(() => running).toBe(0);
  expect(most).toBe(1);
});

test("a database that goes while a job fails leaves the program and its next turns", async () => {
  const connect = db.pool.connect.bind(db.pool);
  let runs = 0;
  replica(
    job("cut off", async () => {
      runs += 1;
      if (runs > 1) return;
      Object.assign(db.pool, {
        connect: async () => {
          throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
        },
      });
      throw new Error("Connection terminated");
    }),
  );
  await expect.poll(() => lines.join()).toMatch(/后台任务队列：.*EPIPE/s);
  Object.assign(db.pool, { connect });
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(2);
});

test("a failing job is told and keeps neither the others nor its next turn from running", async () => {
  let fails = 0;
  let runs = 0;
  replica(
    job("broken", async () => {
      fails += 1;
      throw new Error("cut short");
    }),
    job("whole", async () => (runs += 1)),
  );
  await expect.poll(() => runs).toBe(1);
  await expect.poll(() => lines).toEqual(["后台任务“broken”失败：cut short"]);
  await due("broken");
  await expect.poll(() => fails).toBe(2);
});

test("a job that collided with others has not failed: it waits and is run again soon", async () => {
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
  };
  const state = async () =>
    (await db.one<{ state: string }>("select state from job_run where code = 'collided'"))?.state;
  replica(job("collided", run));
  await expect.poll(state).toBe("later");
  await expect.poll(state, { timeout: 20_000 }).toBe("ok");
  expect(tries).toBe(2);
  expect(lines).toEqual([]);
});

test("a turn that a killed replica left behind stops no later one", async () => {
  let runs = 0;
  const left = job("left", async () => (runs += 1));
  await replica(left)();
  await due("left");
  await db.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'");
  const before = runs;
  await due("left");
  replica(left);
  await expect.poll(() => runs).toBeGreaterThan(before);
});

test("a job whose turns are far apart is tried again", async () => {
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (tries === 1) throw new Error("once");
  };
  replica(job("rare", run, { attempts: 2 }));
  await expect.poll(() => tries, { timeout: 15_000 }).toBe(2);
});

test("stopping waits for a job that runs", async () => {
  let state = "waiting";
  const stop = replica(
    job("long", async () => {
      state = "running";
      await new Promise((done) => setTimeout(done, 200));
      state = "ended";
    }),
  );
  await expect.poll(() => state).toBe("running");
  await stop();
  expect(state).toBe("ended");
});

test("a queue that cannot start says so and can be stopped", async () => {
  const gone = openDatabase("postgres://nobody@127.0.0.1:1/none");
  const stop = startJobs({ db: gone, log: (line) => lines.push(line), jobs: [] });
  await expect.poll(() => lines.join()).toContain("后台任务队列：");
  await stop();
  await gone.close();
});
