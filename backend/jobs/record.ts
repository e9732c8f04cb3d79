import { COLLIDED_WORDS, collided, errorText } from "../db/errors";
import type { Database } from "../db/sql";
import type { Job } from "./job";

// On a connection that it waits for itself: a pool that lost its server answers no other statement.
const said = (db: Database, text: string, values: unknown[]) =>
  db.tx((sql) => sql.query(text, values));

/** Keeps what jobs there are. */
export async function recordJobs(db: Database, jobs: readonly Job[]): Promise<void> {
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
export async function recorded(db: Database, { name, run }: Job): Promise<void> {
  await said(
    db,
    "update job_run set state = 'running', last_start = now() where code = $1 and del_flag = 0",
    [name],
  );
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
    const told = collided(error)
      ? end(COLLIDED_WORDS, "later")
      : end(errorText(error, "message").slice(0, 300));
    await told.catch(() => {});
    throw error;
  }
  await end(null);
}
