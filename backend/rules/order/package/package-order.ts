import { packageOrder } from "#documents/order/package-order";
import { rules } from "../../../documents/written";
import { steps } from "./actions";

/** 包裹订单 (market.md 4). */
export const packageOrderRules = rules(packageOrder, { transitions: steps });
