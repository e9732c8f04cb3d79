import { monthCloseRules } from "./month-close/month-close";

/** What documents of this module do. */
export const financeRuleSet = [monthCloseRules];
