import { reportColumnRules } from "./files/columns";
import { fbaLedgerRules } from "./ledger/ledger";
import { storeListingRules } from "./listings/listings";
import { reportFileRules } from "./report-file";
import { reportTaskRuleSet } from "./report-task";
import { settlementRules } from "./settlement/settlement";
import { fbaStockRules } from "./stock";

/** What documents of this module do. */
export const intakeRuleSet = [
  reportFileRules,
  reportColumnRules,
  ...reportTaskRuleSet,
  settlementRules,
  storeListingRules,
  fbaStockRules,
  fbaLedgerRules,
];
