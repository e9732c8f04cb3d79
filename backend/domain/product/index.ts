import { rules } from "#backend/engine/documents";
import { difference } from "#backend/engine/documents/writing/difference";
import { conflict, invalidAt } from "#backend/platform/http";
import { writeOperLog } from "#backend/platform/logs/oper-log";
import { sku } from "#documents/product/sku";
import { skuAdmin } from "#documents/product/sku-admin";
import { productRules } from "./product";
import { sealSampleRules } from "./seal-sample/seal-sample";
import { checkSkus, showAttrs } from "./sku/check";
import { easySkuRules } from "./sku/easy-sku";
import { skuRules } from "./sku/sku";
import { skuSpecialEditRules } from "./special-edit/special-edit";
import { recount } from "./spu/skus";
import { spuRules } from "./spu/spu";
import { hasMoved } from "./stock/sku";

/** 管理员编辑 (supply.md 1, adminEdit): written at once, every changed field logged with the reason. */
const skuAdminRules = rules(skuAdmin, {
  enrich: async (_c, rows) => showAttrs(rows),
  async beforeSave(c, next, before) {
    if ((next.reason ?? "").trim().length < 5) throw invalidAt("reason", "请填写修改原因(不少于5个字)");
    if (before?.skuType === "easy") throw conflict("简易SKU请在简易SKU页面维护");
    if (before && next.unit !== undefined && next.unit !== before.unit)
      if (await hasMoved(c, before.id)) throw conflict("已有库存流水，不能修改单位");
    await checkSkus(c, [{ next, before }]);
  },
  async afterSave(c, id, next, before) {
    const { reason, ...values } = next;
    const changed = difference(sku, before, values);
    for (const [name, [old, value]] of Object.entries(changed))
      await writeOperLog(c.sql, {
        tenantId: c.tenantId,
        bizType: "sku",
        bizId: id,
        action: "管理员编辑",
        diff: { field: name, old, new: value, reason },
        operator: c.caller,
      });
    await recount(c, [values.spuId, before?.spuId]);
  },
});

/** What documents of this module do. */
export const productRuleSet = [
  productRules,
  spuRules,
  skuRules,
  skuAdminRules,
  easySkuRules,
  skuSpecialEditRules,
  sealSampleRules,
];
