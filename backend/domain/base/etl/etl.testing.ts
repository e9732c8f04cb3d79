import { removeOne } from "#backend/engine/documents/calls/writes";
import { perform } from "#backend/engine/documents/lifecycle/perform";
import type { RuleValues } from "#backend/engine/documents/rules";
import { insert } from "#backend/engine/documents/writing/write";
import type { Database } from "#backend/platform/db/sql";
import { etlTask } from "#documents/base/etl/task";
import { actAs } from "../../../../tests/acting";
import { etlTaskRules } from "./task";

/** A description that the embedded engine can do. */
export const RATES = {
  env: { "job.mode": "BATCH" },
  source: [{ plugin_name: "Jdbc", table_path: "erp.etl_stage_rate", password: "p4ss" }],
  sink: [{ plugin_name: "Jdbc", table: "exchange_rate" }],
};

/** Somebody who keeps tasks. */
export const keeper = (db: Database) => ({
  make: (taskName: string, values: RuleValues = {}) =>
    db.tx((sql) =>
      insert(actAs(sql), etlTask, etlTaskRules, {
        taskName,
        jobMode: "BATCH",
        parallelism: 2,
        timeoutMin: 120,
        retryTimes: 0,
        config: JSON.stringify(RATES),
        ...values,
      }),
    ),
  act: (id: string, action: keyof typeof etlTask.actions) =>
    db.tx((sql) => perform(actAs(sql), etlTask, id, action, {}, { trusted: true })),
  remove: (id: string) =>
    db.tx((sql) =>
      removeOne(actAs(sql, { permissions: new Set(["base_seatunneltask_del"]) }), etlTask, etlTaskRules, id, undefined),
    ),
  runs: (id: string) =>
    db.query(
      `select job_id as "jobId", job_status as status, trigger, attempt, read_count::text as read,
         write_count::text as written, error_msg as error from etl_run where task_id = $1 order by id`,
      [id],
    ),
});
