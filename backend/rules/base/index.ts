import { exchangeRateRules } from "./exchange-rate";
import { warehouseRules } from "./warehouse";

/** What documents of this module do. */
export const baseRuleSet = [exchangeRateRules, warehouseRules];
