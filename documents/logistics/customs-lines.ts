import { field, lineRemark } from "../kit";

const secret = "purchase_price_view";
const kg = (label: string) =>
  field.decimal({ label, unit: "kg", scale: 2, required: true, min: 0, sum: true });

/** One line of a declaration: the goods of one or several SKUs that customs see as the same. */
export const customsLine = {
  hsCode: field.text({
    ...{ label: "商品编号", required: true },
    pattern: [/^[0-9]{10}$/, "商品编号为10位数字"],
  }),
  declareNameCn: field.text({ label: "品名", required: true, max: 100 }),
  declareNameEn: field.text({ label: "英文品名", max: 200 }),
  declareElements: field.text({ label: "申报要素", required: true, max: 500, wide: true }),
  // Names the line while it is not saved: one of its SKUs.
  ofSku: field.text({ label: "首个SKU", hidden: true, max: 20 }),
  skuCodes: field.text({ label: "SKU", computed: true, max: 4000 }),
  qty: field.int({ label: "数量", computed: true, sum: true }),
  unit: field.text({ label: "单位", required: true, max: 20 }),
  legalQty1: field.decimal({
    ...{ label: "法定数量", required: true, requiredMessage: "请输入法定数量", min: 0.0001 },
  }),
  legalUnit1: field.text({ label: "法定单位", required: true, max: 20 }),
  unitPrice: field.decimal({
    ...{ label: "单价", required: true, min: 0, currency: "currency" },
  }),
  amount: field.money({
    ...{ label: "总价", computed: true, currency: "currency", sum: true },
    works: "qty*unitPrice",
  }),
  grossWeightKg: kg("毛重"),
  netWeightKg: kg("净重"),
  originCountry: field.dict({ label: "原产国", type: "country", required: true }),
  domesticSource: field.text({ label: "境内货源地", max: 50, help: "提交前必填" }),
  contractNo: field.text({ label: "采购合同", max: 200, help: "退税类型提交前必填" }),
  lots: field.text({
    ...{ label: "签收批次", computed: true, virtual: true, hiddenIn: ["add", "edit"], max: 4000 },
  }),
  invoiceNo: field.text({ label: "发票", max: 200, help: "退税类型提交前必填" }),
  refundRate: field.percent({ label: "退税率%", min: 0, max: 13 }),
  purchaseAmount: field.money({
    ...{ label: "采购金额(不含税)", unit: "CNY", computed: true, mask: secret, sum: true },
    hiddenIn: ["add", "edit"],
  }),
  refundAmount: field.money({
    ...{ label: "退税额", unit: "CNY", computed: true, mask: secret, sum: true },
    hiddenIn: ["add", "edit"],
  }),
  // What of which SKU is in the line: [{ skuId, qty }].
  skuQtys: field.json({ label: "合并SKU", computed: true, hidden: true }),
  remark: lineRemark(),
};
