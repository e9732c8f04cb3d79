import { evaluationOrder } from "#documents/promotion/order";
import { rules } from "../../../documents/written";
import { ELIGIBLE } from "./settle";

/** 测评订单 (market.md 1). */
export const evaluationOrderRules = rules(evaluationOrder, {
  expressions: { refundEligible: ELIGIBLE },
});
