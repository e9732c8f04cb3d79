import { platformOrder } from "#documents/order/platform-order";
import { rules, transition } from "../../../documents/written";
import { convertOrder } from "../sales/convert";
import { pair } from "./pair";

const convert = transition(platformOrder, "convert", {
  guard({ row }) {
    if (row.fulfillmentChannel === "AFN") return "FBA订单无需生成发货订单";
    return row.unpaired ? "存在未配对SKU" : undefined;
  },
  async effect(c, { row }) {
    await convertOrder(c, row.id);
  },
});

/** 平台订单: times as people at the marketplace read them, and what is left of the time to ship. */
export const platformOrderRules = rules(platformOrder, {
  expressions: {
    purchaseLocal:
      "to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.time_zone",
    remainHours: `case when t.fulfillment_channel = 'MFN' and t.status in ('Unshipped', 'PartiallyShipped')
      then round((extract(epoch from t.latest_ship_time - now()) / 3600)::numeric, 1) end`,
  },
  transitions: [convert, pair],
});
