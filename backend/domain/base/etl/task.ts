import { patch, type RuleContext, rules, transition } from "#backend/engine/documents";
import { invalidAt } from "#backend/platform/http";
import { openSecret } from "#backend/platform/personal/open";
import { type Config, objectIn } from "#backend/platform/values/secret-texts";
import { etlRun } from "#documents/base/etl/run";
import { etlTask } from "#documents/base/etl/task";
import { modeOf, parseConfig, readSecrets, refuseAt, split, typesOf } from "./config";
import { readCron, setNextRun, timesOf } from "./cron";
import { embeddedFault } from "./embedded";
import { isLive, lastRunOf, lastRuns, startRun, wakeWatch } from "./runs";

/** The engine as it last answered, and how the runs of the last seven days ended. */
async function overviewOf({ sql, tenantId }: RuleContext) {
  const engine = await sql.one(
    `select embedded, fault, overview, to_char(answer_time at time zone 'Asia/Shanghai',
       'YYYY-MM-DD HH24:MI:SS') as "answerTime" from etl_engine`,
  );
  const days = await sql.query(
    `select to_char(d, 'MM-DD') as day,
       count(r.id) filter (where r.job_status in ('FINISHED', 'SAVEPOINT_DONE'))::int as ok,
       count(r.id) filter (where r.job_status in ('FAILED', 'UNKNOWABLE'))::int as failed
     from generate_series((now() at time zone 'Asia/Shanghai')::date - 6,
         (now() at time zone 'Asia/Shanghai')::date, interval '1 day') d
       left join etl_run r on r.tenant_id = $1 and r.del_flag = 0
         and r.end_time >= d at time zone 'Asia/Shanghai'
         and r.end_time < (d + interval '1 day') at time zone 'Asia/Shanghai'
     group by d order by d`,
    [tenantId],
  );
  const live = await sql.one(
    `select 1 from etl_run r where r.tenant_id = $1 and r.del_flag = 0 and ${isLive("r")} limit 1`,
    [tenantId],
  );
  return { engine: engine ?? null, days, live: !!live };
}

const secretsOf = async (c: RuleContext, id: string | undefined) =>
  readSecrets(id ? await openSecret(c.sql, etlTask, "secrets", id) : null);

const last = async (c: RuleContext, row: { id: string }) => ({ last: await lastRunOf(c.sql, row.id) });

/** Why no run can begin. */
async function openTo(c: RuleContext, row: { id: string }) {
  const engine = await c.sql.one<{ fault: string | null }>("select fault from etl_engine");
  return { ...(await last(c, row)), down: !!engine?.fault };
}

const RUNNING = "任务正在运行，不能重复提交";
const DOWN = "ETL引擎不可用";
const NOTHING = "任务没有在运行";

const askStop = (c: RuleContext, id: string, how: "cancel" | "savepoint") => patch(c, etlRun, id, { stopAsked: how });

const shanghai = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");

export const etlTaskRules = rules(etlTask, {
  expressions: {
    lastSec:
      "(select r.duration_sec from etl_run r where r.task_id = t.id and r.end_time is not null order by r.id desc limit 1)",
    lastRead: "(select r.read_count from etl_run r where r.task_id = t.id order by r.id desc limit 1)",
    lastWrite: "(select r.write_count from etl_run r where r.task_id = t.id order by r.id desc limit 1)",
  },
  overview: overviewOf,
  async enrichOne(c, row) {
    row.lastRuns = await lastRuns(c.sql, row.id);
    row.nextTimes = row.cron ? timesOf(row.cron, new Date()).map(shanghai) : [];
  },
  async beforeSave(c, next, before) {
    const whole = { ...before, ...next };
    const typed = whole.config ?? "";
    const config = parseConfig(typed);
    if (modeOf(config) !== whole.jobMode) refuseAt(typed, [{ path: "env.job.mode", says: "须与作业模式一致" }]);
    if (whole.cron && whole.jobMode === "STREAMING") throw invalidAt("cron", "调度只用于批作业");
    if (whole.cron && !readCron(whole.cron)) throw invalidAt("cron", "Cron表达式不正确");
    if (!whole.cron && before?.status === "enabled") throw invalidAt("cron", "已启用调度，请填写Cron表达式");
    const env: Config = { ...objectIn(config.env), parallelism: whole.parallelism ?? 2 };
    const { shown, secrets } = split(
      { ...config, env },
      await secretsOf(c, before?.id),
      typed,
      before?.config ? parseConfig(before.config) : undefined,
    );
    next.config = JSON.stringify(shown, null, 2);
    next.secrets = JSON.stringify(secrets);
    Object.assign(next, typesOf(config));
    next.configVersion = (before?.configVersion ?? 0) + 1;
  },
  afterSave: async (c, id) => setNextRun(c.sql, id),
  transitions: [
    transition(etlTask, "run", {
      lock: openTo,
      guard: ({ last, down }) => (last?.live ? RUNNING : down && DOWN),
      effect: (c, { row }) =>
        startRun(c.sql, { taskId: row.id, tenantId: c.tenantId, trigger: "manual", operatorId: c.caller.userId }),
    }),
    transition(etlTask, "stop", {
      lock: last,
      guard: ({ last }) => !last?.live && NOTHING,
      async effect(c, { last }) {
        if (last) await askStop(c, last.id, "cancel");
        await wakeWatch(c.sql);
      },
    }),
    transition(etlTask, "stopSavepoint", {
      lock: last,
      guard: ({ row, last }) => (row.jobMode !== "STREAMING" ? "保存点只用于流作业" : !last?.live && NOTHING),
      async effect(c, { last }) {
        if (last) await askStop(c, last.id, "savepoint");
        await wakeWatch(c.sql);
      },
    }),
    transition(etlTask, "restore", {
      lock: openTo,
      guard: ({ last, down }) =>
        last?.live ? RUNNING : last?.jobStatus !== "SAVEPOINT_DONE" ? "没有可恢复的保存点" : down && DOWN,
      effect: (c, { row, last }) =>
        startRun(c.sql, {
          taskId: row.id,
          tenantId: c.tenantId,
          trigger: "savepoint",
          operatorId: c.caller.userId,
          restore: last?.jobId,
        }),
    }),
    transition(etlTask, "check", {
      async lock(c) {
        const engine = await c.sql.one<{ embedded: boolean }>("select embedded from etl_engine");
        return { embedded: engine?.embedded !== false, tenantId: c.tenantId };
      },
      check({ row, embedded, tenantId }) {
        const config = parseConfig(row.config);
        return embedded && embeddedFault(config, tenantId);
      },
    }),
    transition(etlTask, "enable", {
      guard: ({ row }) => !row.cron && "请先填写调度",
      effect: (c, { row }) => setNextRun(c.sql, row.id),
    }),
    transition(etlTask, "disable", { effect: (c, { row }) => setNextRun(c.sql, row.id) }),
    transition(etlTask, "del", { lock: last, guard: ({ last }) => last?.live && "任务正在运行，不能删除" }),
  ],
});
