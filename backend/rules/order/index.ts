import { packageOrderRules } from "./package/package-order";
import { platformOrderRules } from "./platform/platform-order";

/** What documents of this module do. */
export const orderRuleSet = [platformOrderRules, packageOrderRules];
