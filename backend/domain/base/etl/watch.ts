import { NOW, patch, patchMany, pick, plus } from "#backend/engine/documents";
import { notify } from "#backend/engine/notices/notify";
import { collided, type Database, errorText, lockIds, type Sql } from "#backend/platform/db";
import { openSecret } from "#backend/platform/personal/open";
import { endStates, etlRun, type JobState, jobStates } from "#documents/base/etl/run";
import { etlTask } from "#documents/base/etl/task";
import { joined, parseConfig, readSecrets } from "./config";
import { startDue } from "./cron";
import { EngineDown, EngineRefused, type EtlEngine, type JobInfo, type Stop, type Submitted } from "./engine";
import { isLive, startRun, wakeWatch } from "./runs";

/** A run as far as handing it over needs it. */
interface WatchWaiting {
  id: string;
  tenantId: string;
  taskId: string;
  taskName: string;
  jobId: string;
  restore: boolean;
  submitted: boolean;
  stopAsked: string | null;
}

/** What the engine gets. @throws Refusal when the kept configuration cannot be read */
async function jobOf(db: Database, run: WatchWaiting): Promise<Submitted> {
  const row = await pick({ sql: db }, etlTask, run.taskId, ["config"]);
  const secrets = readSecrets(await openSecret(db, etlTask, "secrets", run.taskId));
  const { jobId, tenantId, taskName: jobName, restore } = run;
  return {
    jobId,
    tenantId,
    jobName,
    restore,
    secret: Object.keys(secrets).length > 0,
    config: joined(parseConfig(row?.config ?? ""), secrets),
  };
}

/** Whether the engine has it already from a turn that was cut off. */
async function isThere(engine: EtlEngine, { jobId, restore }: WatchWaiting): Promise<boolean> {
  const known = await engine.info(jobId);
  return !!known && !(restore && known.status === "SAVEPOINT_DONE");
}

const note = (db: Database, ids: readonly string[]) => patchMany({ sql: db }, etlRun, ids, { submitted: true });

/**
 * Hands one run to the engine.
 * @returns false when it was to stop before the engine had it
 */
async function handOver(db: Database, engine: EtlEngine, run: WatchWaiting): Promise<boolean> {
  if (!(await isThere(engine, run))) {
    if (run.stopAsked) return false;
    await engine.submit(await jobOf(db, run));
  }
  await note(db, [run.id]);
  return true;
}

/**
 * Hands several over in one call, where the engine takes them so. Those that it will not take together
 * are left to be handed over one by one, so that the one that is wrong says why.
 * @returns ids of the runs that it has now
 */
async function handOverAll(
  db: Database,
  engine: EtlEngine,
  runs: readonly WatchWaiting[],
): Promise<ReadonlySet<string>> {
  const fresh = runs.filter((r) => !r.submitted && !r.restore && !r.stopAsked);
  if (!engine.submitAll || fresh.length < 2) return new Set();
  const jobs: Submitted[] = [];
  const taken: string[] = [];
  for (const run of fresh)
    try {
      if (await isThere(engine, run)) continue;
      jobs.push(await jobOf(db, run));
      taken.push(run.id);
    } catch (error) {
      if (error instanceof EngineDown) throw error;
    }
  if (jobs.length < 2) return new Set();
  try {
    await engine.submitAll(jobs);
  } catch (error) {
    if (error instanceof EngineRefused) return new Set();
    throw error;
  }
  await note(db, taken);
  return new Set(taken);
}

/** What the engine was asked and would not do is said at the run, which is not to stop any more. */
const giveUp = (db: Database, id: string, error: unknown) =>
  patch({ sql: db }, etlRun, id, { errorMsg: errorText(error, "message"), stopAsked: null });

