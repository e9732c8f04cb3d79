import { z } from "zod";
import type { Sql } from "#backend/platform/db/sql";
import { type Caller, type Endpoint, endpoint } from "#backend/platform/http/endpoint";
import { missing } from "#backend/platform/http/refusal";
import { dropFirst } from "../first-password";
import { tooOften, VISITS_A_MINUTE } from "../limits/throttle";
import { maskMobile } from "../mobile/number";
import { promotionOff } from "../modules";
import { bearerToken } from "../secret";
import { editProfile, profileBody } from "./profile";

const entry = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  label: z.string(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  component: z.string().nullable(),
  permission: z.string().nullable(),
  keepAlive: z.string().describe("0 缓存，1 不缓存"),
  group: z.string().nullable().describe("顶部菜单；查询带 groups=true 时才有"),
  href: z.string().nullable(),
  query: z.string().nullable(),
  sort: z.number().int(),
  type: z.string(),
  hasChildren: z.boolean(),
  meta: z.object({
    roles: z.array(z.string()).optional().describe("可见的角色编码，含下级；查询带 roles=true 时才有"),
  }),
});

/**
 * One entry of the menu of the signed-in user (market.md §10 `menu`, pig-contract.md "Menu tree"). The
 * menu holds what the caller may see: clients of the lineage that filter it again by numeric role ids
 * would leave nothing, so the codes are sent to who asks for them.
 */
export type UserMenu = z.output<typeof entry> & { children: UserMenu[] };

const userMenuSchema = z.array(entry.extend({ children: z.array(z.unknown()).describe("同样的结构") }));

interface MeRow extends Omit<UserMenu, "label" | "hasChildren" | "meta" | "children"> {
  roles: string[];
  mine: boolean;
}

const MENU = `
with granted as (
  select rm.menu_id, array_agg(r.role_code) as roles, bool_or(ur.user_id is not null) as mine
  from sys_role r
  join sys_role_menu rm on rm.role_id = r.id
  join sys_menu m on m.id = rm.menu_id and m.type = '0'
  left join sys_user_role ur on ur.role_id = r.id and ur.user_id = $1
  where r.del_flag = 0
  group by rm.menu_id
)
select m.id, m.parent_id as "parentId", m.name, m.path, m.icon, m.component, m.permission,
  m.keep_alive as "keepAlive", m.menu_group as "group", m.href, m.query, m.sort, m.type,
  coalesce(g.roles, '{}') as roles, coalesce(g.mine, false) as mine
from sys_menu m left join granted g on g.menu_id = m.id
where m.type = '0' and m.visible = '1' and m.del_flag = 0 and m.packed
  and not (m.path like '/evaluation%'
    and ${promotionOff("(select tenant_id from sys_user where id = $1)")})
order by m.sort, m.id`;

/**
 * The menus granted to at least one role of the user plus their ancestors, visible ones only,
 * sorted. What lies below a hidden menu is hidden with it.
 */
async function userMenu(sql: Sql, userId: string, { roles: asked = false, groups = false } = {}): Promise<UserMenu[]> {
  const rows = await sql.query<MeRow>(MENU, [userId]);
  const below = new Map<string, MeRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parentId);
    if (siblings) siblings.push(row);
    else below.set(row.parentId, [row]);
  }
  const branch = (parentId: string): { entry: UserMenu; roles: string[] }[] =>
    (below.get(parentId) ?? []).flatMap(({ roles, mine, ...own }) => {
      const inner = branch(own.id);
      if (!mine && inner.length === 0) return [];
      const all = [...new Set([...roles, ...inner.flatMap((i) => i.roles)])].sort();
      const entry = {
        ...own,
        // A client of the lineage shows in its side menu only what bears none.
        group: groups ? own.group : null,
        label: own.name,
        hasChildren: inner.length > 0,
        meta: asked ? { roles: all } : {},
        children: inner.map((i) => i.entry),
      };
      return [{ entry, roles: all }];
    });
  return [...branch("-1"), ...branch("0")].map((b) => b.entry);
}

