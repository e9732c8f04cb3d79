import { delivery } from "./delivery";
import { deliveryPlan } from "./delivery-plan";
import { inquiryOrder } from "./inquiry-order";
import { inspection } from "./inspection";
import { purchaseChange } from "./purchase-change";
import { purchaseContract } from "./purchase-contract";
import { purchaseExchange } from "./purchase-exchange";
import { purchaseOrder } from "./purchase-order";
import { purchaseReturn } from "./purchase-return";
import { requisition } from "./requisition";
import { requisitionCancel } from "./requisition-cancel";
import { requisitionPool } from "./requisition-pool";
import { turnRequisition } from "./turn-requisition";

/** Declarations of 采购. */
export const purchaseDocuments = [
  requisition,
  turnRequisition,
  requisitionPool,
  requisitionCancel,
  inquiryOrder,
  purchaseOrder,
  purchaseContract,
  purchaseChange,
  deliveryPlan,
  delivery,
  inspection,
  purchaseReturn,
  purchaseExchange,
] as const;
