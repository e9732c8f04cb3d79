import type { Sql } from "../db/sql";
import type { Caller } from "../http/caller";
import { missing } from "../http/refusal";
import { maskMobile } from "./mobile-number";

/** The signed-in user as market.md §10 words it; `phone` is the name other pig clients read. */
export interface UserInfo {
  sysUser: {
    userId: string;
    username: string;
    displayname: string;
    deptId: string | null;
    deptName: string | null;
    postName: string | null;
    avatar: string | null;
    /** Masked: 138****0000. */
    mobile: string | null;
    phone: string | null;
    email: string | null;
    lockFlag: string;
    tenantId: string;
    createTime: string;
    passwordModifyTime: string | null;
    lastLoginTime: string | null;
  };
  roles: string[];
  permissions: string[];
}

export async function userInfo(sql: Sql, caller: Caller): Promise<UserInfo> {
  const row = await sql.one<Omit<UserInfo["sysUser"], "phone">>(
    `select u.id as "userId", u.username, u.displayname, u.dept_id as "deptId",
            d.name as "deptName", u.post_name as "postName", u.avatar, u.mobile, u.email,
            u.lock_flag as "lockFlag", u.tenant_id as "tenantId", u.create_time as "createTime",
            u.password_modify_time as "passwordModifyTime", u.last_login_time as "lastLoginTime"
     from sys_user u left join sys_dept d on d.id = u.dept_id where u.id = $1`,
    [caller.userId],
  );
  if (!row) throw missing("用户不存在");
  const mobile = maskMobile(row.mobile);
  return {
    sysUser: { ...row, mobile, phone: mobile },
    roles: caller.roles,
    permissions: [...caller.permissions],
  };
}
