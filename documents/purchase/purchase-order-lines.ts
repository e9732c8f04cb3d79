import { eachOf, field, lineRemark, skuLine } from "../kit";

const secret = "purchase_price_view";

/** Quantities that only the documents of the chain change (supply.md 3, quantity spine). */
export const chainQuantities = {
  planQty: "已计划",
  deliveredQty: "已送货",
  signedQty: "已签收",
  passQty: "合格",
  rejectQty: "不合格",
  returnQty: "退货扣款",
  replenishQty: "退货补货",
  exchangeQty: "换货",
  closedQty: "已关闭",
  openQty: "待到货",
  owedReplenishQty: "待补货",
  owedExchangeQty: "待换货",
} as const;

const amount = (label: string) => field.money(label, { computed: true, currency: "currency", mask: secret });
const received = (label: string) =>
  field.money(label, { computed: true, currency: "currency", mask: secret, hiddenIn: ["add", "edit"], sum: true });

/** One line of a purchase order. */
export const purchaseOrderLine = {
  turnLineId: field.line("转采明细", { table: "turn_requisition_line", hidden: true }),
  awardId: field.line("定标明细", { table: "inquiry_quote", hidden: true }),
  sourceNo: field.text("来源", { computed: true, numbersOf: ["turn_requisition", "inquiry_order"] }),
  ...skuLine(),
  qty: field.int("采购数量", {
    required: true,
    min: 1,
    sum: true,
    warns: [{ unless: "qty of moq", says: "不是起订量{moq}的倍数" }],
  }),
  price: field.decimal("单价(不含税)", { required: true, min: 0, currency: "currency", mask: secret }),
  lastPrice: field.decimal("上次采购价", {
    currency: "currency",
    computed: true,
    virtual: true,
    hiddenIn: ["view"],
    mask: secret,
    from: "skuId.lastPrice",
  }),
  moq: field.int("起订量", { computed: true, virtual: true, hiddenIn: ["view"], from: "skuId.moq" }),
  taxRate: field.percent("税率%", { min: 0, max: 100 }),
  priceInclTax: field.decimal("含税单价", {
    computed: true,
    currency: "currency",
    mask: secret,
    works: "price + price*taxRate%",
  }),
  amountExclTax: { ...amount("不含税额"), sum: true, works: "qty*price" },
  taxAmount: { ...amount("税额"), sum: true, works: "amount - amountExclTax" },
  amount: { ...amount("价税合计"), sum: true, works: "qty*price + qty*price*taxRate%" },
  expectDate: field.date("要求交期"),
  feeShare: amount("费用分摊"),
  sealSampleId: field.ref("封样", { to: "seal_sample", computed: true }),
  ...eachOf(chainQuantities, (label) => field.int(label, { computed: true, hiddenIn: ["add", "edit", "view"] })),
  receiptAmount: received("到货金额"),
  returnAmount: received("退货金额"),
  remark: lineRemark(),
};

/** Who buys: one who may write purchase orders. */
export const buyer = field.ref("采购员", {
  to: "user",
  holds: "purchase_order_add",
  required: true,
  column: true,
  filter: "in",
});

/** 贸易条款, asked for by what makes orders of other documents: those in foreign currency get it. */
export const tradeTermAsked = {
  tradeTerm: field.dict("贸易条款", { type: "trade_term", help: "只用于外币采购单，不填则取供应商的", asked: true }),
};
