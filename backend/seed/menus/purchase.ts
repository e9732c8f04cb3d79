import { can, DOCUMENT, type MenuGroup, page } from "./page";

export const purchase: MenuGroup = {
  path: "/purchase",
  name: "采购管理",
  icon: "cart",
  group: "供应链",
  pages: [
    page("/porequisiton/index", "请购单", "clipboard", [can("purchase_requisition", DOCUMENT)]),
    page("/poturnrequisition/index", "转请购单", "swap", [
      can("purchase_turnrequisition", `${DOCUMENT} close`),
    ]),
    page("/inquiryorder/index", "询价单", "search", [can("purchase_inquiry", DOCUMENT)]),
    page("/purchaseOrder/index", "采购单", "cart", [can("purchase_order", `${DOCUMENT} close`)], {
      extra: { purchase_price_view: "查看采购价" },
    }),
    page("/purchaseContract/index", "采购合同", "file", [
      can("purchase_contract", `${DOCUMENT} sign`),
    ]),
    page("/purchaseContract/template/index", "合同模板", "file", [
      can("purchase_contracttemplate", "view add edit del"),
    ]),
    page("/deliveryPlan/index", "交货计划", "calendar", [can("purchase_deliveryplan", DOCUMENT)]),
    page("/delivery/index", "送货单", "truck", [can("purchase_delivery", `${DOCUMENT} close`)]),
    page("/inspection/index", "质检单", "check", [
      can("purchase_inspection", `${DOCUMENT} finish reverse`),
    ]),
    page("/poreturn/index", "采购退货单", "undo", [
      can("purchase_return", `${DOCUMENT} ship reverse`),
    ]),
    page("/poexchange/index", "换货单", "swap", [
      can("purchase_exchange", `${DOCUMENT} ship close`),
    ]),
    page("/pochange/index", "采购变更单", "edit", [can("purchase_change", DOCUMENT)]),
    page("/porequisitonCancel/index", "请购取消单", "cancel", [
      can("purchase_requisitioncancel", DOCUMENT),
    ]),
  ],
};
