import type { Database, Sql } from "#backend/platform/db";
import { Refusal } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { reject } from "./audit";
import { push } from "./push";
import { lockNotice } from "./row";

const BATCH = 200;

/** Pushes one due notice, or sends it back to its author when it cannot be pushed any more. */
function pushOne(db: Database, id: string, tenantId: string): Promise<void> {
  const locked = async (
    sql: Sql,
    work: (notice: NonNullable<Awaited<ReturnType<typeof lockNotice>>>) => Promise<void>,
  ) => {
    const notice = await lockNotice(sql, tenantId, id);
    if (notice?.status === "approved") await work(notice);
  };
  const sendBack = (sentence: string) => db.tx((sql) => locked(sql, (notice) => reject(sql, notice, sentence, null)));
  return db
    .tx((sql) =>
      locked(sql, async (notice) => {
        if (notice.lapsed) throw new Refusal(409, "失效时间已过");
        await push(sql, notice);
      }),
    )
    .catch((error) => {
      if (error instanceof Refusal) return sendBack(error.message);
      throw error;
    });
}

/**
 * Pushes approved notices whose time has come, each in its own transaction: state and receivers
 * appear together or not at all, so a killed process leaves nothing half done and the next run
 * repeats nothing.
 * @returns Number handled.
 */
export async function pushDue(db: Database): Promise<number> {
  const due = await db.query<{ id: string; tenantId: string }>(
    `select id, tenant_id as "tenantId" from sys_notification
     where status = 'approved' and del_flag = 0 and coalesce(plan_time, now()) <= now()
     order by plan_time nulls first, id limit ${BATCH}`,
  );
  for (const { id, tenantId } of due) await pushOne(db, id, tenantId);
  return due.length;
}

/** pushed → expired once the expiry time has passed. @returns Number handled. */
export function expireDue(db: Database): Promise<number> {
  return db.tx(async (sql) => {
    const expired = await sql.query<{ id: string; tenantId: string }>(
      `update sys_notification set status = 'expired', version = version + 1, update_time = now()
       where id in (select id from sys_notification where status = 'pushed' and expire_time <= now()
         order by id limit ${BATCH} for update skip locked)
       returning id, tenant_id as "tenantId"`,
    );
    for (const { id, tenantId } of expired)
      await writeOperLog(sql, {
        tenantId,
        bizType: "notification",
        bizId: id,
        action: "失效",
        fromState: "pushed",
        toState: "expired",
      });
    return expired.length;
  });
}
