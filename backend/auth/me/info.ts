import { z } from "zod";
import type { Sql } from "../../db/sql";
import type { Caller } from "../../http/caller";
import { missing } from "../../http/refusal";
import { maskMobile } from "../mobile/number";

/** The signed-in user as market.md §10 words it; `phone` is the name other pig clients read. */
export const userInfoSchema = z.object({
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
export type UserInfo = z.output<typeof userInfoSchema>;

export async function userInfo(sql: Sql, caller: Caller): Promise<UserInfo> {
  const row = await sql.one<Omit<UserInfo["sysUser"], "phone">>(
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
