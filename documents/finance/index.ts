import { apEntry } from "./ap-entry";
import { bankAnswer } from "./bank-answer";
import { companyAccount } from "./company-account";
import { mergedPayment } from "./merged-payment";
import { monthClose } from "./month-close";
import { oaPayment } from "./oa-payment";
import { opening } from "./opening";
import { openingPayable } from "./opening-payable";
import { openingPromo } from "./opening-promo";
import { apAgeing } from "./payables/ap-ageing";
import { apOpen } from "./payables/ap-open";
import { apOrder } from "./payables/ap-order";
import { apSupplier } from "./payables/ap-supplier";
import { supplierRefund } from "./payables/supplier-refund";
import { supplierStatement } from "./payables/supplier-statement";
import { payment } from "./payment";
import { paymentPool } from "./payment-pool";
import { paymentRequest } from "./payment-request";
import { bankReceipt } from "./receivable/bank-receipt";
import { payout } from "./receivable/payout";
import { payoutMatch } from "./receivable/payout-match";
import { platEntry, platReceivable } from "./receivable/plat-receivable";
import { platUnsettled } from "./receivable/plat-unsettled";
import { settlement } from "./settlement/settlement";
import { feeType, settlementLine } from "./settlement/settlement-line";

/** Lists over the payables ledger, and what is done with it. */
export const payableDocuments = [apOrder, apSupplier, apAgeing, apOpen, supplierRefund, supplierStatement] as const;

/** What platforms owe us, pay out, and what of it arrives. */
export const receivableDocuments = [
  payout,
  payoutMatch,
  bankReceipt,
  platReceivable,
  platEntry,
  platUnsettled,
] as const;

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
  opening,
  openingPayable,
  openingPromo,
  settlement,
  settlementLine,
  feeType,
  ...receivableDocuments,
] as const;
