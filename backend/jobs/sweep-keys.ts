import type { Sql } from "../db/sql";

/** Removes idempotency keys older than each tenant's parameter says. */
export const sweepKeys = (sql: Sql) =>
  sql.query(
    `delete from idempotency i where create_time < now() - make_interval(hours => coalesce(
       (select value::int from sys_param p where p.tenant_id = i.tenant_id
        and p.param_key = 'idempotency_hours' and p.del_flag = 0), 24))`,
  );
