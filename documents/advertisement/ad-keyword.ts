import { defineDocument, field, unshown } from "../kit";
import { adFigures, adOwner, adResult, adTabs, adToldTime } from "./ad-figures";
import { adStates } from "./ad-portfolio";

/** Of fewer clicks nobody can tell whether a keyword sells. */
const ENOUGH_CLICKS = 10;
/** In force, and nobody who came by it has bought. */
const unsold = { state: "ENABLED", result: "none" };

/** 投放词 (market.md 6.1, figures.md D.7): what is bid on each, and what it cost and brought of late. */
export const adKeyword = defineDocument({
  name: "ad_keyword",
  label: "关键词",
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
        label: "无转化关键词",
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
        label: "关键词有点击无转化",
        where: unsold,
        measure: { field: "clicks" },
        unit: "次点击",
        threshold: ENOUGH_CLICKS,
      },
    ],
  },
  fields: {
    keywordText: field.text("关键词", { computed: true, column: { fixed: "left", minWidth: 180 } }),
    matchType: field.enum("匹配类型", {
      computed: true,
      options: { EXACT: { label: "精准" }, PHRASE: { label: "词组" }, BROAD: { label: "广泛" } },
      column: { width: 96 },
      filter: "in",
    }),
    bid: field.money("竞价", {
      computed: true,
      later: true,
      currency: "currency",
      column: { width: 84, sortable: true },
    }),
    result: adResult,
    ...adFigures,
    state: field.enum("状态", {
      computed: true,
      options: adStates,
      column: { tooltip: "广告活动已暂停或归档的，关键词也算" },
      filter: "in",
    }),
    campaignId: field.ref("广告活动", {
      to: "ad_campaign",
      computed: true,
      column: { minWidth: 160, phone: "fact" },
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
  screens: { list: "/advertisement/keyword/index", tabs: adTabs, titles: { list: "投放词" } },
});
