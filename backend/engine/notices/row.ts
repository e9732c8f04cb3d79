import { type Sql, Where } from "#backend/platform/db";
import { type Caller, conflict, missing } from "#backend/platform/http";

export type NoticeStatus = "draft" | "auditing" | "approved" | "pushed" | "rejected" | "revoked" | "expired";

/** The columns that transitions decide on. */
export interface NoticeRow {
  id: string;
  tenantId: string;
  version: number;
  no: string | null;
  title: string;
  status: NoticeStatus;
  createBy: string | null;
  submitBy: string | null;
  pushMode: "now" | "timed";
  scopeType: "all" | "dept" | "role" | "user";
  scopeIds: string[];
  /** expireTime is not in the future any more. */
  lapsed: boolean;
}

const COLUMNS = `n.id, n.tenant_id as "tenantId", n.version, n.no, n.title, n.status,
  n.create_by as "createBy", n.submit_by as "submitBy", n.push_mode as "pushMode",
  n.scope_type as "scopeType", n.scope_ids as "scopeIds",
  coalesce(n.expire_time <= now(), false) as lapsed`;

/** Reads and locks one notice of the tenant until the transaction ends. */
export const lockNotice = (sql: Sql, tenantId: string, id: string) =>
  sql.one<NoticeRow>(
    `select ${COLUMNS} from sys_notification n
     where n.id = $1 and n.tenant_id = $2 and n.del_flag = 0 and not n.generated for update`,
    [id, tenantId],
  );

/**
 * Adds the condition on `n` under which the caller manages a notice: the data scope of the caller's
 * roles holds for the notice's creator; own ones are always included.
 */
export function managed(where: Where, { scope, userId }: Caller): Where {
  const creator = (condition: string) =>
    `n.create_by = ? or exists (select 1 from sys_user c where c.id = n.create_by and ${condition})`;
  if (scope.kind === "all") return where;
  if (scope.kind === "depts") return where.and(creator("c.dept_id = any (?::bigint[])"), userId, scope.deptIds);
  if (scope.kind === "groups") return where.and(creator("c.group_ids && ?::bigint[]"), userId, scope.groupIds);
  return where.and("n.create_by = ?", userId);
}

/** Like lockNotice, for a manager's action. @throws Refusal 404 outside the caller's data scope. */
export async function lockManaged(sql: Sql, caller: Caller, id: string): Promise<NoticeRow> {
  const row = await lockNotice(sql, caller.tenantId, id);
  const where = managed(new Where().and("n.id = ?", id), caller);
  const within = row && (await sql.one(`select 1 from sys_notification n where ${where}`, where.values));
  if (!within) throw missing();
  return row;
}

/**
 * The two concurrency refusals of supply.md 0.4.
 * @param version as the caller saw it; undefined where the specification's call carries none.
 * @throws Refusal 409.
 */
export function requireState(
  row: NoticeRow,
  from: NoticeStatus[],
  version?: number,
  sentence = "单据状态已变更，请刷新后重试",
): void {
  if (!from.includes(row.status)) throw conflict(sentence);
  if (version !== undefined && version !== row.version) throw conflict("单据已被他人修改，请刷新后重试");
}

/** Condition on `n` (and `t`, its receiver row): what a receiver still sees (market.md §9). */
export const RECEIVED = "n.del_flag = 0 and n.status in ('pushed', 'expired')";

/** Is the caller a receiver of a notice that is out and not revoked? */
export async function receives(sql: Sql, caller: Caller, id: string): Promise<boolean> {
  const row = await sql.one(
    `select 1 from sys_notification n join sys_notification_target t on t.notification_id = n.id
     where n.id = $1 and t.user_id = $2 and n.tenant_id = $3 and ${RECEIVED}`,
    [id, caller.userId, caller.tenantId],
  );
  return row !== undefined;
}

/** Does the caller manage this notice: permission to view the list, and its creator in scope? */
export async function manages(sql: Sql, caller: Caller, id: string): Promise<boolean> {
  if (!caller.permissions.has("sys_notification_view")) return false;
  const where = new Where()
    .and("n.id = ?", id)
    .and("n.tenant_id = ? and n.del_flag = 0 and not n.generated", caller.tenantId);
  managed(where, caller);
  return (await sql.one(`select 1 from sys_notification n where ${where}`, where.values)) !== undefined;
}

/** Receiver or manager: the only two who see a notice by any call. */
export const visibleTo = async (sql: Sql, caller: Caller, id: string): Promise<boolean> =>
  (await receives(sql, caller, id)) || (await manages(sql, caller, id));
