import { companyAccountRules } from "./account/company-account";
import { bankAnswerRules } from "./bank/bank-answer";
import { mergedPaymentRules } from "./merged/merged-payment";
import { monthCloseRules } from "./month-close/month-close";
import { oaPaymentRules } from "./oa/oa-payment";
import { payableRuleSet } from "./payables";
import { paymentRules } from "./payment/payment";
import { paymentRequestRules } from "./request/payment-request";

/** What documents of this module do. */
export const financeRuleSet = [
  monthCloseRules,
  ...payableRuleSet,
  paymentRequestRules,
  paymentRules,
  mergedPaymentRules,
  oaPaymentRules,
  bankAnswerRules,
  companyAccountRules,
];
