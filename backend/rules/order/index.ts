import { unmappedRules } from "./feed/unmapped";
import { packageOrderRules } from "./package/package-order";
import { platformOrderRules } from "./platform/platform-order";
import { storeSyncRules } from "./platform/store-sync";
import { orderRuleRules } from "./rule/order-rule";
import { salesOrderRules } from "./sales/sales-order";

/** What documents of this module do. */
export const orderRuleSet = [
  platformOrderRules,
  storeSyncRules,
  salesOrderRules,
  packageOrderRules,
  orderRuleRules,
  unmappedRules,
];
