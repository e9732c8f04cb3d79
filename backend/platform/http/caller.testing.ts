import type { Caller } from "./endpoint";

/** An administrator without a single permission, but for what is given. */
export const callerOf = (more: Partial<Caller> = {}): Caller => ({
  userId: "1",
  username: "admin",
  displayname: "系统管理员",
  deptId: null,
  tenantId: "1",
  roles: ["ADMIN"],
  permissions: new Set<string>(),
  scope: { kind: "all" },
  ...more,
});
