import type { BackendConfig } from "../config";
import type { Sql } from "../db/sql";
import type { Caller } from "../http/endpoint";
import { rememberCaller } from "./caller-cache";
import { promotionOff } from "./modules";
import { type ScopeFacts, widestScope } from "./scope";
import { digest } from "./secret";
import { goesOnAfter, notedAfter, noteUse } from "./session/end";

export { forgetCallers } from "./caller-cache";

interface CallerRow extends ScopeFacts {
  userId: string;
  username: string;
  displayname: string;
  deptId: string | null;
  tenantId: string;
  expires: number;
  familyId: string;
  /** Its last use was written down a moment ago. */
  noted: boolean;
  locked: boolean;
  fresh: boolean;
  live: boolean;
  roles: string[];
  permissions: string[];
}

/** SQL: has somebody a role with this permission? */
export const holding = (user: string, permission: string): string => `exists (select 1 from sys_user_role ur
  join sys_role r on r.id = ur.role_id and r.del_flag = 0 join sys_role_menu rm on rm.role_id = r.id
  join sys_menu m on m.id = rm.menu_id and m.permission = ${permission} and m.del_flag = 0 where ur.user_id = ${user})`;

/** Who is in `me`, with roles, permissions (union of the type-1 menus of the roles) and scope. */
const FACTS = `
, held as (
  select r.id, r.role_code, r.ds_type, r.ds_scope
  from me join sys_user_role ur on ur.user_id = me.id
  join sys_role r on r.id = ur.role_id and r.del_flag = 0
), below as (
  select dept_id as id from me where dept_id is not null
  union
  select d.id from sys_dept d join below b on d.parent_id = b.id where d.del_flag = 0
)
select me.id as "userId", me.username, me.displayname, me.dept_id as "deptId",
  me.tenant_id as "tenantId", me.group_ids as "groupIds",
  me.family_id as "familyId", me.noted, me.locked, me.fresh, me.live, (extract(epoch from me.expire_time) * 1000)::float8 as expires,
  array(select role_code from held order by role_code) as roles,
  array(select distinct m.permission from held h
        join sys_role_menu rm on rm.role_id = h.id
        join sys_menu m on m.id = rm.menu_id
        where m.type = '1' and m.del_flag = 0 and m.packed and m.permission is not null
          and not (m.permission like 'promo\\_%' and ${promotionOff("(select tenant_id from me)")})
        order by 1) as permissions,
  array(select distinct ds_type from held) as "dsTypes",
  array(select distinct unnest(ds_scope) from held where ds_type = '1') as "customDeptIds",
  array(select id from below) as "deptsBelow"
from me`;

const PERSON =
  "u.id, u.username, u.displayname, u.dept_id, u.tenant_id, u.group_ids, u.first_password_until is not null as fresh, n.phase = 'live' as live";
const OPEN_TENANT = `join sys_tenant n on n.id = u.tenant_id and n.del_flag = 0 and n.state = '0'
    and (n.expire_date is null or n.expire_date >= current_date)`;

const BY_TOKEN = `
with recursive me as (
  select ${PERSON}, t.expire_time, f.locked, f.id as family_id, f.used_time > $4 as noted
  from sys_token t
  join sys_token_family f on f.id = t.family_id and f.revoke_time is null
    and f.used_time > $2 and f.create_time > $3
  join sys_user u on u.id = f.user_id and u.del_flag = 0
    and (u.lock_flag = '0' or u.lock_until is not null)
  ${OPEN_TENANT}
  where t.hash = $1 and t.kind = 'access' and t.expire_time > now()
)${FACTS}`;

const BY_ID = `
with recursive me as (
  select ${PERSON}, now() as expire_time, false as locked, 0::bigint as family_id, true as noted
  from sys_user u ${OPEN_TENANT}
  where u.id = $1 and u.del_flag = 0 and u.lock_flag = '0'
)${FACTS}`;

const callerIn = (row: CallerRow): Caller => {
  const { userId, username, displayname, deptId, tenantId, roles, locked, fresh, live } = row;
  return {
    userId,
    username,
    displayname,
    deptId,
    tenantId,
    roles,
    locked,
    fresh,
    live,
    permissions: new Set(row.permissions),
    scope: widestScope(row),
  };
};

/** A person as a caller, for work that is done in the name of nobody else; null for who may not sign in. */
export async function callerOf(db: Sql, userId: string): Promise<Caller | null> {
  const row = await db.one<CallerRow>(BY_ID, [userId]);
  return row ? callerIn(row) : null;
}

/**
 * Who a bearer token stands for: user, roles, permissions (union of the type-1 menus of the roles)
 * and data scope. One statement; remembered a few seconds in this process.
 * @param attended a person is behind the call: it keeps the session from ending
 * @returns null for an unknown, expired or revoked token, a session that ended, a locked or deleted
 * user, a closed tenant.
 */
export function resolveCaller(db: Sql, config: BackendConfig, token: string, attended = true): Promise<Caller | null> {
  const hash = digest(token);
  return rememberCaller(hash.toString("base64"), async () => {
    const { used, started } = goesOnAfter(config);
    const row = await db.one<CallerRow>(BY_TOKEN, [hash, used, started, notedAfter(config)]);
    if (!row) return null;
    if (attended && !row.noted) await noteUse(db, row.familyId);
    return { expires: row.expires, caller: callerIn(row) };
  });
}
