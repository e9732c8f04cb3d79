import { stockAge } from "#documents/wms/stock/stock-age";
import { stockTransit } from "#documents/wms/stock/stock-transit";
import { rules } from "../../../documents/written";

/** 库龄: what its filters without a column ask. */
export const stockAgeRules = rules(stockAge, {
  filters: {
    belowSafety: () => ({ sql: "t.available_qty < t.safety_qty", values: [] }),
    // Asked of the layers themselves: their index answers for all pools at once.
    ageOver: (v) => ({
      sql: `exists (select 1 from stock_layer l where l.warehouse_id = t.warehouse_id
        and l.sku_id = t.sku_id and l.remain > 0 and l.day < stock_day(now()) - ?::int)`,
      values: [Number(v) || 0],
    }),
  },
});

/** 在途: what should have come. */
export const stockTransitRules = rules(stockTransit, {
  filters: { late: () => ({ sql: "t.late_days > 0", values: [] }) },
});
