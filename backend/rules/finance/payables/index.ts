import { apOpenRules, apSupplierRules } from "./lists";

/** What documents over the payables ledger do. */
export const payableRuleSet = [
  apSupplierRules,
  apOpenRules,
];
