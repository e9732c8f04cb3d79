import type { Rules } from "../documents/rules";
import { conflict } from "../http/refusal";

/** 租户 (market.md §10): the caller's own tenant stays open. */
export const tenantRules: Rules = {
  async beforeSave({ tenantId }, next, before) {
    if (before?.id === tenantId && next.state === "9") throw conflict("不能停用当前租户");
  },
  async beforeDelete({ tenantId }, row) {
    if (row.id === tenantId) throw conflict("不能删除当前租户");
  },
};
