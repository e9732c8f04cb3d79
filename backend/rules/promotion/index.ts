import { applicationRules } from "./application/application";
import { evaluationRules } from "./evaluation/evaluation";
import { evaluationOrderRules } from "./order/order";
import { promotionRules } from "./platform/promotion";
import { resourceRules } from "./resource/resource";

/** What documents of this module do. */
export const promotionRuleSet = [
  resourceRules,
  applicationRules,
  evaluationRules,
  evaluationOrderRules,
  promotionRules,
];
