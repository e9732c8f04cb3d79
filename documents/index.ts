import { dept } from "./admin/dept";
import { dict } from "./admin/dict";
import { file } from "./admin/file";
import { log } from "./admin/log";
import { menu } from "./admin/menu";
import { notification } from "./admin/notification";
import { param } from "./admin/param";
import { role } from "./admin/role";
import { tenant } from "./admin/tenant";
import { user } from "./admin/user";
import { adPortfolio } from "./advertisement/ad-portfolio";
import { targetPortfolio } from "./advertisement/target-portfolio";
import { company } from "./base/company";
import { contractTemplate } from "./base/contract-template";
import { exchangeRate } from "./base/exchange-rate";
import { group } from "./base/group";
import { site } from "./base/site";
import { store } from "./base/store";
import { warehouse } from "./base/warehouse";
import { apEntry } from "./finance/ap-entry";
import type { DocumentType, LostReferences } from "./kit";
import { easySku } from "./product/easy-sku";
import { product } from "./product/product";
import { sealSample } from "./product/seal-sample";
import { sku } from "./product/sku";
import { skuAdmin } from "./product/sku-admin";
import { skuSpecialEdit } from "./product/sku-special-edit";
import { spu } from "./product/spu";
import { delivery } from "./purchase/delivery";
import { deliveryPlan } from "./purchase/delivery-plan";
import { inquiryOrder } from "./purchase/inquiry-order";
import { inspection } from "./purchase/inspection";
import { purchaseChange } from "./purchase/purchase-change";
import { purchaseContract } from "./purchase/purchase-contract";
import { purchaseExchange } from "./purchase/purchase-exchange";
import { purchaseOrder } from "./purchase/purchase-order";
import { purchaseReturn } from "./purchase/purchase-return";
import { requisition } from "./purchase/requisition";
import { requisitionCancel } from "./purchase/requisition-cancel";
import { requisitionPool } from "./purchase/requisition-pool";
import { turnRequisition } from "./purchase/turn-requisition";
import { supplier } from "./supplier/supplier";
import { deliveryToSign } from "./wms/delivery-to-sign";
import { otherIn } from "./wms/other-in";
import { otherOut } from "./wms/other-out";
import { stock } from "./wms/stock";
import { stockMove } from "./wms/stock-move";
import { stockReservation } from "./wms/stock-reservation";
import { wmsSign } from "./wms/wms-sign";

const declared = [
  // 系统管理
  menu,
  user,
  role,
  dept,
  dict,
  param,
  tenant,
  log,
  file,
  notification,
  // 基础资料
  site,
  store,
  group,
  warehouse,
  company,
  exchangeRate,
  contractTemplate,
  // 产品与供应商
  product,
  spu,
  sku,
  easySku,
  skuAdmin,
  skuSpecialEdit,
  sealSample,
  supplier,
  // 采购
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
  // 仓库
  deliveryToSign,
  wmsSign,
  stock,
  stockMove,
  stockReservation,
  otherIn,
  otherOut,
  // 财务
  apEntry,
  // 广告
  adPortfolio,
  targetPortfolio,
] as const;

/** Opened by actions that are hidden until it is declared. */
type Planned = "payment_request";
type Lost = LostReferences<(typeof declared)[number], Planned>;
// A reference to a declaration that is not there does not compile: the error names it.
const lost: [Lost] extends [never] ? readonly never[] : { noSuchDocument: Lost } = [];

/** Name of a declared document type. */
export type DocumentName = (typeof declared)[number]["name"];

/** Every document type, grouped by module. */
export const documents: DocumentType[] = [...declared, ...lost];

const byName = new Map(documents.map((d) => [d.name, d]));

/** True when a declaration has this name. */
export const isDeclared = (name: string): boolean => byName.has(name);

/** The declaration of this name. @throws Error when a reference names none. */
export function documentNamed(name: string): DocumentType {
  const found = byName.get(name);
  if (!found) throw new Error(`no document named ${name}`);
  return found;
}
