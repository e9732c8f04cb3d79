import { adsFeeRules } from "./ads-fee/ads-fee";
import { cooperationRules } from "./cooperation/cooperation";
import { deliverRules } from "./deliver/deliver";
import { starRules } from "./star/star";

/** What documents of this module do. */
export const kolRuleSet = [starRules, cooperationRules, deliverRules, adsFeeRules];
