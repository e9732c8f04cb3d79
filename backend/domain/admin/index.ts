import { rules, transition } from "#backend/engine/documents";
import { forgetCallers } from "#backend/platform/auth/caller";
import { conflict, forbidden } from "#backend/platform/http";
import { foundBranch } from "#backend/platform/tenancy/found";
import { packMenu } from "#backend/platform/tenancy/packages";
import { randomPassword } from "#backend/platform/values/random-password";
import { tenant } from "#documents/admin/tenant";
import { makeMonths } from "../finance/months";
import { deptRules } from "./dept";
import { dictRules } from "./dict";
import { menuRules } from "./menu";
import { paramRules } from "./param";
import { roleRules } from "./role";
import { userRules } from "./user";

const del = transition(tenant, "del", {
  lock: async ({ tenantId }) => ({ own: tenantId }),
  guard: ({ row, own }) => row.id === own && "不能删除当前租户",
  effect: async () => forgetCallers(),
});

/** The one that the installation came with, whose staff run it. */
const FIRST = "1";

/** 租户 (market.md §10): the caller's own tenant stays open; the first tenant alone makes others. */
export const tenantRules = rules(tenant, {
  async beforeSave({ sql, tenantId }, next, before) {
    if (tenantId !== FIRST && !before) throw forbidden("只有首个租户可以新建租户");
    if (before?.id !== tenantId) return;
    if (next.state === "9") throw conflict("不能停用当前租户");
    if (!next.expireDate) return;
    const over = await sql.one("select 1 where $1::date < current_date", [next.expireDate]);
    if (over) throw conflict("当前租户的到期日期不能早于今天");
  },
  // A closed tenant has no callers.
  async afterSave({ sql }, id, next, before) {
    forgetCallers();
    if (before) return void (await packMenu(sql, id));
    const password = randomPassword();
    await foundBranch(sql, id, String(next.name), password);
    await makeMonths(sql, id);
    return { oneTimePassword: password, account: `admin@${next.code}` };
  },
  transitions: [del],
});

/** What documents of this module do. */
export const adminRuleSet = [deptRules, dictRules, menuRules, paramRules, roleRules, tenantRules, userRules];
