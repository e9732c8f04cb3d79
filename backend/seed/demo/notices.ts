import type { Sql } from "../../db/sql";
import { insertRows } from "../insert";
import { LEADER_ACCOUNTS, ROLE_ACCOUNTS } from "../organisation/accounts";
import { noticeRows } from "./notice-rows";
import type { Chance } from "./random";

const NAMED = ROLE_ACCOUNTS.length + LEADER_ACCOUNTS.length;

/**
 * Inserts notices and, for those that were pushed, who got them and who has read them: 40–95 % each.
 * The named accounts have not opened those of the last five days, so that the bell shows something.
 */
export async function insertNotices(sql: Sql, chance: Chance, today: string, scale: number) {
  const rows = noticeRows(chance, today, scale);
  await insertRows(sql, "sys_notification", rows);
  await sql.query(
    `insert into doc_sequence (tenant_id, prefix, biz_date, val)
     select 1, 'TZ', create_time::date, count(*) from sys_notification group by 3`,
  );
  await sql.query(
    `insert into sys_notification_target (notification_id, user_id, is_read, read_time)
     with recursive below (top, id) as (
       select id, id from sys_dept union all
       select b.top, d.id from sys_dept d join below b on d.parent_id = b.id)
     select notification_id, user_id, case when read then '1' else '0' end,
       case when read then push_time + later * later
         * least(interval '10 days', $1::date::timestamptz - push_time) end
     from (
       select n.id as notification_id, u.id as user_id, n.push_time,
         pg_temp.u('read:' || n.id || ':' || u.id) < 0.45 + 0.48 * pg_temp.u('rate:' || n.id)
           and (u.id > $2 or n.push_time < $1::date::timestamptz - interval '5 days') as read,
         pg_temp.u('later:' || n.id || ':' || u.id) as later
       from sys_notification n
       join sys_user u on u.del_flag = 0 and u.lock_flag = '0' and case n.scope_type
         when 'all' then true
         when 'dept' then exists (
           select 1 from below b where b.id = u.dept_id and b.top = any (n.scope_ids))
         when 'role' then exists (
           select 1 from sys_user_role r where r.user_id = u.id and r.role_id = any (n.scope_ids))
         else u.id = any (n.scope_ids) end
       where n.push_time is not null) t`,
    [today, NAMED],
  );
  await sql.query(
    `update sys_notification n set target_count = t.targets, read_count = t.reads
     from (select notification_id, count(*) as targets, count(*) filter (where is_read = '1') as reads
           from sys_notification_target group by 1) t
     where t.notification_id = n.id`,
  );
  return rows.length;
}