/** Asks for jobs to stop, several in one call where the engine takes them so. */
async function stopAll(db: Database, engine: EtlEngine, wishes: readonly (Stop & { id: string })[]): Promise<void> {
  if (engine.stopAll && wishes.length > 1)
    try {
      return await engine.stopAll(wishes);
    } catch (error) {
      if (!(error instanceof EngineRefused)) throw error;
    }
  for (const wish of wishes)
    try {
      await engine.stop(wish);
    } catch (error) {
      if (error instanceof EngineDown) throw error;
      await giveUp(db, wish.id, error);
    }
}

/** While something runs the engine is asked that often. */
const SECONDS = 5;
/** How often an engine must not know a job before it is taken at its word. */
const UNKNOWN = 3;

interface WatchRun extends WatchWaiting {
  runNo: string;
  unknownTimes: number;
  attempt: number;
  timedOut: boolean;
  late: boolean;
  retryTimes: number;
  alarmUsers: string[];
}

const liveRuns = (db: Database) =>
  db.query<WatchRun>(
    `select r.id, r.tenant_id as "tenantId", r.task_id as "taskId", t.task_name as "taskName",
       r.run_no as "runNo", r.job_id as "jobId", r.restore, r.submitted, r.stop_asked as "stopAsked",
       r.unknown_times as "unknownTimes", r.attempt, r.timed_out as "timedOut",
       coalesce(r.start_time, r.create_time) + make_interval(mins => t.timeout_min) < now() as late,
       t.retry_times as "retryTimes", t.alarm_users::text[] as "alarmUsers"
     from etl_run r join etl_task t on t.id = r.task_id where ${isLive("r")} and r.del_flag = 0 order by r.id`,
  );

const alarm = (sql: Sql, run: WatchRun, what: string, why: string) =>
  notify(sql, {
    userIds: run.alarmUsers,
    tenantId: run.tenantId,
    title: `ETL任务“${run.taskName}”${what}`,
    pushDescribe: `${run.runNo}：${why}`,
    bizPath: `/baseSetup/seaTunnelTask/run?id=${run.id}`,
  });

/** Keeps what the engine reported, under the task's lock; a run that has ended stays as it is. */
async function keep(db: Database, run: WatchRun, info: Partial<JobInfo> & { status: JobState }, log?: string) {
  const ended = endStates.includes(info.status);
  await db.tx(async (sql) => {
    await lockIds(sql, "etl_task", [run.taskId]);
    const kept = await sql.one(
      `update etl_run r set job_status = $2, submitted = true, unknown_times = 0,
         start_time = coalesce($3, start_time), end_time = case when $8 then coalesce($4, now()) end,
         duration_sec = greatest(0, extract(epoch from coalesce($4, now()) - coalesce($3, start_time, create_time)))::int,
         read_count = coalesce($5, read_count), write_count = coalesce($6, write_count),
         read_bytes = coalesce($7, read_bytes), error_msg = coalesce($9, error_msg),
         metrics = coalesce($10::jsonb, metrics), update_time = now(), version = version + 1
       where id = $1 and ${isLive("r")} returning id`,
      [
        run.id,
        info.status,
        info.startTime ?? null,
        info.endTime ?? null,
        info.readCount ?? null,
        info.writeCount ?? null,
        info.readBytes ?? null,
        ended,
        info.error?.slice(0, 4000) ?? null,
        info.metrics ? JSON.stringify(info.metrics) : null,
      ],
    );
    if (!kept) return;
    if (log)
      await sql.query(
        `insert into etl_run_log (run_id, log) values ($1, $2)
         on conflict (run_id) do update set log = excluded.log`,
        [run.id, log.slice(-200_000)],
      );
    await patch({ sql }, etlTask, run.taskId, { lastState: info.status, lastEndTime: ended ? NOW : undefined });
    if (info.status !== "FAILED" && info.status !== "UNKNOWABLE") return;
    const { taskId, tenantId, attempt } = run;
    if (info.status === "FAILED" && attempt <= run.retryTimes)
      await startRun(sql, { taskId, tenantId, trigger: "retry", operatorId: null, attempt: attempt + 1 });
    else await alarm(sql, run, jobStates[info.status].label, info.error ?? "没有错误信息");
  });
}

