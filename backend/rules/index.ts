import type { Rules } from "../documents/rules";
import { deptRules } from "./admin/dept";
import { dictRules } from "./admin/dict";
import { menuRules } from "./admin/menu";
import { paramRules } from "./admin/param";
import { roleRules } from "./admin/role";
import { tenantRules } from "./admin/tenant";
import { userRules } from "./admin/user";
import { budgetRules } from "./advertisement/target-portfolio";
import { exchangeRateRules } from "./base/exchange-rate";
import { warehouseRules } from "./base/warehouse";
import { easySkuRules } from "./product/easy-sku";
import { productRules } from "./product/product";
import { sealSampleRules } from "./product/seal-sample";
import { skuRules } from "./product/sku";
import { skuAdminRules } from "./product/sku-admin";
import { skuSpecialEditRules } from "./product/sku-special-edit";
import { spuRules } from "./product/spu";
import { deliveryRules } from "./purchase/delivery";
import { deliveryPlanRules } from "./purchase/delivery-plan";
import { inquiryOrderRules } from "./purchase/inquiry-order";
import { inspectionRules } from "./purchase/inspection";
import { purchaseChangeRules } from "./purchase/purchase-change";
import { purchaseContractRules } from "./purchase/purchase-contract";
import { purchaseExchangeRules } from "./purchase/purchase-exchange";
import { purchaseOrderRules } from "./purchase/purchase-order";
import { purchaseReturnRules } from "./purchase/purchase-return";
import { requisitionRules } from "./purchase/requisition";
import { requisitionCancelRules } from "./purchase/requisition-cancel";
import { turnRequisitionRules } from "./purchase/turn-requisition";
import { supplierRules } from "./supplier/supplier";
import { otherInRules } from "./wms/other-in";
import { otherOutRules } from "./wms/other-out";
import { reservationRules } from "./wms/reservation";
import { wmsSignRules } from "./wms/sign";
import { stockRules } from "./wms/stock";

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
  inspection: inspectionRules,
  purchase_return: purchaseReturnRules,
  purchase_exchange: purchaseExchangeRules,
  role: roleRules,
  other_in: otherInRules,
  other_out: otherOutRules,
  stock: stockRules,
  stock_reservation: reservationRules,
  target_portfolio: budgetRules,
  tenant: tenantRules,
  user: userRules,
  warehouse: warehouseRules,
  wms_sign: wmsSignRules,
};
