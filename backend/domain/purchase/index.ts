import { purchaseChangeRules } from "./change/purchase-change";
import { purchaseContractRules } from "./contract/purchase-contract";
import { deliveryRules } from "./delivery/delivery";
import { deliveryPlanRules } from "./delivery-plan/delivery-plan";
import { purchaseExchangeRules } from "./exchange/purchase-exchange";
import { inquiryOrderRules } from "./inquiry/inquiry-order";
import { inspectionRules } from "./inspection/inspection";
import { purchaseOrderRules } from "./order/purchase-order";
import { requisitionRules } from "./requisition/requisition";
import { requisitionCancelRules } from "./requisition-cancel/requisition-cancel";
import { purchaseReturnRules } from "./return/purchase-return";
import { turnRequisitionRules } from "./turn-requisition/turn-requisition";

/** What documents of this module do. */
export const purchaseRuleSet = [
  requisitionRules,
  purchaseOrderRules,
  purchaseContractRules,
  purchaseChangeRules,
  turnRequisitionRules,
  requisitionCancelRules,
  inquiryOrderRules,
  deliveryPlanRules,
  deliveryRules,
  inspectionRules,
  purchaseReturnRules,
  purchaseExchangeRules,
];
