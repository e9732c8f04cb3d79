/** Kinds of documents that goods pass on their way, in order, each with the short word of its step. */
export const purchaseChain = [
  ["purchase_requisition", "请购"],
  ["turn_requisition", "转采"],
  ["inquiry_order", "询价"],
  ["purchase_order", "采购"],
  ["purchase_contract", "合同"],
  ["delivery", "交货"],
  ["wms_sign", "签收"],
  ["inspection", "质检"],
  ["payment_request", "请款"],
  ["payment", "付款"],
] as const;

/** What hangs on a step without being one: their pages show the chain too. */
export const besidePurchase = [
  "requisition_cancel",
  "purchase_change",
  "delivery_plan",
  "purchase_return",
  "purchase_exchange",
] as const;
