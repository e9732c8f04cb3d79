import type { Sql } from "#backend/platform/db";

export interface Enqueued {
  kind: string;
  /** Unique: what is there already is not added again. */
  key: string;
  /** Ids that say what it is about; no personal data. */
  payload?: Record<string, unknown>;
  connectorId?: string | null;
  /** The document that it is about. */
  document?: string;
  id?: string;
  no?: string;
}

/** Name of the job that sends. */
export const SEND = "sendOutbox";

/** Asks for a turn of a job as soon as the transaction is committed. */
export const wake = (sql: Sql, job: string) =>
  sql.query("select graphile_worker.add_job($1, job_key => $1, max_attempts => 1)", [job]);

/** Asks for a turn of the sender after some seconds, besides those by the clock. */
export const wakeSenderIn = (sql: Sql, seconds: number) =>
  sql.query(
    `select graphile_worker.add_job($1, job_key => $1 || ' later', max_attempts => 1,
       run_at => now() + make_interval(secs => $2))`,
    [SEND, seconds],
  );

/** Asks for a turn of the sender. */
export const wakeSender = (sql: Sql) => wake(sql, SEND);

/**
 * Keeps what a system outside is to hear, in the caller's transaction: it is sent when that is committed,
 * and never when it is not.
 * @returns false when a message of that key was there
 */
export async function enqueue(
  { sql, tenantId }: { sql: Sql; tenantId: string },
  { kind, key, payload = {}, connectorId = null, document, id, no }: Enqueued,
): Promise<boolean> {
  const made = await sql.one(
    `insert into outbox (tenant_id, kind, key, payload, connector_id, document, document_id,
       document_no, status, attempts, next_run)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', 0, now())
     on conflict do nothing returning id`,
    [tenantId, kind, key, JSON.stringify(payload), connectorId, document ?? null, id ?? null, no ?? null],
  );
  if (made) await wakeSender(sql);
  return !!made;
}
