import { setTimeout as sleep } from "node:timers/promises";
import type { JobHelpers, Runner, TaskList } from "graphile-worker";
import { whileFree } from "../db/advisory";
import { COLLIDED_WORDS, collided, errorText } from "../db/errors";
import type { Database } from "../db/sql";

/** Work by the clock, as it is declared. */
export interface Job {
  /** Name in the queue; renamed, it is another job. */
  name: string;
  /** What the log calls it. */
  title: string;
  /** Minute, hour, day of month, month, day of week; in UTC. */
  cron: string;
  /** Attempts before the next turn; default 1, as a turn comes soon. */
  attempts?: number;
  run(db: Database): Promise<unknown>;
}

// On a connection that it waits for itself: a pool that lost its server answers no other statement.
const said = (db: Database, text: string, values: unknown[]) => db.tx((sql) => sql.query(text, values));

/** Keeps what jobs there are. */
async function recordJobs(db: Database, jobs: readonly Job[]): Promise<void> {
  await said(
    db,
    `insert into job_run (tenant_id, code, title, cron, state)
     select 1, x.code, x.title, x.cron, 'none'
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as x(code, title, cron, i)
     order by x.i
     on conflict (tenant_id, code) where del_flag = 0 do update
       set title = excluded.title, cron = excluded.cron
       where (job_run.title, job_run.cron) is distinct from (excluded.title, excluded.cron)`,
    [jobs.map((j) => j.name), jobs.map((j) => j.title), jobs.map((j) => j.cron)],
  );
}

/** Runs a turn and keeps when it began, when it ended and how. */
async function recorded(db: Database, { name, run }: Job): Promise<void> {
  await said(db, "update job_run set state = 'running', last_start = now() where code = $1 and del_flag = 0", [name]);
  const end = (fault: string | null, failed: "failed" | "later" = "failed") =>
    said(
      db,
      `update job_run set state = case when $2::text is null then 'ok' else $3 end,
         last_end = now(), error = $2, last_ok = case when $2::text is null then now() else last_ok end
       where code = $1 and del_flag = 0`,
      [name, fault, failed],
    );
  try {
    await run(db);
  } catch (error) {
    // What went wrong is told as it was, also where it cannot be kept.
    const told = collided(error) ? end(COLLIDED_WORDS, "later") : end(errorText(error, "message").slice(0, 300));
    await told.catch(() => {});
    throw error;
  }
  await end(null);
}

type Log = (line: string) => void;

/** Stands around each turn of a job. */
export type AroundJob = <T>(name: string, work: () => Promise<T>) => Promise<T>;

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

interface QueueOptions {
  db: Database;
  log: Log;
  jobs: readonly Job[];
  around?: AroundJob;
}

/** One pending turn per job, however many replicas ask for it. */
const specOf = ({ name, attempts = 1 }: Job) => ({ jobKey: name, maxAttempts: attempts });

/**
 * A turn of a job. One that still runs anywhere, also after its queue lost sight of it, skips the turn; one
 * that collided has not failed and gets another soon.
 */
const turn =
  ({ db, log, around = (_, work) => work() }: QueueOptions, job: Job) =>
  async (_: unknown, helpers: JobHelpers) => {
    try {
      await whileFree(db, "job", job.name, () => around(job.name, () => recorded(db, job)));
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

async function open(queue: QueueOptions): Promise<Runner> {
  const { db, log, jobs } = queue;
  const { parseCronItems, run } = await library();
  const tasks: TaskList = Object.fromEntries(jobs.map((job) => [job.name, turn(queue, job)]));
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
async function keepOpen(queue: QueueOptions, signal: AbortSignal) {
  const { db, log, jobs } = queue;
  while (!signal.aborted)
    try {
      await recordJobs(db, jobs);
      const runner = await open(queue);
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
export function startJobs(queue: QueueOptions): () => Promise<void> {
  const stopping = new AbortController();
  const ended = keepOpen(queue, stopping.signal);
  return () => {
    stopping.abort();
    return ended;
  };
}