/** The log as far as there is one: it keeps no run from ending. */
const logOf = (engine: EtlEngine, jobId: string) => engine.log(jobId).catch(() => undefined);

/** Keeps what the engine says of a run. @returns what it is to stop */
async function follow(db: Database, engine: EtlEngine, run: WatchRun): Promise<Stop | undefined> {
  const info = await engine.info(run.jobId);
  if (!info || (run.restore && info.status === "SAVEPOINT_DONE" && !run.stopAsked)) {
    if (run.unknownTimes + 1 < UNKNOWN) await patch({ sql: db }, etlRun, run.id, { unknownTimes: plus(1) });
    else await keep(db, run, { status: "UNKNOWABLE", error: "引擎不认识该作业" });
    return;
  }
  const ended = endStates.includes(info.status);
  await keep(db, run, info, ended ? await logOf(engine, run.jobId) : undefined);
  if (ended) return;
  if (run.late && !run.timedOut)
    await db.tx(async (sql) => {
      await patch({ sql }, etlRun, run.id, { timedOut: true, stopAsked: "cancel", errorMsg: "运行超时" });
      await alarm(sql, run, "超时", "运行超时，已要求停止");
    });
  const stopping = info.status === "CANCELING" || info.status === "DOING_SAVEPOINT";
  if (run.stopAsked && !stopping) return { jobId: run.jobId, savepoint: run.stopAsked === "savepoint" };
}

async function turn(db: Database, engine: EtlEngine, run: WatchRun): Promise<Stop | undefined> {
  try {
    if (!run.submitted && !(await handOver(db, engine, run))) {
      await keep(db, run, { status: "CANCELED", error: "提交前已停止" });
      return;
    }
    return await follow(db, engine, { ...run, submitted: true });
  } catch (error) {
    if (error instanceof EngineDown || collided(error)) throw error;
    if (run.submitted) await giveUp(db, run.id, error);
    else await keep(db, run, { status: "FAILED", error: errorText(error, "message") });
  }
}

/** One turn for every run that has not ended. */
async function turns(db: Database, engine: EtlEngine): Promise<void> {
  const runs = await liveRuns(db);
  const taken = await handOverAll(db, engine, runs);
  const wishes: (Stop & { id: string })[] = [];
  for (const run of runs) {
    const stop = await turn(db, engine, { ...run, submitted: run.submitted || taken.has(run.id) });
    if (stop) wishes.push({ ...stop, id: run.id });
  }
  await stopAll(db, engine, wishes);
}

/** Asks the engine how it is; pages show what it said last. */
async function look(db: Database, engine: EtlEngine): Promise<boolean> {
  let fault: string | null = null;
  let overview: object | null = null;
  try {
    overview = await engine.overview();
  } catch (error) {
    fault = errorText(error, "message");
  }
  await db.query(
    `insert into etl_engine as e (embedded, fault, overview, answer_time)
     values ($1, $2, $3::jsonb, case when $2::text is null then now() end)
     on conflict (only_row) do update set embedded = excluded.embedded, fault = excluded.fault,
       overview = case when e.embedded = excluded.embedded then coalesce(excluded.overview, e.overview)
         else excluded.overview end,
       answer_time = coalesce(excluded.answer_time, e.answer_time), check_time = now()`,
    [engine.embedded, fault, overview && JSON.stringify(overview)],
  );
  return !fault;
}

/** Starts what is due, hands over what was asked for, and keeps what the engine reports of it. */
export async function watchEtl(db: Database, engine: EtlEngine): Promise<void> {
  const reachable = await look(db, engine);
  await startDue(db);
  if (reachable)
    try {
      await turns(db, engine);
    } catch (error) {
      if (!(error instanceof EngineDown)) throw error;
    }
  const left = await db.one(`select 1 from etl_run r where ${isLive("r")} and del_flag = 0 limit 1`);
  if (left) await wakeWatch(db, SECONDS);
}
