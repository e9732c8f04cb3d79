import { endStates, type JobState, jobStates } from "#documents/base/etl/words";
import { collided, errorText } from "../../../db/errors";
import { lockIds } from "../../../db/locks";
import type { Database, Sql } from "../../../db/sql";
import { notify } from "../../../notices/notify";
import { type Engine, EngineDown, type JobInfo, type Stop } from "./engine";
import { giveUp, handOver, handOverAll, stopAll, type Waiting } from "./handover";
import { isLive, startRun, wakeWatch } from "./runs";
import { startDue } from "./schedule";

/** While something runs the engine is asked that often. */
const SECONDS = 5;
/** How often an engine must not know a job before it is taken at its word. */
const UNKNOWN = 3;

interface Run extends Waiting {
  runNo: string;
  unknownTimes: number;
  attempt: number;
  timedOut: boolean;
  late: boolean;
  retryTimes: number;
  alarmUsers: string[];
}

const liveRuns = (db: Database) =>
  db.query<Run>(
    `select r.id, r.tenant_id as "tenantId", r.task_id as "taskId", t.task_name as "taskName",
       r.run_no as "runNo", r.job_id as "jobId", r.restore, r.submitted, r.stop_asked as "stopAsked",
       r.unknown_times as "unknownTimes", r.attempt, r.timed_out as "timedOut",
       coalesce(r.start_time, r.create_time) + make_interval(mins => t.timeout_min) < now() as late,
       t.retry_times as "retryTimes", t.alarm_users::text[] as "alarmUsers"
     from etl_run r join etl_task t on t.id = r.task_id where ${isLive("r")} and r.del_flag = 0 order by r.id`,
  );

const alarm = (sql: Sql, run: Run, what: string, why: string) =>
  notify(sql, {
    ...{ userIds: run.alarmUsers, tenantId: run.tenantId },
    title: `ETL任务“${run.taskName}”${what}`,
    pushDescribe: `${run.runNo}：${why}`,
    bizPath: `/baseSetup/seaTunnelTask/run?id=${run.id}`,
  });

/** Keeps what the engine reported, under the task's lock; a run that has ended stays as it is. */
async function keep(
  db: Database,
  run: Run,
  info: Partial<JobInfo> & { status: JobState },
  log?: string,
) {
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
        ...[run.id, info.status, info.startTime ?? null, info.endTime ?? null],
        ...[info.readCount ?? null, info.writeCount ?? null, info.readBytes ?? null, ended],
        ...[info.error?.slice(0, 4000) ?? null, info.metrics ? JSON.stringify(info.metrics) : null],
      ],
    );
    if (!kept) return;
    if (log)
      await sql.query(
        `insert into etl_run_log (run_id, log) values ($1, $2)
         on conflict (run_id) do update set log = excluded.log`,
        [run.id, log.slice(-200_000)],
      );
    await sql.query(
      `update etl_task set last_state = $2, last_end_time = case when $3 then now() else last_end_time end
       where id = $1`,
      [run.taskId, info.status, ended],
    );
    if (info.status !== "FAILED" && info.status !== "UNKNOWABLE") return;
    const { taskId, tenantId, attempt } = run;
    if (info.status === "FAILED" && attempt <= run.retryTimes)
      await startRun(sql, {
        taskId,
        tenantId,
        trigger: "retry",
        operatorId: null,
        attempt: attempt + 1,
      });
    else await alarm(sql, run, jobStates[info.status].label, info.error ?? "没有错误信息");
  });
}

/** The log as far as there is one: it keeps no run from ending. */
const logOf = (engine: Engine, jobId: string) => engine.log(jobId).catch(() => undefined);

/** Keeps what the engine says of a run. @returns what it is to stop */
async function follow(db: Database, engine: Engine, run: Run): Promise<Stop | undefined> {
  const info = await engine.info(run.jobId);
  if (!info || (run.restore && info.status === "SAVEPOINT_DONE" && !run.stopAsked)) {
    if (run.unknownTimes + 1 < UNKNOWN)
      await db.query("update etl_run set unknown_times = unknown_times + 1 where id = $1", [
        run.id,
      ]);
    else await keep(db, run, { status: "UNKNOWABLE", error: "引擎不认识该作业" });
    return;
  }
  const ended = endStates.includes(info.status);
  await keep(db, run, info, ended ? await logOf(engine, run.jobId) : undefined);
  if (ended) return;
  if (run.late && !run.timedOut)
    await db.tx(async (sql) => {
      await sql.query(
        "update etl_run set timed_out = true, stop_asked = 'cancel', error_msg = '运行超时' where id = $1",
        [run.id],
      );
      await alarm(sql, run, "超时", "运行超时，已要求停止");
    });
  const stopping = info.status === "CANCELING" || info.status === "DOING_SAVEPOINT";
  if (run.stopAsked && !stopping)
    return { jobId: run.jobId, savepoint: run.stopAsked === "savepoint" };
}

async function turn(db: Database, engine: Engine, run: Run): Promise<Stop | undefined> {
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
async function turns(db: Database, engine: Engine): Promise<void> {
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
async function look(db: Database, engine: Engine): Promise<boolean> {
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
export async function watchEtl(db: Database, engine: Engine): Promise<void> {
  const reachable = await look(db, engine);
  await startDue(db);
  if (reachable)
    try {
      await turns(db, engine);
    } catch (error) {
      if (!(error instanceof EngineDown)) throw error;
    }
  const left = await db.one(
    `select 1 from etl_run r where ${isLive("r")} and del_flag = 0 limit 1`,
  );
  if (left) await wakeWatch(db, SECONDS);
}
