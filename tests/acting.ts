import { engine } from "#backend/domain";
import type { RuleContext } from "#backend/engine/documents/rules";
import type { Sql } from "#backend/platform/db/sql";
import type { Caller } from "#backend/platform/http/endpoint";

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
