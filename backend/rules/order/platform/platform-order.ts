import { platformOrder } from "#documents/order/platform-order";
import { rules } from "../../../documents/written";
import { pair } from "./pair";

/** 平台订单: times as people at the marketplace read them, and what is left of the time to ship. */
export const platformOrderRules = rules(platformOrder, {
  expressions: {
    purchaseLocal:
      "to_char(t.purchase_time at time zone t.time_zone, 'YYYY-MM-DD HH24:MI:SS') || ' ' || t.time_zone",
    remainHours: `case when t.fulfillment_channel = 'MFN' and t.status in ('Unshipped', 'PartiallyShipped')
      then round((extract(epoch from t.latest_ship_time - now()) / 3600)::numeric, 1) end`,
  },
  transitions: [pair],
});
