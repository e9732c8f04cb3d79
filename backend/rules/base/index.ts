import { exchangeRate } from "#documents/base/exchange-rate";
import { warehouse } from "#documents/base/warehouse";
import { rulesOf } from "../../documents/lifecycle/legacy";
import { exchangeRateRules } from "./exchange-rate";
import { warehouseRules } from "./warehouse";

/** What documents of this module do. */
export const baseRuleSet = [
  rulesOf(exchangeRate, exchangeRateRules),
  rulesOf(warehouse, warehouseRules),
];
