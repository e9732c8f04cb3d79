import type { Sql } from "#backend/platform/db";
import { isLiveSql } from "#backend/platform/tenancy/phase";
import { today } from "#backend/platform/values";

/**
 * Makes the months up to the one in which tomorrow lies, from the first posting or the first day of work
 * on: a month is there at its first minute. A month that lies in what is closed already is closed.
 * @param tenantId of this tenant alone; else of every one
 */
export async function makeMonths(sql: Sql, tenantId: string | null = null): Promise<void> {
  await sql.query(
    `insert into month_close (tenant_id, month, end_date, status)
     select f.tenant_id, to_char(m, 'YYYY-MM'), d.last,
       case when d.last <= f.until then 'closed' else 'open' end
     from (
         select t.id as tenant_id,
           (select value::date from sys_param where tenant_id = t.id
              and param_key = 'month_close_until' and del_flag = 0) as until,
           greatest(least(
             (select min(biz_date) from ap_entry where tenant_id = t.id),
             (select min(biz_date) from stock_move where tenant_id = t.id),
             $2::date), (select go_live_date from sys_tenant where id = t.id)) as first
         from (select id from sys_tenant union select 1) t
         where ($3::bigint is null or t.id = $3) and ${isLiveSql("t.id")}) f,
       generate_series(date_trunc('month', f.first), $1::date, '1 month') m,
       lateral (select (m + interval '1 month - 1 day')::date as last) d
     where not exists (select 1 from month_close o
       where o.tenant_id = f.tenant_id and o.month = to_char(m, 'YYYY-MM'))
     order by 1, 2
     on conflict do nothing`,
    [today(1), today(), tenantId],
  );
}
