import { documentNamed } from "#documents";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import { difference } from "../../../documents/writing/difference";
import { conflict, invalid } from "../../../http/refusal";
import { writeOperLog } from "../../../logs/oper-log";
import { refreshSpu } from "../spu/spu";
import { hasMoved } from "../stock/sku";
import { checkSku, enrichAttrs } from "./sku";

/** 管理员编辑 (supply.md 1, adminEdit): written at once, every changed field logged with the reason. */
export const skuAdminRules: LegacyRules = {
  enrich: enrichAttrs,
  async beforeSave(c, next, before) {
    if (String(next.reason ?? "").trim().length < 5) {
      const message = "请填写修改原因(不少于5个字)";
      throw invalid(message, { reason: message });
    }
    if (before?.skuType === "easy") throw conflict("简易SKU请在简易SKU页面维护");
    if (next.unit !== undefined && next.unit !== before?.unit) {
      if (before && (await hasMoved(c, before.id))) throw conflict("已有库存流水，不能修改单位");
    }
    await checkSku(c, next, before);
  },
  async afterSave(c, id, next, before) {
    const { reason, ...values } = next;
    const changed = difference(documentNamed("sku"), before, values);
    for (const [name, [old, value]] of Object.entries(changed))
      await writeOperLog(c.sql, {
        tenantId: c.tenantId,
        bizType: "sku",
        bizId: id,
        action: "管理员编辑",
        diff: { field: name, old, new: value, reason },
        operator: c.caller,
      });
    for (const spu of new Set([values.spuId, before?.spuId].filter(Boolean)))
      await refreshSpu(c, spu);
  },
};
