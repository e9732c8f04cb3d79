import { insertTargets } from "#backend/engine/notices/push";
import type { Sql } from "#backend/platform/db";
import { insertRows } from "#backend/platform/tenancy/insert";
import { LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "#backend/platform/tenancy/organisation/accounts";
import type { Chance } from "../random";
import { noticeRows } from "./rows";

const NAMED = ROLE_ACCOUNTS.length + LEADER_ACCOUNTS.length;

const countReads = (sql: Sql, ids: readonly string[]) =>
  sql.query(
    `update sys_notification n set target_count = t.targets, read_count = t.reads
     from (select notification_id, count(*) as targets, count(*) filter (where is_read = '1') as reads
           from sys_notification_target group by 1) t
     where t.notification_id = n.id and n.id = any ($1)`,
    [ids],
  );

/**
 * Lets those who got these notices read them: 40–95 % each. The named accounts have not opened those of the last
 * five days, so that the bell shows something.
 */
export async function readNotices(sql: Sql, today: string, ids: readonly string[]): Promise<void> {
  await sql.query(
    `update sys_notification_target t set is_read = '1',
       read_time = n.push_time + power(pg_temp.u('later:' || n.id || ':' || t.user_id), 2)
         * least(interval '10 days', $1::date::timestamptz - n.push_time)
     from sys_notification n
     where n.id = t.notification_id and n.id = any ($3)
       and pg_temp.u('read:' || n.id || ':' || t.user_id)
         < 0.45 + 0.48 * pg_temp.u('rate:' || n.id)
       and (t.user_id > $2 or n.push_time < $1::date::timestamptz - interval '5 days')`,
    [today, NAMED, ids],
  );
  await countReads(sql, ids);
}

/** What people were told of their work they have read, but for the last two days. */
export async function readOld(sql: Sql, today: string): Promise<void> {
  const old = await sql.query<{ id: string }>(
    `update sys_notification_target t set is_read = '1',
       read_time = n.push_time + pg_temp.u('read:' || n.id || ':' || t.user_id) * interval '9 hours'
     from sys_notification n
     where n.id = t.notification_id and n.generated and t.is_read = '0'
       and n.push_time < $1::date::timestamptz - interval '2 days' returning n.id`,
    [today],
  );
  await countReads(sql, [...new Set(old.map(({ id }) => id))]);
}

/** Inserts notices and, for those that were pushed, who got them and who has read them. */
export async function insertNotices(sql: Sql, chance: Chance, today: string, scale: number) {
  const rows = noticeRows(chance, today, scale);
  await insertRows(sql, "sys_notification", rows);
  await sql.query(
    `insert into doc_sequence (tenant_id, prefix, biz_date, val)
     select 1, 'TZ', create_time::date, count(*) from sys_notification group by 3`,
  );
  for (const { id, push_time, scope_type, scope_ids } of rows)
    if (push_time)
      await insertTargets(sql, {
        id: String(id),
        tenantId: "1",
        scopeType: scope_type,
        scopeIds: scope_ids.map(String),
      });
  await readNotices(
    sql,
    today,
    rows.map(({ id }) => String(id)),
  );
  return rows.length;
}
