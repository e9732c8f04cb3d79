import { stock } from "#documents/wms/stock";
import { rules } from "../../../documents/written";

/** 库存 (supply.md 4): what its filters without a column ask. */
export const stockRules = rules(stock, {
  expressions: { shortQty: "greatest(t.safety_qty - t.available_qty, 0)" },
  filters: {
    hasStock: (v) => ({ sql: "(t.on_hand_qty + t.transit_qty > 0) = ?", values: [v === "yes"] }),
    belowSafety: () => ({ sql: "t.available_qty < t.safety_qty", values: [] }),
    ageOver: (v) => ({ sql: "t.avg_age_days > ?", values: [Number(v) || 0] }),
  },
});
