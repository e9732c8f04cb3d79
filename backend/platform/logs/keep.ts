import type { Sql } from "../db/sql";
import { type ParamKey, param } from "../values/params";

/** What is kept for some time. The history of documents is not among it: it stays. */
const KEPT: readonly { table: string; label: string; days: ParamKey; rows: ParamKey }[] = [
  { table: "sys_log", label: "操作日志", days: "log_keep_days", rows: "log_keep_rows" },
  { table: "sys_error_log", label: "前端日志", days: "error_log_keep_days", rows: "error_log_keep_rows" },
  { table: "sys_visit", label: "访问记录", days: "visit_keep_days", rows: "visit_keep_rows" },
];

/** Rows that one statement removes: none holds its locks for long. */
const BATCH = 10_000;

/**
 * Whose rows count together: a tenant's own, and as one all those under numbers that no tenant has,
 * which anybody may send who signs in nowhere.
 */
async function groups(sql: Sql, table: string): Promise<string[][]> {
  const rows = await sql.query<{ id: string; known: boolean }>(
    `select l.id, n.id is not null as known
     from (select distinct tenant_id as id from ${table}) l left join sys_tenant n on n.id = l.id`,
  );
  const others = rows.filter((r) => !r.known).map((r) => r.id);
  return [...rows.filter((r) => r.known).map((r) => [r.id]), ...(others.length ? [others] : [])];
}

async function removeAll(sql: Sql, table: string, chosen: string, values: unknown[]) {
  for (;;) {
    const gone = await sql.query(`delete from ${table} where id in (${chosen} limit ${BATCH}) returning 1`, values);
    if (gone.length < BATCH) return;
  }
}

/** Removes rows of logs that are older, or more, than each tenant's parameters allow. */
export async function sweepLogs(sql: Sql): Promise<void> {
  for (const { table, days, rows } of KEPT)
    for (const tenants of await groups(sql, table)) {
      const [tenant = ""] = tenants;
      await removeAll(
        sql,
        table,
        `select id from ${table} where tenant_id = any ($1)
           and create_time < now() - make_interval(days => $2::int)`,
        [tenants, await param(sql, tenant, days)],
      );
      await removeAll(
        sql,
        table,
        `select t.id from ${table} t, (select create_time, id from ${table}
           where tenant_id = any ($1) order by create_time desc, id desc offset $2 limit 1) most
         where t.tenant_id = any ($1) and (t.create_time, t.id) <= (most.create_time, most.id)`,
        [tenants, await param(sql, tenant, rows)],
      );
    }
}

/** Says on the page of the log how long what is kept. */
export async function keptNote(sql: Sql, tenantId: string): Promise<string> {
  const said = [];
  for (const { label, days, rows } of KEPT) {
    const most = Number(await param(sql, tenantId, rows)).toLocaleString("en-US");
    said.push(`${label}保留${await param(sql, tenantId, days)}天，最多${most}条`);
  }
  return `${said.join("；")}。超出的自动清理，在系统参数中设置。`;
}
