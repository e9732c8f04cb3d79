import { log } from "#documents/admin/log";
import type { ListQuery } from "#documents/kit";
import { applyFilters, type Listing, orderOf, Where } from "../db/page";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { declaredAt, mayRead } from "./declared";
import { withheld } from "./mask";

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

/** An order by what a call brought would tell what its reader may not see. */
const { params: _, ...SORTABLE } = COLUMNS;

/** What stands for all that a call brought, where it cannot be told apart. */
const WITHHELD = "******";

/** A row as somebody may see it: values that the declarations mask are for who may read them. */
export function shownTo<R extends object>(caller: Caller, row: R): R {
  const { params, requestUri }: { params?: unknown; requestUri?: unknown } = row;
  if (typeof params !== "string") return row;
  const declared = declaredAt(String(requestUri));
  const hidden = new Set([...declared.keys()].filter((name) => !mayRead(declared, name, caller)));
  if (!hidden.size) return row;
  try {
    const shown = withheld(JSON.parse(params), (name) => hidden.has(name));
    return { ...row, params: JSON.stringify(shown) };
  } catch {
    // It was longer than a row keeps.
    return { ...row, params: WITHHELD };
  }
}

/** One entry of a tenant's operation log. */
export const readLog = (sql: Sql, tenantId: string, id: string) =>
  sql.one(`select ${SELECT} from sys_log where tenant_id = $1 and id = $2`, [tenantId, id]);

/** Operation log of one tenant under the declared filters. */
export function logListing(tenantId: string, query: ListQuery): Listing {
  const where = new Where().and("tenant_id = ?", tenantId);
  applyFilters(where, log, query, (name) => COLUMNS[name] ?? "null");
  const order = { sortable: SORTABLE, order: "create_time desc, id desc" };
  // A file, which has an order of its own, is held to the names that the page knows, too.
  orderOf(order, query);
  return {
    select: SELECT,
    from: "sys_log",
    where,
    ...order,
  };
}
