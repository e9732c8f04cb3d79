import { documents } from "#documents";
import { ruleBook } from "../documents/book";
import type { LegacyRules } from "../documents/lifecycle/legacy";
import { deptRules } from "./admin/dept";
import { dictRules } from "./admin/dict";
import { menuRules } from "./admin/menu";
import { paramRules } from "./admin/param";
import { roleRules } from "./admin/role";
import { tenantRules } from "./admin/tenant";
import { userRules } from "./admin/user";
import { budgetRules } from "./advertisement/target-portfolio/target-portfolio";
import { exchangeRateRules } from "./base/exchange-rate";
import { warehouseRules } from "./base/warehouse";
import { productRules } from "./product/product";
import { sealSampleRules } from "./product/seal-sample/seal-sample";
import { skuAdminRules } from "./product/sku/admin";
import { easySkuRules } from "./product/sku/easy-sku";
import { skuRules } from "./product/sku/sku";
import { skuSpecialEditRules } from "./product/special-edit/special-edit";
import { spuRules } from "./product/spu/spu";
import { purchaseChangeRules } from "./purchase/change/purchase-change";
import { purchaseContractRules } from "./purchase/contract/purchase-contract";
import { deliveryRules } from "./purchase/delivery/delivery";
import { deliveryPlanRules } from "./purchase/delivery-plan/delivery-plan";
import { purchaseExchangeRules } from "./purchase/exchange/purchase-exchange";
import { inquiryOrderRules } from "./purchase/inquiry/inquiry-order";
import { inspectionRules } from "./purchase/inspection/inspection";
import { purchaseOrderRules } from "./purchase/order/purchase-order";
import { requisitionRules } from "./purchase/requisition/requisition";
import { requisitionCancelRules } from "./purchase/requisition-cancel/requisition-cancel";
import { purchaseReturnRules } from "./purchase/return/purchase-return";
import { turnRequisitionRules } from "./purchase/turn-requisition/turn-requisition";
import { supplierRules } from "./supplier/supplier";
import { otherInRules } from "./wms/other/other-in";
import { otherOutRules } from "./wms/other/other-out";
import { wmsSignRules } from "./wms/sign/sign";
import { reservationRules } from "./wms/stock/reservation";
import { stockRules } from "./wms/stock/stock";

/** Rule file of each document that does more than store itself, by document name. */
export const rules: Record<string, LegacyRules> = {
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

/** What every document does. */
export const engine = ruleBook(documents, rules);
