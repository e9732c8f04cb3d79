import { field, labelled, lineRemark, skuLine, worked } from "../kit";
import { fixedDebt, fixedStock } from "./opening-correction";

/** What a company brings along (company.md 2), in the order in which it is booked. */
export const openingKinds = labelled({
  stock: "库存",
  transit: "在途",
  purchase: "采购单",
  payable: "应付",
  prepaid: "预付",
  platformOrder: "平台订单",
  promo: "红人测评",
});
export type OpeningKind = keyof typeof openingKinds;

/** What was not paid yet of promotions when a company began. */
export const openingPromoKinds = labelled({ kol: "红人合作", evaluation: "测评返款" });

/** The table of lines that a kind has; the others of its rows stay empty. */
export const openingLines = {
  stock: "stocks",
  transit: "transits",
  purchase: "purchases",
  payable: "debts",
  prepaid: "debts",
  platformOrder: "platformOrders",
  promo: "promos",
} as const satisfies Record<OpeningKind, string>;

/** The code by which a file or another system names a row, where it does not know its id. */
const code = (label: string) => field.text(label, { max: 100, hidden: true });
const cost = { unit: "CNY", mask: "stock_cost_view" } as const;
const secret = "purchase_price_view";
const owed = (label: string) =>
  field.money(label, { required: true, min: 0.01, currency: "currency", mask: secret, sum: true });

/** The goods of a line: chosen, or named by code. */
const goods = () => ({ ...skuLine(), skuId: field.ref("SKU", { to: "sku" }), sku: code("SKU编码") });

const stocks = {
  warehouseId: field.ref("仓库", { to: "warehouse" }),
  warehouse: code("仓库编码"),
  ...goods(),
  batchNo: field.text("批次", { max: 40 }),
  expireDate: field.date("有效期"),
  goodQty: field.int("良品", { required: true, min: 0, default: 0, sum: true }),
  badQty: field.int("次品", { required: true, min: 0, default: 0, sum: true }),
  unitCost: field.decimal("单位成本", { scale: 6, min: 0, ...cost, help: "单位成本和金额填一个" }),
  amount: field.money("金额", { min: 0, ...cost, help: "不填则为数量乘单位成本" }),
  value: field.money("入账金额", { ...cost, ...worked, sum: true }),
  ...fixedStock,
  inDate: field.date("入库日期", { help: "库龄从这一天算起；不填则从入账那天算起" }),
  remark: lineRemark(),
};

const transits = {
  oldNo: field.text("旧单号", { required: true, max: 60 }),
  fromWarehouseId: field.ref("发出仓", { to: "warehouse" }),
  fromWarehouse: code("发出仓编码"),
  toWarehouseId: field.ref("目的仓", { to: "warehouse" }),
  toWarehouse: code("目的仓编码"),
  ...goods(),
  qty: field.int("在途数量", { required: true, min: 1, sum: true }),
  amount: field.money("金额", { required: true, min: 0, ...cost, sum: true }),
  shipDate: field.date("发出日期"),
  shipmentId: field.text("货件号", { pattern: [/^FBA[A-Z0-9]{9,10}$/, "货件号为FBA加9到10位大写字母或数字"] }),
  transferId: field.ref("调拨单", { to: "transfer", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const purchases = {
  oldNo: field.text("旧单号", { required: true, max: 60 }),
  supplierId: field.ref("供应商", { to: "supplier" }),
  supplier: code("供应商编码"),
  warehouseId: field.ref("收货仓", { to: "warehouse" }),
  warehouse: code("收货仓编码"),
  currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
  orderDate: field.date("下单日期"),
  expectDate: field.date("要求交期", { required: true }),
  ...goods(),
  orderedQty: field.int("订购数量", { required: true, min: 1, sum: true }),
  receivedQty: field.int("已收数量", { required: true, min: 0, default: 0, sum: true }),
  price: field.decimal("单价(不含税)", { required: true, min: 0, currency: "currency", mask: secret }),
  taxRate: field.percent("税率%", { required: true, min: 0, max: 100, default: "0" }),
  tradeTerm: field.dict("贸易条款", { type: "trade_term", help: "外币必填" }),
  poId: field.ref("采购单", { to: "purchase_order", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const debts = {
  supplierId: field.ref("供应商", { to: "supplier" }),
  supplier: code("供应商编码"),
  currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
  oldNo: field.text("旧单号", { max: 60, help: "应付必填" }),
  billDate: field.date("单据日期"),
  dueDate: field.date("到期日", { help: "应付不填则按供应商的结算方式" }),
  amount: owed("金额"),
  ...fixedDebt,
  requestedAmount: field.money("已请款", { currency: "currency", mask: secret, ...worked, whenFilled: true }),
  paidAmount: field.money("已付", { currency: "currency", mask: secret, ...worked, whenFilled: true }),
  poOldNo: field.text("采购单旧单号", { max: 60, help: "预付款所属的期初采购单，不填则为供应商的预付" }),
  poId: field.ref("采购单", { to: "purchase_order", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const store = (label: string, help: string) => ({
  storeId: field.ref(label, { to: "store", help }),
  store: code("店铺编码"),
});
const msku = { max: 60 } as const;

const platformOrders = {
  orderNo: field.text("平台订单号", { required: true, max: 50 }),
  ...store("店铺", "没有平台连接的店铺"),
  purchaseTime: field.datetime("下单时间", { required: true }),
  msku: field.text("MSKU", { required: true, ...msku }),
  qty: field.int("数量", { required: true, min: 1, sum: true }),
  currency: field.dict("币种", { type: "currency", ...worked }),
  price: field.decimal("单价", { required: true, min: 0, currency: "currency", help: "站点币种" }),
  latestShipTime: field.datetime("最晚发货"),
  platformOrderId: field.ref("平台订单", { to: "platform_order", ...worked, whenFilled: true }),
  remark: lineRemark(),
};

const promos = {
  promoKind: field.enum("性质", { required: true, options: openingPromoKinds }),
  oldNo: field.text("旧单号", { required: true, max: 60 }),
  target: field.text("对象", { required: true, max: 100, help: "红人、测评资源或参与人" }),
  currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
  amount: owed("未付金额"),
  note: field.text("说明", { max: 200 }),
  ...store("店铺", "和MSKU一起填写，付款后的推广费用记在它上面"),
  msku: field.text("MSKU", { ...msku, help: "店铺和MSKU都不填则付款不计入产品的推广费用" }),
  promoId: field.ref("期初红人测评", { to: "opening_promo", ...worked, whenFilled: true }),
};

/** Lines of each kind; a document has those of its own. */
export const openingFields = { stocks, transits, purchases, debts, platformOrders, promos };
