import type { GoodsMapping } from "#documents/base/mapping/shape";
import type { RowOf } from "#documents/kit";
import type { Said } from "./unique";

export type Mapping = RowOf<GoodsMapping>;

/** What a saved mapping says. */
export const saidBy = (row: Mapping): Said => ({
  ...{ id: row.id, system: row.system ?? "gc", skuId: row.skuId },
  ...{ warehouseId: row.warehouseId, appId: row.appId, externalCode: row.externalCode },
});
