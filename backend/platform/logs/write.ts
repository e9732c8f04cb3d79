import type { Sql } from "../db/sql";
import type { Call } from "../http/endpoint";
import { type OperationLog, requestOf } from "../http/operation-log";
import { declaredAt } from "./declared";
import { mask, safeText } from "./mask";

const MAX_PARAMS = 8_000;

/** Adds one row to the operation log; what it keeps of each value, the declarations say. */
export async function writeLog(sql: Sql, entry: OperationLog): Promise<void> {
  const params = JSON.stringify(mask(entry.params, declaredAt(entry.requestUri)) ?? {});
  await sql.query(
    `insert into sys_log (tenant_id, type, title, service_id, remote_addr, user_agent, request_uri,
       method, params, time, exception, create_by, request_id, fault)
     values ($1, $2, $3, 'erp-backend', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      entry.tenantId,
      entry.type,
      entry.title,
      safeText(entry.remoteAddr, 100),
      safeText(entry.userAgent),
      safeText(entry.requestUri),
      entry.method,
      params.length > MAX_PARAMS ? `${params.slice(0, MAX_PARAMS)}…` : params,
      entry.time,
      entry.exception === null ? null : safeText(entry.exception, 2_000),
      entry.createBy,
      entry.requestId ?? null,
      entry.fault ? safeText(entry.fault) : null,
    ],
  );
}

/** Notes who exported what under which filter and how many rows (market.md §14.9). */
export async function logExport(
  { db, caller, req }: Pick<Call, "db" | "caller" | "req">,
  title: string,
  filter: string,
  rows: number,
): Promise<void> {
  await writeLog(db, {
    tenantId: caller.tenantId,
    title,
    type: "0",
    ...requestOf(req),
    params: { filter, rows },
    time: 0,
    exception: null,
    createBy: caller.username,
  });
}
