import { apEntry } from "./ap-entry";
import { monthClose } from "./month-close";
import { paymentPool } from "./payment-pool";
import { paymentRequest } from "./payment-request";

/** Declarations of 财务. */
export const financeDocuments = [apEntry, paymentRequest, paymentPool, monthClose] as const;
