import { rules } from "#backend/engine/documents";
import { stock } from "#documents/wms/stock";
import { stockAge } from "#documents/wms/stock/stock-age";
import { stockTransit } from "#documents/wms/stock/stock-transit";
import { replenishBacktestRules } from "../replenish/backtest";
import { replenishRules, replenishRunRules, replenishSeasonRules } from "../replenish/replenish";
import { fbaDisposalRules } from "./fba/fba-disposal";
import { fbaReturnRules } from "./fba/fba-return";
import { fbaInventoryRules } from "./fba/inventory/fba-inventory";
import { fbaRemovalRules } from "./fba/removal/fba-removal";
import { fbaSaleRules } from "./fba/sale/fba-sale";
import { otherInRules } from "./other/other-in";
import { otherOutRules } from "./other/other-out";
import { wmsSignRules } from "./sign/sign";
import { reservationRules } from "./stock/reservation";

/** 库龄: what its filters without a column ask. */
const stockAgeRules = rules(stockAge, {
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
const stockTransitRules = rules(stockTransit, { filters: { late: () => ({ sql: "t.late_days > 0", values: [] }) } });

/** 库存 (supply.md 4): what its filters without a column ask. */
const stockRules = rules(stock, {
  expressions: { shortQty: "greatest(t.safety_qty - t.available_qty, 0)" },
  filters: {
    hasStock: (v) => ({ sql: "(t.on_hand_qty + t.transit_qty > 0) = ?", values: [v === "yes"] }),
    belowSafety: () => ({ sql: "t.available_qty < t.safety_qty", values: [] }),
    ageOver: (v) => ({ sql: "t.avg_age_days > ?", values: [Number(v) || 0] }),
  },
});

const replenishing = [replenishRules, replenishSeasonRules, replenishRunRules, replenishBacktestRules];

/** What documents of this module do. */
export const wmsRuleSet = [
  ...replenishing,
  otherInRules,
  otherOutRules,
  stockRules,
  stockAgeRules,
  stockTransitRules,
  reservationRules,
  wmsSignRules,
  fbaReturnRules,
  fbaDisposalRules,
  fbaSaleRules,
  fbaRemovalRules,
  fbaInventoryRules,
];
