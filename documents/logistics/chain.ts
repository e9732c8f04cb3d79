/** Documents that goods pass on their way to another warehouse, with the short word of their step. */
export const transferChain = [
  ["turn_requisition", "转采"],
  ["transfer", "调拨"],
  ["cabinet_combination", "组柜"],
  ["customs_declaration", "报关"],
  ["logistics_bill", "账单"],
  ["payment_request", "请款"],
  ["payment", "付款"],
] as const;
