import type { Sql } from "#backend/platform/db";
import { wake } from "./enqueue";

/** Name of the job that reads what marketplaces tell. */
export const READ = "syncOrders";

export interface Window {
  from?: string | null;
  to?: string | null;
}

/**
 * Asks for what a connection tells to be read, soon.
 * @returns how far it is when somebody asked before
 */
export async function requestFeed(
  { sql, tenantId }: { sql: Sql; tenantId: string },
  connectorId: string,
  { from = null, to = null }: Window = {},
  byHand = true,
): Promise<"queued" | "running" | undefined> {
  // Two who ask at once ask for one.
  await sql.query("select id from connector where id = $1 for no key update", [connectorId]);
  const made = await sql.one(
    `insert into feed_run (tenant_id, source, connector_id, store_id, by_hand, from_time, to_time,
       status, next_run)
     select tenant_id, name, id, store_id, $3, $4, $5, 'queued', now() from connector
     where id = $1 and tenant_id = $2 and del_flag = 0 and not exists (select 1 from feed_run f
       where f.connector_id = $1 and f.status in ('queued', 'running') and f.del_flag = 0)
     returning id`,
    [connectorId, tenantId, byHand, from, to],
  );
  if (made) {
    await wake(sql, READ);
    return;
  }
  const under = await sql.one(
    `select 1 from feed_run where connector_id = $1 and status = 'running' and del_flag = 0`,
    [connectorId],
  );
  return under ? "running" : "queued";
}

const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const timeOf = (wire: string) => Date.parse(`${wire.replace(" ", "T")}+08:00`);

/** Why what changed between two times cannot be asked for. */
export function windowFault({ from, to }: Window): string | undefined {
  if (!from) return to ? "请填写更新自" : undefined;
  const days = ((to ? timeOf(to) : Date.now()) - timeOf(from)) / DAY_MS;
  if (days < 0) return "更新至须晚于更新自";
  if (days > MOST_DAYS) return `同步区间不能超过${MOST_DAYS}天`;
}

/** Said of a store or connection that is being read. */
export const UNDER_WAY = "同步任务进行中，请稍后";
