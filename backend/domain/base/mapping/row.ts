import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { RowOf } from "#documents/kit";
import type { UniqueSaid } from "./unique";

export type MappingRowMapping = RowOf<GoodsMapping>;

/** What a saved mapping says. */
export const saidBy = (row: MappingRowMapping): UniqueSaid => ({
  id: row.id,
  system: row.system ?? "gc",
  skuId: row.skuId,
  warehouseId: row.warehouseId,
  appId: row.appId,
  externalCode: row.externalCode,
});
