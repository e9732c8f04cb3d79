import type { Sql } from "../db/sql";
import { mask, safeText } from "./mask";

/** One call as it enters the operation log (market.md §10 "log"). */
export interface LogEntry {
  tenantId: string;
  /** Chinese name of the call. */
  title: string;
  /** "0" went well, "9" was refused or failed. */
  type: "0" | "9";
  remoteAddr: string;
  userAgent: string;
  requestUri: string;
  method: string;
  /** As received; masked here, never by the caller. */
  params: unknown;
  /** Milliseconds. */
  time: number;
  exception: string | null;
  /** User name, null before sign-in. */
  createBy: string | null;
}

const MAX_PARAMS = 8_000;

/** Adds one row to the operation log; personal and secret values are masked on the way. */
export async function writeLog(sql: Sql, entry: LogEntry): Promise<void> {
  const params = JSON.stringify(mask(entry.params) ?? {});
  await sql.query(
    `insert into sys_log (tenant_id, type, title, service_id, remote_addr, user_agent, request_uri,
       method, params, time, exception, create_by)
     values ($1, $2, $3, 'erp-backend', $4, $5, $6, $7, $8, $9, $10, $11)`,
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
    ],
  );
}
