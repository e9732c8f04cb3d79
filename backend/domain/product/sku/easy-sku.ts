import { skuIsNamed } from "#backend/domain/in-use";
import { requireApprovedSupplier } from "#backend/domain/supplier/usable";
import { pickAs, rules, transition } from "#backend/engine/documents";
import { difference } from "#backend/engine/documents/writing/difference";
import { invalid } from "#backend/platform/http";
import { easySku } from "#documents/product/easy-sku";
import { spu } from "#documents/product/spu";
import { showStock } from "../stock/sku";
import { stopping } from "../stop/notice";
import { requireBarcodes } from "./barcode";

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

const del = transition(easySku, "del", {
  lock: async (c, row) => ({ named: await skuIsNamed(c, row.id) }),
  guard: ({ named }) => named && "SKU已被单据引用，不能删除",
});

/** 简易SKU (supply.md 1). */
export const easySkuRules = rules(easySku, {
  enrich: showStock,
  async prefill({ sql }, from) {
    const [spuId] = from.spuId ?? [];
    if (!spuId) return {};
    const row = await pickAs({ sql }, spu, spuId, { spuId: "id", spuName: "spuCode", unit: "unit" });
    return row ?? {};
  },
  async beforeSave(c, next, before) {
    if (before?.status === "approved" && !c.founding) {
      const changed = Object.keys(difference(easySku, before, next));
      const closed = changed.filter((n) => CLOSED.has(n));
      const message = "该字段需走特殊编辑";
      if (closed.length) throw invalid(message, Object.fromEntries(closed.map((n) => [n, message])));
    }
    await requireBarcodes(c, [{ id: before?.id, barcode: next.barcode, codes: [] }]);
    if (next.isFree ?? before?.isFree) next.purchasePrice = "0";
    const supplier = next.defaultSupplierId;
    if (supplier && supplier !== before?.defaultSupplierId)
      await requireApprovedSupplier(c, supplier, "defaultSupplierId");
  },
  transitions: [transition(easySku, "stop", stopping), del],
});
