import { defineDocument, field, labelled, unshown } from "../kit";
import { adFigures, adOwner, adResult, adTabs, adToldTime } from "./ad-figures";
import { adStates } from "./ad-portfolio";

/** Of fewer clicks nobody can tell whether it sells. */
const ENOUGH_CLICKS = 10;
/** In force, and nobody who came by it has bought. */
const unsold = { state: "ENABLED", result: "none" };

/** What an account bids on. */
const adTargetKinds = labelled({ keyword: "关键词", auto: "自动", product: "商品", category: "品类", other: "其他" });

/** How what people look for or at is matched: words first, then the clauses of targets. */
export const adMatches = labelled({
  EXACT: "精准",
  PHRASE: "词组",
  BROAD: "广泛",
  QUERY_HIGH_REL_MATCHES: "紧密匹配",
  QUERY_BROAD_REL_MATCHES: "宽泛匹配",
  ASIN_SUBSTITUTE_RELATED: "同类商品",
  ASIN_ACCESSORY_RELATED: "关联商品",
  ASIN_SAME_AS: "指定商品",
  ASIN_EXPANDED_FROM: "扩展商品",
  ASIN_CATEGORY_SAME_AS: "品类",
  ASIN_BRAND_SAME_AS: "品牌",
  OTHER: "其他",
});

/** 投放 (market.md 6.1, figures.md D.7): keywords and targets, what is bid on each, and what it cost and brought of late. */
export const adKeyword = defineDocument({
  name: "ad_keyword",
  label: "投放",
  module: "advertisement",
  table: "ad_keyword_list",
  permission: "ads_campaign",
  display: "keywordText",
  many: true,
  scopeBy: { dept: "deptId", group: "groupId" },
  keyword: ["keywordText", "campaignId"],
  list: { sort: [{ by: "clicks", desc: true }, { by: "id" }] },
  can: { add: false, edit: false, del: false },
  glance: {
    brief: { amount: "spend" },
    queues: [
      {
        label: "无转化投放",
        where: { ...unsold, clicksFrom: String(ENOUGH_CLICKS) },
        about: "campaignId",
        most: "clicks",
        permission: "ads_change_add",
        opens: "bid",
      },
    ],
    alerts: [
      {
        name: "unsold",
        label: "投放有点击无转化",
        where: unsold,
        measure: { field: "clicks" },
        unit: "次点击",
        threshold: ENOUGH_CLICKS,
      },
    ],
  },
  fields: {
    keywordText: field.text("投放对象", { computed: true, column: { fixed: "left", minWidth: 180 } }),
    targetKind: field.enum("投放类型", {
      computed: true,
      options: adTargetKinds,
      column: { hide: true, phone: false },
      filter: "in",
    }),
    matchType: field.enum("匹配方式", { computed: true, options: adMatches, column: { width: 96 }, filter: "in" }),
    // Clauses of automatic campaigns have the same words everywhere.
    campaignId: field.ref("广告活动", {
      to: "ad_campaign",
      computed: true,
      column: { minWidth: 160, phone: "fact" },
      filter: "in",
    }),
    bid: field.money("竞价", {
      computed: true,
      later: true,
      currency: "currency",
      column: { width: 84, sortable: true, tooltip: "没有单独竞价的按广告组的默认竞价" },
    }),
    result: adResult,
    ...adFigures,
    state: field.enum("状态", {
      computed: true,
      options: adStates,
      column: { tooltip: "广告活动已暂停或归档的，其中的投放也算" },
      filter: "in",
    }),
    adProduct: field.text("广告类型", { ...unshown }),
    ...adOwner,
    toldTime: adToldTime,
  },
  actions: {
    bid: {
      label: "调竞价",
      next: true,
      permission: "ads_change_add",
      notFor: ["adProduct", "SB", "SD"],
      batch: true,
      opens: { document: "ad_change", param: "bidOf" },
    },
    state: {
      label: "启停",
      permission: "ads_change_add",
      notFor: ["adProduct", "SB", "SD"],
      batch: true,
      opens: { document: "ad_change", param: "wordStateOf" },
    },
  },
  screens: { list: "/advertisement/keyword/index", tabs: adTabs, titles: { list: "投放" } },
});
