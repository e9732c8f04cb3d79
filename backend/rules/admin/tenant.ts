import { forgetCallers } from "../../auth/caller";
import type { LegacyRules } from "../../documents/lifecycle/legacy";
import { conflict } from "../../http/refusal";

/** 租户 (market.md §10): the caller's own tenant stays open. */
export const tenantRules: LegacyRules = {
  async beforeSave({ sql, tenantId }, next, before) {
    if (before?.id !== tenantId) return;
    if (next.state === "9") throw conflict("不能停用当前租户");
    if (!next.expireDate) return;
    const over = await sql.one("select 1 where $1::date < current_date", [next.expireDate]);
    if (over) throw conflict("当前租户的到期日期不能早于今天");
  },
  // A closed tenant has no callers.
  async afterSave() {
    forgetCallers();
  },
  async beforeDelete({ tenantId }, row) {
    if (row.id === tenantId) throw conflict("不能删除当前租户");
    forgetCallers();
  },
};
