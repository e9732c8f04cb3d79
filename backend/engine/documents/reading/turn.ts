import { can, type DocumentType, permissionOf } from "#documents/kit";
import type { DocumentRuleRow, RuleContext } from "../rules";

/** More roles than these are not read. */
const NAMED = 2;
/** Who administrates may do everything, and is not the one who is waited for. */
const EVERYTHING = "ADMIN";

/**
 * "待 推广主管 核对通过": the roles that take the next step of a row, where the caller may not take it
 * and no approval says for whom it waits. A draft waits for nobody else.
 */
export async function turnOf(
  { sql, tenantId, caller }: RuleContext,
  document: DocumentType,
  row: DocumentRuleRow,
): Promise<string | null> {
  const state = document.status && String(row[document.status.field]);
  if (!state || state === document.status?.initial) return null;
  const code = (name: string) => permissionOf(document, name);
  const next = Object.entries(document.actions ?? {}).filter(
    ([name, a]) => a.next && !a.opens && a.from && can(new Set([code(name)]), document, name, row).ok,
  );
  const codes = next.map(([name]) => code(name));
  const [, first] = next[0] ?? [];
  if (!first || codes.some((code) => caller.permissions.has(code))) return null;
  const roles = await sql.query<{ name: string }>(
    `select r.role_name as name from sys_role r where r.tenant_id = $1 and r.del_flag = 0
       and r.role_code <> '${EVERYTHING}' and exists (select from sys_role_menu x
         join sys_menu m on m.id = x.menu_id where x.role_id = r.id and m.permission = $2)
       and exists (select from sys_user_role u where u.role_id = r.id)
     order by (select count(*) from sys_role_menu x where x.role_id = r.id), r.id limit ${NAMED}`,
    [tenantId, codes[0]],
  );
  return roles.length ? `待 ${roles.map((r) => r.name).join("、")} ${first.label}` : null;
}
