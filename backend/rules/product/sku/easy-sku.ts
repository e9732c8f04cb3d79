import { documentNamed } from "#documents";
import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Values } from "../../../documents/rules";
import { difference } from "../../../documents/writing/difference";
import { conflict, invalid } from "../../../http/refusal";
import { skuIsNamed } from "../../in-use";
import { requireApprovedSupplier } from "../../supplier/supplier";
import { showStock } from "../stock/sku";
import { stopSku } from "./sku";

/** Changes of an enabled easy SKU that go through a special edit (supply.md 1). */
const CLOSED = new Set([
  "skuCode",
  "name",
  "unit",
  "pkgLengthCm",
  "pkgWidthCm",
  "pkgHeightCm",
  "grossWeightG",
  "purchasePrice",
  "isFree",
]);

/** 简易SKU (supply.md 1). */
export const easySkuRules: LegacyRules = {
  enrich: showStock,
  async prefill({ sql, tenantId }, from) {
    if (!/^\d{1,18}$/.test(from.spuId ?? "")) return {};
    const row = await sql.one<Values>(
      `select id as "spuId", spu_code as "spuName", unit from spu
       where id = $1 and tenant_id = $2 and del_flag = 0`,
      [from.spuId, tenantId],
    );
    return row ?? {};
  },
  async beforeSave(c, next, before) {
    if (before?.status === "approved") {
      const changed = Object.keys(difference(documentNamed("easy_sku"), before, next));
      const closed = changed.filter((n) => CLOSED.has(n));
      if (closed.length) {
        const message = "该字段需走特殊编辑";
        throw invalid(message, Object.fromEntries(closed.map((n) => [n, message])));
      }
    }
    if (next.isFree ?? before?.isFree) next.purchasePrice = "0";
    const supplier = next.defaultSupplierId;
    if (supplier && supplier !== before?.defaultSupplierId)
      await requireApprovedSupplier(c, supplier, "defaultSupplierId");
  },
  async beforeDelete(c, row) {
    if (await skuIsNamed(c, row.id)) throw conflict("SKU已被单据引用，不能删除");
  },
  actions: { stop: stopSku },
};
