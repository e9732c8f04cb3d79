import { monthCloseRules } from "./month-close/month-close";
import { paymentRequestRules } from "./request/payment-request";

/** What documents of this module do. */
export const financeRuleSet = [monthCloseRules, paymentRequestRules];
