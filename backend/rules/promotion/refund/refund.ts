import { evaRefund } from "#documents/promotion/refund";
import { rules } from "../../../documents/written";

/** 返款单 (market.md 1). */
export const refundRules = rules(evaRefund, {});
