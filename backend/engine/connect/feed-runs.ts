import type { Database, Sql } from "#backend/platform/db";
import { COLLIDED_WORDS, collided, errorText, inSeconds, NOW, patchRow } from "#backend/platform/db";
import { notify, type Reminder } from "../notices/notify";
import { Later } from "./words";

type RoleReminder = Pick<Reminder, "title" | "pushDescribe" | "bizPath">;

/** Tells who has a role in a tenant. @returns whether anybody has it */
export async function tellRole(sql: Sql, tenantId: string, role: string, reminder: RoleReminder): Promise<boolean> {
  const users = await sql.query<{ id: string }>(
    `select distinct u.id from sys_user u join sys_user_role ur on ur.user_id = u.id
       join sys_role r on r.id = ur.role_id
     where r.role_code = $2 and u.tenant_id = $1 and u.del_flag = 0 and r.del_flag = 0`,
    [tenantId, role],
  );
  const userIds = users.map((u) => u.id);
  return (await notify(sql, { ...reminder, tenantId, userIds })) !== null;
}

/** Tells the administrators of a tenant. */
export const tellAdmins = async (sql: Sql, tenantId: string, reminder: RoleReminder): Promise<void> =>
  void (await tellRole(sql, tenantId, "ADMIN", reminder));

const MOST_ATTEMPTS = 5;
const LONGEST_SECONDS = 3600;
const KEPT_DAYS = 30;

/** A turn of reading what a connection tells. */
export interface Run {
  id: string;
  byHand: boolean;
  /** Milliseconds since 1970. */
  from: number | null;
  to: number | null;
  attempts: number;
}

/** SQL: milliseconds since 1970. */
export const ms = (column: string) => `extract(epoch from ${column})::float8 * 1000`;

/** The turn that is due; one that a process left behind begins anew. */
export const takeRun = (db: Database, connectorId: string) =>
  db.one<Run>(
    `update feed_run set status = 'running', attempts = attempts + 1, told = 0, fresh = 0, changed = 0,
       same = 0, bad = 0, raw_hash = null, error = null, start_time = coalesce(start_time, now())
     where id = (select id from feed_run where connector_id = $1 and status in ('queued', 'running')
       and next_run <= now() and del_flag = 0 order by id limit 1)
     returning id, by_hand as "byHand", ${ms("from_time")} as "from",
       ${ms("to_time")} as "to", attempts`,
    [connectorId],
  );

/**
 * It was read to its end.
 * @returns how many orders it was told of, and how many of them are kept as something new
 */
export async function endRun(db: Database, connectorId: string, run: Run) {
  const ended = await db.one<{ told: number; kept: number }>(
    `update feed_run set status = case when bad > 0 then 'partial' else 'done' end, end_time = now()
     where id = $1 returning told, fresh + changed as kept`,
    [run.id],
  );
  // A turn that found nothing is not worth a row.
  await db.query("delete from feed_run where id = $1 and not by_hand and fresh + changed + bad = 0", [run.id]);
  await db.query(`delete from feed_run where connector_id = $1 and end_time < now() - make_interval(days => $2)`, [
    connectorId,
    KEPT_DAYS,
  ]);
  return ended ?? { told: 0, kept: 0 };
}

/**
 * It broke off: read again later, or given up with a word to the administrators.
 * @returns why
 */
export async function failRun(db: Database, tenantId: string, name: string, run: Run, error: unknown): Promise<string> {
  const later = collided(error);
  const reason = later ? COLLIDED_WORDS : errorText(error, "message").slice(0, 500) || "同步失败";
  const again = later || (error instanceof Later && run.attempts < MOST_ATTEMPTS);
  const told = error instanceof Later && error.afterSeconds;
  const seconds = told || Math.min(5 * 2 ** run.attempts, LONGEST_SECONDS);
  await db.tx(async (sql) => {
    await patchRow(sql, "feed_run", run.id, {
      status: again ? "queued" : "failed",
      error: reason,
      next_run: inSeconds(seconds),
      end_time: again ? null : NOW,
    });
    if (again) return;
    const before = await sql.one(
      `select 1 from feed_run where connector_id = (select connector_id from feed_run where id = $1)
         and id < $1 and status = 'failed' and end_time > now() - interval '1 day' limit 1`,
      [run.id],
    );
    // One word a day: who has to mend it knows.
    if (!before)
      await tellAdmins(sql, tenantId, {
        title: `同步失败：${name}`.slice(0, 100),
        pushDescribe: reason,
        bizPath: "/baseSetup/feed/index?status=failed",
      });
  });
  return reason;
}