/** The signed-in user as market.md §10 words it; `phone` is the name other pig clients read. */
const userInfoSchema = z.object({
  sysUser: z.object({
    userId: z.string(),
    username: z.string(),
    displayname: z.string(),
    deptId: z.string().nullable(),
    deptName: z.string().nullable(),
    postName: z.string().nullable(),
    avatar: z.string().nullable(),
    mobile: z.string().nullable().describe("脱敏：138****0000"),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    lockFlag: z.string(),
    tenantId: z.string(),
    createTime: z.string(),
    passwordModifyTime: z.string().nullable(),
    lastLoginTime: z.string().nullable().describe("上一次登录，不是这一次"),
  }),
  declared: z.literal(true).describe("声明派生的接口（rows、options、操作等）都有"),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
});
type MeUserInfo = z.output<typeof userInfoSchema>;

async function userInfo(sql: Sql, caller: Caller): Promise<MeUserInfo> {
  const row = await sql.one<Omit<MeUserInfo["sysUser"], "phone">>(
    `select u.id as "userId", u.username, u.displayname, u.dept_id as "deptId",
            d.name as "deptName", u.post_name as "postName", u.avatar, u.mobile, u.email,
            u.lock_flag as "lockFlag", u.tenant_id as "tenantId", u.create_time as "createTime",
            u.password_modify_time as "passwordModifyTime", u.login_before as "lastLoginTime"
     from sys_user u left join sys_dept d on d.id = u.dept_id where u.id = $1`,
    [caller.userId],
  );
  if (!row) throw missing("用户不存在");
  const mobile = maskMobile(row.mobile);
  return {
    sysUser: { ...row, mobile, phone: mobile },
    declared: true,
    roles: caller.roles,
    permissions: [...caller.permissions],
  };
}

const info = endpoint({
  path: "/admin/user/info",
  tag: "当前用户",
  whileFresh: true,
  title: "当前用户信息",
  response: userInfoSchema,
  handle: ({ db, caller }) => userInfo(db, caller),
});

const flag = z.enum(["true", "false"]).optional();

const menu = endpoint({
  path: "/admin/menu",
  tag: "当前用户",
  whileFresh: true,
  title: "当前用户菜单",
  query: z.object({ roles: flag, groups: flag }),
  response: userMenuSchema,
  handle: ({ db, caller, query }) =>
    userMenu(db, caller.userId, { roles: query.roles === "true", groups: query.groups === "true" }),
});

const edit = endpoint({
  method: "put",
  path: "/admin/user/edit",
  tag: "当前用户",
  whileFresh: true,
  title: "修改个人信息",
  body: profileBody,
  async handle({ db, config, caller, req, body }) {
    await editProfile(db, caller.userId, bearerToken(req.headers.authorization), body);
    if (caller.fresh && (body.newPassword ?? body.newpassword1)) dropFirst(config.dataDir);
    return true;
  },
});

const recordLog = endpoint({
  method: "post",
  path: "/admin/user/recordLog",
  tag: "当前用户",
  whileFresh: true,
  title: "记录页面访问",
  logged: false,
  query: z.object({ path: z.string().min(1, "页面地址不能为空").max(500), title: z.string().max(100).optional() }),
  async handle({ db, caller, ip, query }) {
    // The log itself is counted: one statement for every page, and all replicas count the same.
    const kept = await db.query(
      `insert into sys_visit (tenant_id, user_id, path, title, remote_addr)
       select $1, $2, $3, $4, $5 where (select count(*) from sys_visit
         where user_id = $2 and create_time > now() - interval '1 minute') < ${VISITS_A_MINUTE}
       returning 1`,
      [caller.tenantId, caller.userId, query.path, query.title ?? null, ip],
    );
    if (!kept.length) throw tooOften();
    return true;
  },
});

export const meEndpoints: Endpoint[] = [info, menu, edit, recordLog];
