import { evaRefund } from "#documents/promotion/refund";
import { rules } from "../../../documents/written";
import { deduct } from "./deduct";

/** 返款单 (market.md 1). */
export const refundRules = rules(evaRefund, { transitions: [deduct] });
