import { delivery } from "#documents/purchase/delivery";
import { deliveryPlan } from "#documents/purchase/delivery-plan";
import { inquiryOrder } from "#documents/purchase/inquiry-order";
import { inspection } from "#documents/purchase/inspection";
import { purchaseChange } from "#documents/purchase/purchase-change";
import { purchaseContract } from "#documents/purchase/purchase-contract";
import { purchaseExchange } from "#documents/purchase/purchase-exchange";
import { purchaseOrder } from "#documents/purchase/purchase-order";
import { purchaseReturn } from "#documents/purchase/purchase-return";
import { requisition } from "#documents/purchase/requisition";
import { requisitionCancel } from "#documents/purchase/requisition-cancel";
import { turnRequisition } from "#documents/purchase/turn-requisition";
import { rulesOf } from "../../documents/lifecycle/legacy";
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
  rulesOf(requisition, requisitionRules),
  rulesOf(purchaseOrder, purchaseOrderRules),
  rulesOf(purchaseContract, purchaseContractRules),
  rulesOf(purchaseChange, purchaseChangeRules),
  rulesOf(turnRequisition, turnRequisitionRules),
  rulesOf(requisitionCancel, requisitionCancelRules),
  rulesOf(inquiryOrder, inquiryOrderRules),
  rulesOf(deliveryPlan, deliveryPlanRules),
  rulesOf(delivery, deliveryRules),
  rulesOf(inspection, inspectionRules),
  rulesOf(purchaseReturn, purchaseReturnRules),
  rulesOf(purchaseExchange, purchaseExchangeRules),
];
