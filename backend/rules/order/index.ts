import { packageOrderRules } from "./package/package-order";
import { platformOrderRules } from "./platform/platform-order";
import { orderRuleRules } from "./rule/order-rule";

/** What documents of this module do. */
export const orderRuleSet = [packageOrderRules, platformOrderRules, orderRuleRules];
