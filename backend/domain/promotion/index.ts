import { applicationRules } from "./application/application";
import { evaluationRules } from "./evaluation/evaluation";
import { evaluationOrderRules } from "./order/order";
import { promotionRules } from "./platform/promotion";
import { rebateRules } from "./rebate/rebate";
import { refundRules } from "./refund/refund";
import { requestRules } from "./request/request";
import { resourceRules } from "./resource/resource";

/** What documents of this module do. */
export const promotionRuleSet = [
  resourceRules,
  applicationRules,
  evaluationRules,
  evaluationOrderRules,
  refundRules,
  rebateRules,
  requestRules,
  promotionRules,
];
