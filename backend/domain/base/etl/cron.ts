import { patch, pick } from "#backend/engine/documents";
import { type Database, keep, type Sql } from "#backend/platform/db";
import { etlTask } from "#documents/base/etl/task";
import { isLive, startRun } from "./runs";

/** Minute, hour, day of month, month, day of week: the values that fit of each. */
type Cron = readonly (readonly number[])[];

const RANGES = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Values that one part of a field names: `*`, `5`, `1-5`, each with a step behind `/`. */
function partOf(text: string, [least, most]: readonly [number, number]): number[] | null {
  const read = /^(\*|\d{1,2})(?:-(\d{1,2}))?(?:\/(\d{1,2}))?$/.exec(text);
  if (!read) return null;
  const [, start = "", end, every] = read;
  if (start === "*" && end) return null;
  const from = start === "*" ? least : Number(start);
  const till = end ? Number(end) : start === "*" || every ? most : from;
  const step = Number(every ?? 1);
  if (from < least || till > most || from > till || step < 1) return null;
  return Array.from({ length: Math.floor((till - from) / step) + 1 }, (_, i) => from + i * step);
}

/** Reads a schedule; null where it is none, or names no day that there is. */
export function readCron(text: string): Cron | null {
  const fields = text.trim().split(/ +/);
  if (fields.length !== 5) return null;
  const cron: number[][] = [];
  for (const [i, range] of RANGES.entries()) {
    const parts = (fields[i] ?? "").split(",").map((part) => partOf(part, range));
    if (parts.some((p) => !p)) return null;
    cron.push(parts.flatMap((p) => p ?? []));
  }
  // Sunday is 0 and 7; of both days an unlimited one does not widen the other.
  cron[4] = (cron[4] ?? []).map((d) => d % 7);
  return nextTimes(cron, fields, new Date(0), 1).length ? cron : null;
}

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Shanghai keeps one offset all year. */
const ZONE = 8 * 3_600_000;
/** 29 February comes once in at most eight years. */
const MOST_DAYS = 8 * 366 + 1;

function nextTimes(cron: Cron, fields: readonly string[], after: Date, count: number): Date[] {
  const [minutes = [], hours = [], days = [], months = [], weekdays = []] = cron;
  const either = !fields[2]?.startsWith("*") && !fields[4]?.startsWith("*");
  const found: Date[] = [];
  const local = after.getTime() + ZONE;
  const first = Math.floor(local / DAY) * DAY;
  const ordered = [...hours].sort((a, b) => a - b);
  const minute = [...new Set(minutes)].sort((a, b) => a - b);
  for (let d = 0; d < MOST_DAYS && found.length < count; d++) {
    const day = new Date(first + d * DAY);
    const byDay = days.includes(day.getUTCDate());
    const byWeek = weekdays.includes(day.getUTCDay());
    if (!months.includes(day.getUTCMonth() + 1)) continue;
    if (either ? !byDay && !byWeek : !byDay || !byWeek) continue;
    for (const h of new Set(ordered))
      for (const m of minute) {
        const at = day.getTime() + (h * 60 + m) * MINUTE;
        if (at > local && found.length < count) found.push(new Date(at - ZONE));
      }
  }
  return found;
}

/** The next times of a schedule, in Asia/Shanghai; none where it cannot be read. */
export function timesOf(text: string, after: Date, count = 5): Date[] {
  const cron = readCron(text);
  return cron ? nextTimes(cron, text.trim().split(/ +/), after, count) : [];
}

/** When a task runs next by its schedule; null while it is switched off. */
export async function setNextRun(sql: Sql, taskId: string): Promise<void> {
  const task = await pick({ sql }, etlTask, taskId, ["cron", "status"]);
  const on = task?.status === "enabled" && task.cron;
  const [next] = on ? timesOf(on, new Date(), 1) : [];
  await patch({ sql }, etlTask, taskId, { nextRun: next ?? null });
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
      const live = await sql.one(`select 1 from etl_run r where r.task_id = $1 and ${isLive("r")} and r.del_flag = 0`, [
        id,
      ]);
      if (!live) await startRun(sql, { taskId: id, tenantId: task.tenantId, trigger: "cron", operatorId: null });
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
