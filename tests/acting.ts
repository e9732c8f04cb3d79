import type { Sql } from "../backend/db/sql";
import type { RuleContext } from "../backend/documents/rules";
import type { Caller } from "../backend/http/caller";
import { engine } from "../backend/rules";

/** Somebody at work without a call: sees everything, prices too, and may do nothing, unless said otherwise. */
export const actAs = (sql: Sql, who: Partial<Caller> = {}): RuleContext => ({
  sql,
  tenantId: "1",
  caller: {
    userId: "1",
    username: "admin",
    displayname: "系统管理员",
    deptId: null,
    tenantId: "1",
    roles: [],
    permissions: new Set(["purchase_price_view"]),
    scope: { kind: "all" },
    ...who,
  },
  ...engine,
});
