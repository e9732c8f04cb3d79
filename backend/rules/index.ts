import type { Rules } from "../documents/rules";
import { deliveryRules } from "./delivery";
import { deliveryPlanRules } from "./delivery-plan";
import { deptRules } from "./dept";
import { dictRules } from "./dict";
import { easySkuRules } from "./easy-sku";
import { exchangeRateRules } from "./exchange-rate";
import { inquiryOrderRules } from "./inquiry-order";
import { menuRules } from "./menu";
import { paramRules } from "./param";
import { productRules } from "./product";
import { purchaseChangeRules } from "./purchase-change";
import { purchaseContractRules } from "./purchase-contract";
import { purchaseExchangeRules } from "./purchase-exchange";
import { purchaseOrderRules } from "./purchase-order";
import { purchaseReturnRules } from "./purchase-return";
import { requisitionRules } from "./requisition";
import { requisitionCancelRules } from "./requisition-cancel";
import { roleRules } from "./role";
import { sealSampleRules } from "./seal-sample";
import { skuRules } from "./sku";
import { skuAdminRules } from "./sku-admin";
import { skuSpecialEditRules } from "./sku-special-edit";
import { spuRules } from "./spu";
import { supplierRules } from "./supplier";
import { tenantRules } from "./tenant";
import { turnRequisitionRules } from "./turn-requisition";
import { userRules } from "./user";

/** Rule file of each document that does more than store itself, by document name. */
export const rules: Record<string, Rules> = {
  dept: deptRules,
  dict: dictRules,
  exchange_rate: exchangeRateRules,
  menu: menuRules,
  param: paramRules,
  product: productRules,
  spu: spuRules,
  sku: skuRules,
  sku_admin: skuAdminRules,
  easy_sku: easySkuRules,
  sku_special_edit: skuSpecialEditRules,
  seal_sample: sealSampleRules,
  supplier: supplierRules,
  purchase_requisition: requisitionRules,
  purchase_order: purchaseOrderRules,
  purchase_contract: purchaseContractRules,
  purchase_change: purchaseChangeRules,
  turn_requisition: turnRequisitionRules,
  requisition_cancel: requisitionCancelRules,
  inquiry_order: inquiryOrderRules,
  delivery_plan: deliveryPlanRules,
  delivery: deliveryRules,
  purchase_return: purchaseReturnRules,
  purchase_exchange: purchaseExchangeRules,
  role: roleRules,
  tenant: tenantRules,
  user: userRules,
};
