import { supplierRules } from "./supplier";

/** What documents of this module do. */
export const supplierRuleSet = [supplierRules];
