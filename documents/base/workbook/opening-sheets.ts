import { openingPromoKinds } from "#documents/finance/opening-lines";
import { choice, currency, date, dict, labels, must, number, ref, text } from "./columns";
import type { BookSheet } from "./words";

const warehouse = (key: string, label: string) => ref(key, label, "warehouse", must);
const sku = ref("skuId", "SKU编码", "sku", must);
const company = ref("companyId", "公司编码", "company", must);
const supplier = ref("supplierId", "供应商编码", "supplier", must);
const oldNo = text("oldNo", "旧单号", must);
const pieces = (key: string, label: string, more = {}) => number(key, label, { hint: "件", ...more });

const stocks: BookSheet = {
  name: "14期初库存",
  label: "期初库存",
  key: ["warehouseId", "skuId", "batchNo"],
  columns: [
    warehouse("warehouseId", "仓库编码"),
    sku,
    text("batchNo", "批次"),
    date("expireDate", "有效期", { hint: "按有效期管理的SKU必填，如2027-09-30" }),
    pieces("goodQty", "良品"),
    pieces("badQty", "次品"),
    number("unitCost", "单位成本", { hint: "人民币；单位成本和金额填一个" }),
    number("amount", "金额", { hint: "人民币；不填则为数量乘单位成本" }),
    date("inDate", "入库日期", { hint: "库龄从这一天算起；不填则从入账那天算起" }),
  ],
};

const transits: BookSheet = {
  name: "15期初在途",
  label: "期初在途",
  key: ["oldNo", "skuId"],
  columns: [
    oldNo,
    warehouse("fromWarehouseId", "发出仓"),
    warehouse("toWarehouseId", "目的仓"),
    sku,
    pieces("qty", "在途数量", { ...must, positive: true }),
    number("amount", "金额", { ...must, hint: "人民币" }),
    date("shipDate", "发出日期"),
    text("shipmentId", "货件号", { hint: "FBA货件号；同一旧单号只有一个" }),
  ],
};

const purchases: BookSheet = {
  name: "16期初采购单",
  label: "期初采购单",
  key: ["oldNo", "skuId"],
  columns: [
    oldNo,
    supplier,
    company,
    warehouse("warehouseId", "收货仓"),
    currency("currency", "币种", must),
    date("orderDate", "下单日期"),
    date("expectDate", "要求交期", must),
    sku,
    pieces("orderedQty", "订购数量", { ...must, positive: true }),
    pieces("receivedQty", "已收数量"),
    number("price", "单价(不含税)", { ...must, positive: true }),
    number("taxRate", "税率%"),
    dict("tradeTerm", "贸易条款", "trade_term", { hint: "外币必填" }),
  ],
};

const debts: BookSheet = {
  name: "17期初应付预付",
  label: "期初应付和预付",
  key: ["kind", "supplierId", "oldNo", "poOldNo"],
  columns: [
    choice("kind", "性质", { payable: "应付", prepaid: "预付" }, must),
    supplier,
    company,
    currency("currency", "币种", must),
    text("oldNo", "旧单号", { hint: "应付必填" }),
    date("billDate", "单据日期"),
    date("dueDate", "到期日", { hint: "应付不填则按供应商的结算方式" }),
    number("amount", "金额", { ...must, positive: true }),
    text("poOldNo", "采购单旧单号", { hint: "预付款所属的期初采购单，不填则为供应商的预付" }),
  ],
};

const platformOrders: BookSheet = {
  name: "18期初平台订单",
  label: "期初平台订单",
  key: ["storeId", "orderNo", "msku"],
  columns: [
    text("orderNo", "平台订单号", must),
    ref("storeId", "店铺编码", "store", { ...must, hint: "没有平台连接的店铺" }),
    { key: "purchaseTime", label: "下单时间", kind: "datetime", required: true, hint: "北京时间，如2025-12-30 10:20" },
    text("msku", "MSKU", must),
    pieces("qty", "数量", { ...must, positive: true }),
    number("price", "单价", { ...must, hint: "站点币种" }),
    { key: "latestShipTime", label: "最晚发货", kind: "datetime", hint: "北京时间，如2026-01-03 18:00" },
  ],
};

const promos: BookSheet = {
  name: "19期初红人测评",
  label: "期初红人和测评费用",
  key: ["promoKind", "oldNo"],
  columns: [
    choice("promoKind", "性质", labels(openingPromoKinds), must),
    oldNo,
    text("target", "对象", { ...must, hint: "红人、测评资源或参与人" }),
    currency("currency", "币种", must),
    number("amount", "未付金额", { ...must, positive: true }),
    text("note", "说明"),
    ref("storeId", "店铺编码", "store", { hint: "付款后的推广费用记在它的产品上" }),
    text("msku", "MSKU", { hint: "与店铺编码一起填写；都不填则付款不计入产品的推广费用" }),
  ],
};

/** What a company brings along: each kind and company becomes a 期初单 (company.md 2). */
export const openingSheets = [stocks, transits, purchases, debts, platformOrders, promos] as const;
