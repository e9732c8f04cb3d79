import { defineDocument, field, labelled } from "../kit";
import { adFigures, adOwner, adTabs, adToldTime } from "./ad-figures";
import { adStates } from "./ad-portfolio";

/** 广告活动 (figures.md D.7): what each may spend a day, and what it spent and brought of late. */
export const adCampaign = defineDocument({
  name: "ad_campaign",
  label: "广告活动",
  module: "advertisement",
  table: "ad_campaign_list",
  permission: "ads_campaign",
  menu: { group: "advertisement", icon: "target", sort: 12 },
  display: "campaignName",
  many: true,
  scopeBy: { dept: "deptId", group: "groupId" },
  keyword: ["campaignName"],
  list: {
    from: "来自广告报告和广告账户：在“外部连接”连接广告平台后自动取得，或在“基础设置 → 报告文件”上传",
    sort: [{ by: "spend", desc: true }, { by: "id" }],
  },
  can: { add: false, edit: false, del: false },
  glance: {
    brief: { amount: "spend" },
    alerts: [
      {
        name: "acos",
        label: "广告活动ACOS过高",
        where: { state: "ENABLED" },
        measure: { field: "acos" },
        unit: "%",
        threshold: 40,
      },
    ],
  },
  fields: {
    campaignName: field.text("广告活动", { computed: true, column: { fixed: "left", minWidth: 180 } }),
    adProduct: field.enum("类型", {
      computed: true,
      options: labelled({ SP: "SP", SB: "SB", SD: "SD" }),
      column: { width: 60 },
      filter: "in",
    }),
    state: field.enum("状态", { computed: true, options: adStates, column: { width: 84 }, filter: "in" }),
    dailyBudget: field.money("日预算", {
      computed: true,
      later: true,
      currency: "currency",
      column: { width: 100, sortable: true },
    }),
    budgetUse: field.percent("预算使用", {
      unit: "%",
      computed: true,
      later: true,
      column: { width: 92, sortable: true, tooltip: "期间花费 ÷（日预算 × 期间天数）" },
      filter: "range",
    }),
    ...adFigures,
    targetingType: field.enum("投放方式", {
      computed: true,
      options: labelled({ auto: "自动", manual: "手动" }),
      column: { width: 90 },
      filter: "in",
    }),
    ...adOwner,
    toldTime: adToldTime,
  },
  actions: {
    budget: {
      label: "调预算",
      next: true,
      permission: "ads_change_add",
      notFor: ["adProduct", "SB", "SD"],
      batch: true,
      opens: { document: "ad_change", param: "budgetOf" },
    },
    state: {
      label: "启停",
      permission: "ads_change_add",
      notFor: ["adProduct", "SB", "SD"],
      batch: true,
      opens: { document: "ad_change", param: "stateOf" },
    },
  },
  related: {
    keywords: { label: "投放", document: "ad_keyword", by: { campaignId: "id" } },
    terms: { label: "搜索词", document: "ad_term", by: { campaignId: "id" } },
  },
  screens: { list: "/advertisement/campaign/index", tabs: adTabs, titles: { list: "广告活动" } },
});
