import { apOpenRules, apSupplierRules } from "./lists";
import { supplierRefundRules } from "./refund";
import { supplierStatementRules } from "./statement";

/** What documents over the payables ledger do. */
export const payableRuleSet = [
  apSupplierRules,
  apOpenRules,
  supplierRefundRules,
  supplierStatementRules,
];
