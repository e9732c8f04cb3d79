import { setTimeout as sleep } from "node:timers/promises";
import type { JobHelpers, Runner, TaskList } from "graphile-worker";
import { whileFree } from "../db/advisory";
import { collided, errorText } from "../db/errors";
import type { Database } from "../db/sql";
import type { Job } from "./job";
import { recorded, recordJobs } from "./record";

type Log = (line: string) => void;

/** Jobs at the same time in one replica; each borrows connections of the pool. */
const CONCURRENCY = 2;
const RETRY_MS = 5_000;
/** Until a turn that collided is run again. */
const LATER_MS = 5_000;

// Read when a queue starts, not with the program: it takes a tenth of a second.
const library = () => import("graphile-worker");

/** Faults of the queue itself; those of a job are told by the job. */
const queueLog = async (log: Log) =>
  new (await library()).Logger(() => (level, message, meta) => {
    if (level === "error" && !meta?.failure) log(`后台任务队列：${message}`);
  });

/** Brings the queue's own schema up to date, so that a copy of the database need not. */
export async function installQueue(db: Database): Promise<void> {
  await (await library()).runMigrations({ pgPool: db.pool, logger: await queueLog(() => {}) });
}

/** One pending turn per job, however many replicas ask for it. */
const specOf = ({ name, attempts = 1 }: Job) => ({ jobKey: name, maxAttempts: attempts });

/**
 * A turn of a job. One that still runs anywhere, also after its queue lost sight of it, skips the turn; one
 * that collided has not failed and gets another soon.
 */
const turn = (db: Database, log: Log, job: Job) => async (_: unknown, helpers: JobHelpers) => {
  try {
    await whileFree(db, "job", job.name, () => recorded(db, job));
  } catch (error) {
    if (collided(error)) {
      const runAt = new Date(Date.now() + LATER_MS);
      await helpers.addJob(job.name, {}, { ...specOf(job), runAt });
      return;
    }
    log(`后台任务“${job.title}”失败：${errorText(error, "message")}`);
    throw error;
  }
};

async function open(db: Database, log: Log, jobs: readonly Job[]): Promise<Runner> {
  const { parseCronItems, run } = await library();
  const tasks: TaskList = Object.fromEntries(jobs.map((job) => [job.name, turn(db, log, job)]));
  const crons = jobs.map((job) => ({ task: job.name, match: job.cron, options: specOf(job) }));
  return run(
    {
      pgPool: db.pool,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      logger: await queueLog(log),
      // Without batches nobody hears that a job's end could not be noted, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    tasks,
    parseCronItems(crons),
  );
}

/** Runs the queue until the signal; one that cannot start tries again. */
async function keepOpen(db: Database, log: Log, jobs: readonly Job[], signal: AbortSignal) {
  while (!signal.aborted)
    try {
      await recordJobs(db, jobs);
      const runner = await open(db, log, jobs);
      // Heard below; it may fail while the first turns are still being asked for.
      runner.promise.catch(() => {});
      if (!signal.aborted) for (const job of jobs) await runner.addJob(job.name, {}, specOf(job));
      const asked = new Promise<void>((ended) => {
        if (signal.aborted) ended();
        signal.addEventListener("abort", () => ended());
      });
      // It also ends by itself, when it has lost the database for long.
      await Promise.race([asked, runner.promise]);
      if (signal.aborted) await runner.stop();
      else throw new Error("已中断，重新开始");
    } catch (error) {
      if (!signal.aborted) log(`后台任务队列：${errorText(error, "message")}`);
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {});
    }
}

/**
 * Runs the jobs by their schedules, each once right away. Replicas that share the database share one
 * queue: a turn is run by one of them. A failing job is told and keeps no other from running.
 * @returns Stops them; resolves when running ones have ended.
 */
export function startJobs(options: {
  db: Database;
  log: Log;
  jobs: readonly Job[];
}): () => Promise<void> {
  const stopping = new AbortController();
  const ended = keepOpen(options.db, options.log, options.jobs, stopping.signal);
  return () => {
    stopping.abort();
    return ended;
  };
}
