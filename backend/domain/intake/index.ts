import { reportFileRules } from "./report-file";
import { settlementRules } from "./settlement/settlement";

/** What documents of this module do. */
export const intakeRuleSet = [reportFileRules, settlementRules];
