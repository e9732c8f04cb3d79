import { apEntry } from "./ap-entry";
import { bankAnswer } from "./bank-answer";
import { companyAccount } from "./company-account";
import { mergedPayment } from "./merged-payment";
import { monthClose } from "./month-close";
import { oaPayment } from "./oa-payment";
import { payableDocuments } from "./payables";
import { payment } from "./payment";
import { paymentPool } from "./payment-pool";
import { paymentRequest } from "./payment-request";

/** Declarations of 财务. */
export const financeDocuments = [
  apEntry,
  ...payableDocuments,
  paymentRequest,
  paymentPool,
  payment,
  mergedPayment,
  oaPayment,
  companyAccount,
  monthClose,
  bankAnswer,
] as const;
