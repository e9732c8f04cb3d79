import { field } from "../kit";

const secret = "purchase_price_view";

/** What a supplier answers for one line; written by 录入报价/定标 alone (supply.md 3, lines B). */
export const answerFields = {
  quotedPrice: field.decimal({ label: "报价", currency: "currency", mask: secret }),
  taxIncludedQuote: field.bool({ label: "含税" }),
  taxRate: field.percent({ label: "税率%", min: 0, max: 100 }),
  moq: field.int({ label: "起订量", min: 0 }),
  leadDays: field.int({ label: "交期(天)", min: 0, max: 999 }),
  validTo: field.date({ label: "有效期" }),
  awardQty: field.int({ label: "定标数量", min: 0, sum: true }),
  awardReason: field.text({ label: "定标说明", max: 200 }),
  attachment: field.files({ label: "附件" }),
};

/** One quote: line × supplier, its price and its award. */
export const quoteFields = {
  lineId: field.line({
    ...{ label: "询价明细", table: "inquiry_order_line", required: true },
    hidden: true,
  }),
  supplierId: field.ref({ label: "供应商", to: "supplier", required: true, computed: true }),
  ...answerFields,
  price: field.decimal({ label: "不含税单价", currency: "currency", mask: secret }),
  isLowest: field.bool({ label: "最低价", computed: true }),
  orderedQty: field.int({ label: "已下单", computed: true, sum: true }),
};
