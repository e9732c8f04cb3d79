import { stockAge } from "#documents/wms/stock/stock-age";
import { stockTransit } from "#documents/wms/stock/stock-transit";
import { rules } from "../../../documents/written";

/** 库龄: what its filters without a column ask. */
export const stockAgeRules = rules(stockAge, {
  filters: {
    belowSafety: () => ({ sql: "t.available_qty < t.safety_qty", values: [] }),
    ageOver: (v) => ({ sql: "t.oldest_days > ?", values: [Number(v) || 0] }),
  },
});

/** 在途: what should have come. */
export const stockTransitRules = rules(stockTransit, {
  filters: { late: () => ({ sql: "t.late_days > 0", values: [] }) },
});
