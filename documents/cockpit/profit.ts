import { defineDocument, field, labelled, unshown } from "../kit";
import {
  profitAsks,
  profitFigures,
  profitFrom,
  profitGroupColumn,
  profitGroupFilter,
  profitList,
  profitPeriod,
  profitStoreColumn,
  profitStoreFilter,
  profitTabs,
  profitText,
  profitThen,
  profitThisMonth,
} from "./profit-figures";

const sorted = { overview: true, from: profitFrom, sort: [{ by: "income", desc: true }, { by: "id" }] } as const;

/** The goods that a row is about. */
const skuLink = { skuDocument: field.text("商品类型", { ...unshown }), skuId: field.text("商品编号", { ...unshown }) };

const ofListing = (label: string) =>
  field.text(label, { computed: true, column: { width: 120, hide: true }, filter: "prefix" });

/** How the platform calls what a row is about, today; who has no parent is its own. */
const asinColumns = { asin: ofListing("ASIN"), parentAsin: ofListing("父ASIN") };

/** 利润报表 (figures.md D.4) by the platform's SKU; what stores pay besides goods is 未分配. */
export const profitMsku = defineDocument({
  ...profitList,
  name: "profit_msku",
  label: "利润（MSKU）",
  table: "profit_msku_list",
  menu: { group: "cockpit", icon: "chart", sort: 30, label: "利润报表" },
  display: "msku",
  list: sorted,
  fields: {
    ...profitThisMonth,
    msku: field.text("MSKU", {
      computed: true,
      names: ["skuDocument", "skuId"],
      column: { width: 150, fixed: "left" },
      filter: "prefix",
    }),
    ...skuLink,
    storeId: profitStoreColumn,
    skuCode: field.text("SKU", { computed: true, column: { width: 120, phone: false }, filter: "prefix" }),
    ...asinColumns,
    groupId: profitGroupColumn,
    spread: field.enum("分摊", { ...unshown, options: labelled({ yes: "店铺费用按收入分摊" }), filter: "in" }),
    spreadProfit: field.money("分摊后净利润", {
      unit: "CNY",
      computed: true,
      column: {
        asked: "spread",
        sortable: true,
        summary: "sum",
        phone: false,
        tooltip: "净利润加上所分摊的未分配金额：各店铺每月按收入分给有收入的MSKU",
      },
    }),
    ...profitAsks,
    // What stores pay besides their goods is called 未分配; its entries are found by its row.
    factSku: field.text("入账行", { ...unshown }),
    ...profitFigures({ entries: { storeId: "storeId", msku: "factSku" } }, profitThen),
  },
  screens: { list: "/cockpit/profit/index", tabs: profitTabs, titles: { list: "利润报表" } },
});

/** The same by our SKU. */
export const profitSku = defineDocument({
  ...profitList,
  name: "profit_sku",
  label: "利润（SKU）",
  table: "profit_sku_list",
  display: "skuCode",
  list: sorted,
  fields: {
    ...profitThisMonth,
    skuCode: field.text("SKU", {
      computed: true,
      names: ["skuDocument", "skuId"],
      column: { width: 130, fixed: "left" },
      filter: "prefix",
    }),
    ...skuLink,
    skuName: field.text("品名", { computed: true, column: { width: 180, phone: false } }),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitAsks,
    ...profitFigures({ rows: { document: "profit_msku", by: { skuCode: "skuCode" } } }, profitThen),
  },
  screens: { list: "/cockpit/profit/sku", tabs: profitTabs, titles: { list: "SKU利润" } },
});

/** The same by the ASIN that a listing has today. */
export const profitAsin = defineDocument({
  ...profitList,
  name: "profit_asin",
  label: "利润（ASIN）",
  table: "profit_asin_list",
  display: "asin",
  list: sorted,
  fields: {
    ...profitThisMonth,
    asin: profitText("ASIN", 140, true),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitAsks,
    ...profitFigures({ rows: { document: "profit_msku", by: { asin: "asin" } } }, profitThen),
  },
  screens: { list: "/cockpit/profit/asin", tabs: profitTabs, titles: { list: "ASIN利润" } },
});

/** 利润报表 (figures.md D.4) by the parent ASIN that a listing has today; one without stands under its own ASIN. */
export const profitParent = defineDocument({
  ...profitList,
  name: "profit_parent",
  label: "利润（父ASIN）",
  table: "profit_parent_list",
  display: "parentAsin",
  list: sorted,
  fields: {
    ...profitThisMonth,
    parentAsin: profitText("父ASIN", 140, true),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitAsks,
    ...profitFigures({ rows: { document: "profit_msku", by: { parentAsin: "parentAsin" } } }, profitThen),
  },
  screens: { list: "/cockpit/profit/parentAsin", tabs: profitTabs, titles: { list: "父ASIN利润" } },
});

/** The same by store. */
export const profitStore = defineDocument({
  ...profitList,
  name: "profit_store",
  label: "利润（店铺）",
  table: "profit_store_list",
  display: "storeText",
  list: sorted,
  fields: {
    ...profitThisMonth,
    storeDocument: field.text("店铺类型", { ...unshown }),
    rowStoreId: field.text("店铺编号", { ...unshown }),
    storeText: field.text("店铺", {
      computed: true,
      names: ["storeDocument", "rowStoreId"],
      column: { width: 150, fixed: "left" },
    }),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitAsks,
    ...profitFigures({ rows: { document: "profit_msku", by: { storeId: "rowStoreId" } } }, profitThen),
  },
  screens: { list: "/cockpit/profit/store", tabs: profitTabs, titles: { list: "店铺利润" } },
});

/** The same by operating group. */
export const profitGroup = defineDocument({
  ...profitList,
  name: "profit_group",
  label: "利润（小组）",
  table: "profit_group_list",
  display: "groupText",
  list: sorted,
  fields: {
    ...profitThisMonth,
    rowGroupId: field.text("小组编号", { ...unshown }),
    groupText: field.text("小组", { computed: true, column: { width: 130, fixed: "left" } }),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitAsks,
    ...profitFigures({ rows: { document: "profit_msku", by: { groupId: "rowGroupId" } } }, profitThen),
  },
  screens: { list: "/cockpit/profit/group", tabs: profitTabs, titles: { list: "小组利润" } },
});

/** The same by month, the last thirteen unless others are asked for. */
export const profitMonth = defineDocument({
  ...profitList,
  name: "profit_month",
  label: "利润（月份）",
  table: "profit_month_list",
  display: "month",
  list: { overview: true, from: profitFrom, sort: [{ by: "month", desc: true }, { by: "id" }] },
  fields: {
    ...profitPeriod("不填则为最近13个月"),
    month: field.text("月份", { computed: true, column: { width: 100, fixed: "left", sortable: true } }),
    storeId: profitStoreFilter,
    groupId: profitGroupFilter,
    ...profitAsks,
    ...profitFigures({ rows: { document: "profit_store", by: {} } }, profitThen),
  },
  screens: { list: "/cockpit/profit/month", tabs: profitTabs, titles: { list: "月度利润" } },
});
