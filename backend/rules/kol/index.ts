import { starRules } from "./star/star";

/** What documents of this module do. */
export const kolRuleSet = [starRules];
