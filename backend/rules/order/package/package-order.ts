import { packageOrder } from "#documents/order/package-order";
import { rules, transition } from "../../../documents/written";
import { wholeAddress } from "../../personal/unmask";
import { labelRefused } from "./labels";
import { leaving } from "./leaving";
import { recalling } from "./recall";
import { sending } from "./sending";

/** 包裹订单 (market.md 4). */
export const packageOrderRules = rules(packageOrder, {
  expressions: {
    deliverDays: "round((extract(epoch from t.delivered_time - t.ship_time) / 86400)::numeric, 1)",
  },
  files: { label: ({ sql }, { id }) => labelRefused(sql, id) },
  transitions: [
    ...sending,
    ...leaving,
    ...recalling,
    transition(packageOrder, "unmask", wholeAddress(packageOrder, "receiver")),
  ],
});
