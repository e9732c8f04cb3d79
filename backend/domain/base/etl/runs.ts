import { randomBytes } from "node:crypto";
import { patch } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { nextNumber } from "#backend/platform/values";
import { endStates, type JobState, type triggers } from "#documents/base/etl/run";
import { etlTask } from "#documents/base/etl/task";

/** Name of the job that speaks with the engine. */
export const WATCH = "watchEtl";

const list = endStates.map((s) => `'${s}'`).join(", ");
/** SQL: a run `of` that has not ended. */
export const isLive = (of: string) => `coalesce(${of}.job_status, '') not in (${list})`;

/** Asks for a turn of the watcher, some seconds from now. */
export const wakeWatch = (sql: Pick<Sql, "query">, seconds = 0) =>
  sql.query(
    `select graphile_worker.add_job($1, job_key => $1, max_attempts => 1,
       run_at => now() + make_interval(secs => $2))`,
    [WATCH, seconds],
  );

/** A number of a job: as long as the engine's own, so it is always kept as text. */
const newJobId = () => ((BigInt(`0x${randomBytes(8).toString("hex")}`) & ((1n << 62n) - 1n)) | (1n << 61n)).toString();

interface RunStart {
  taskId: string;
  tenantId: string;
  trigger: keyof typeof triggers;
  operatorId: string | null;
  attempt?: number;
  /** From the savepoint of this job. */
  restore?: string;
}

/** A new run, in the caller's transaction, which holds the task's row: the watcher hands it to the engine. */
export async function startRun(
  sql: Sql,
  { taskId, tenantId, trigger, operatorId, attempt = 1, restore }: RunStart,
): Promise<void> {
  await sql.query(
    `insert into etl_run (tenant_id, run_no, task_id, job_id, job_status, trigger, operator_id, attempt,
       restore, embedded, config_version, create_by)
     select $1, $2, t.id, $4, 'SUBMITTING', $5, $6, $7, $8,
       coalesce((select embedded from etl_engine), true), t.config_version, $6
     from etl_task t where t.id = $3`,
    [
      tenantId,
      await nextNumber(sql, "YX", tenantId),
      taskId,
      restore ?? newJobId(),
      trigger,
      operatorId,
      attempt,
      !!restore,
    ],
  );
  await patch({ sql }, etlTask, taskId, { lastState: "SUBMITTING" });
  await wakeWatch(sql);
}

/** The newest run of a task. */
export const lastRunOf = (sql: Sql, taskId: string) =>
  sql.one<{ id: string; jobId: string; jobStatus: JobState; submitted: boolean; live: boolean }>(
    `select r.id, r.job_id as "jobId", r.job_status as "jobStatus", r.submitted, ${isLive("r")} as live
     from etl_run r where r.task_id = $1 and r.del_flag = 0 order by r.id desc limit 1`,
    [taskId],
  );

/** The newest runs of a task, as its page shows them. */
export const lastRuns = (sql: Pick<Sql, "query">, taskId: string) =>
  sql.query(
    `select r.id::text, r.run_no as "runNo", r.job_status as status, r.trigger,
       to_char(r.start_time at time zone 'Asia/Shanghai', 'MM-DD HH24:MI:SS') as start,
       r.duration_sec as sec, r.read_count::text as read, r.write_count::text as written,
       r.error_msg as error
     from etl_run r where r.task_id = $1 and r.del_flag = 0 order by r.id desc limit 5`,
    [taskId],
  );
