import { keep } from "../../../db/locks";
import type { Database, Sql } from "../../../db/sql";
import { timesOf } from "./cron";
import { isLive, startRun } from "./runs";

/** When a task runs next by its schedule; null while it is switched off. */
export async function setNextRun(sql: Sql, taskId: string): Promise<void> {
  const task = await sql.one<{ cron: string | null; status: string }>(
    "select cron, status from etl_task where id = $1",
    [taskId],
  );
  const on = task?.status === "enabled" && task.cron;
  const [next] = on ? timesOf(on, new Date(), 1) : [];
  await sql.query("update etl_task set next_run = $2 where id = $1", [taskId, next ?? null]);
}

/** Starts tasks whose time has come: one run, however many times went by; none while one still runs. */
export async function startDue(db: Database): Promise<void> {
  const due = await db.query<{ id: string }>(
    "select id from etl_task where status = 'enabled' and del_flag = 0 and next_run <= now() order by id",
  );
  for (const { id } of due)
    await db.tx(async (sql) => {
      const task = await sql.one<{ tenantId: string }>(
        `select tenant_id as "tenantId" from etl_task
         where id = $1 and status = 'enabled' and del_flag = 0 and next_run <= now() ${keep(sql, "etl_task")}`,
        [id],
      );
      if (!task) return;
      const live = await sql.one(
        `select 1 from etl_run r where r.task_id = $1 and ${isLive("r")} and r.del_flag = 0`,
        [id],
      );
      if (!live)
        await startRun(sql, {
          ...{ taskId: id, tenantId: task.tenantId, trigger: "cron", operatorId: null },
        });
      await setNextRun(sql, id);
    });
}

/** Runs that ended long ago are forgotten. */
export async function sweepRuns(sql: Sql): Promise<void> {
  await sql.query(
    `with gone as (delete from etl_run r where not ${isLive("r")} and end_time < now() - interval '90 days'
       returning r.id, r.job_id),
     logs as (delete from etl_run_log l using gone g where l.run_id = g.id)
     delete from etl_embedded_job j using gone g where g.job_id = j.job_id::text`,
  );
}
