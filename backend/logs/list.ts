import { log } from "#documents/admin/log";
import type { ListQuery } from "#documents/kit";
import { applyFilters, type Listing, orderOf, Where } from "../db/page";
import type { Sql } from "../db/sql";

const COLUMNS: Record<string, string> = {
  id: "id",
  type: "type",
  title: "title",
  serviceId: "service_id",
  remoteAddr: "remote_addr",
  userAgent: "user_agent",
  requestUri: "request_uri",
  method: "method",
  params: "params",
  time: "time",
  exception: "exception",
  createBy: "create_by",
  createTime: "create_time",
};

const SELECT = Object.entries(COLUMNS)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(", ");

/** One entry of a tenant's operation log. */
export const readLog = (sql: Sql, tenantId: string, id: string) =>
  sql.one(`select ${SELECT} from sys_log where tenant_id = $1 and id = $2`, [tenantId, id]);

/** Operation log of one tenant under the declared filters. */
export function logListing(tenantId: string, query: ListQuery): Listing {
  const where = new Where().and("tenant_id = ?", tenantId);
  applyFilters(where, log, query, (name) => COLUMNS[name] ?? "null");
  const order = { sortable: COLUMNS, order: "create_time desc, id desc" };
  // A file, which has an order of its own, is held to the names that the page knows, too.
  orderOf(order, query);
  return {
    select: SELECT,
    from: "sys_log",
    where,
    ...order,
  };
}
