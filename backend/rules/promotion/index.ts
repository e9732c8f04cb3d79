import { applicationRules } from "./application/application";
import { evaluationRules } from "./evaluation/evaluation";
import { evaluationOrderRules } from "./order/order";
import { promotionRules } from "./platform/promotion";
import { rebateRules } from "./rebate/rebate";
import { resourceRules } from "./resource/resource";

/** What documents of this module do. */
export const promotionRuleSet = [
  resourceRules,
  applicationRules,
  evaluationRules,
  evaluationOrderRules,
  rebateRules,
  promotionRules,
];
