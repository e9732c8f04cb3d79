import { supplier } from "#documents/supplier/supplier";
import { rulesOf } from "../../documents/lifecycle/legacy";
import { supplierRules } from "./supplier";

/** What documents of this module do. */
export const supplierRuleSet = [rulesOf(supplier, supplierRules)];
