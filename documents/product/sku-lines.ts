import { field } from "../kit";

/** Supplier prices, platform mappings and parts of a SKU (supply.md 1, lines A to C). */
export const skuLines = {
  prices: {
    label: "供应商报价",
    table: "sku_supplier_price",
    fields: {
      supplierId: field.ref("供应商", { to: "supplier", required: true }),
      currency: field.dict("币种", { type: "currency", required: true, default: "CNY" }),
      taxRate: field.percent("税率%", { required: true, min: 0, max: 100, default: "13" }),
      taxIncluded: field.bool("报价含税"),
      minQty: field.int("起订(阶梯)量", { required: true, min: 1, default: 1 }),
      price: field.decimal("单价(不含税)", {
        required: true,
        min: 0.0001,
        currency: "currency",
        mask: "purchase_price_view",
      }),
      leadDays: field.int("交期", { unit: "天", min: 0 }),
      validFrom: field.date("有效期起"),
      validTo: field.date("有效期止"),
      sourceInquiryNo: field.text("来源询价单", { computed: true, numbersOf: ["inquiry_order"] }),
      isDefault: field.bool("首选"),
    },
  },
  listings: {
    label: "平台映射",
    table: "sku_listing",
    foundBy: ["storeId", "msku"],
    fields: {
      storeId: field.ref("店铺", { to: "store", required: true }),
      site: field.text("站点", { computed: true }),
      msku: field.text("MSKU (平台SKU)", { required: true, max: 60 }),
      groupId: field.ref("小组", { to: "group", required: true }),
      fulfillmentChannel: field.enum("配送", {
        required: true,
        default: "AFN",
        options: { AFN: { label: "AFN" }, MFN: { label: "MFN" } },
      }),
      fnsku: field.text("FNSKU", { pattern: [/^[XB][A-Z0-9]{9}$/, "FNSKU为X或B开头的10位大写字母或数字"] }),
      asin: field.text("ASIN", { pattern: [/^[XB][A-Z0-9]{9}$/, "ASIN为X或B开头的10位大写字母或数字"] }),
      parentAsin: field.text("父ASIN", {
        pattern: [/^[XB][A-Z0-9]{9}$/, "父ASIN为X或B开头的10位大写字母或数字"],
        help: "同一父体的变体填同一个；没有的，报告按自己的ASIN",
      }),
      listingStatus: field.enum("在售状态", {
        required: true,
        default: "active",
        options: {
          active: { label: "在售", tone: "green" },
          inactive: { label: "不可售", tone: "grey" },
          suppressed: { label: "被屏蔽", tone: "red" },
        },
      }),
    },
  },
  combo: {
    label: "组合成分",
    table: "sku_combo_item",
    fields: {
      childSkuId: field.ref("子SKU", { to: "sku", required: true }),
      qty: field.int("数量", { required: true, min: 1, default: 1, sum: true }),
    },
  },
};
