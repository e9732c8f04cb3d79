import { Where } from "../db/page";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { conflict, missing } from "../http/refusal";

export type NoticeStatus =
  | "draft"
  | "auditing"
  | "approved"
  | "pushed"
  | "rejected"
  | "revoked"
  | "expired";

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
  if (scope.kind === "depts")
    return where.and(creator("c.dept_id = any (?::bigint[])"), userId, scope.deptIds);
  if (scope.kind === "groups")
    return where.and(creator("c.group_ids && ?::bigint[]"), userId, scope.groupIds);
  return where.and("n.create_by = ?", userId);
}

/** Like lockNotice, for a manager's action. @throws Refusal 404 outside the caller's data scope. */
export async function lockManaged(sql: Sql, caller: Caller, id: string): Promise<NoticeRow> {
  const row = await lockNotice(sql, caller.tenantId, id);
  const where = managed(new Where().and("n.id = ?", id), caller);
  const within =
    row && (await sql.one(`select 1 from sys_notification n where ${where}`, where.values));
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
  if (version !== undefined && version !== row.version)
    throw conflict("单据已被他人修改，请刷新后重试");
}
