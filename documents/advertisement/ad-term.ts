import { defineDocument, field } from "../kit";
import { adFigures, adOwner, adResult, adTabs } from "./ad-figures";
import { adStates } from "./ad-portfolio";

/** 搜索词 (figures.md D.7): what people typed who clicked, what it cost and brought, and whether it is bid on. */
export const adTerm = defineDocument({
  name: "ad_term",
  label: "搜索词",
  module: "advertisement",
  table: "ad_term_list",
  permission: "ads_campaign",
  display: "searchTerm",
  many: true,
  scopeBy: { dept: "deptId", group: "groupId" },
  keyword: ["searchTerm", "campaignId"],
  list: {
    from: "来自SP搜索词报告：在“外部连接”连接广告平台后自动取得，或在“基础设置 → 报告文件”上传",
    sort: [{ by: "spend", desc: true }, { by: "id" }],
  },
  can: { add: false, edit: false, del: false },
  fields: {
    searchTerm: field.text("搜索词", { computed: true, column: { fixed: "left", minWidth: 180 } }),
    taken: field.enum("处理", {
      computed: true,
      options: {
        open: { label: "未处理", tone: "grey" },
        keyword: { label: "已投放", tone: "green" },
        negative: { label: "已否定", tone: "orange" },
      },
      column: { width: 84, tooltip: "已在该活动精准投放，或已在该广告组否定" },
      filter: "in",
    }),
    result: adResult,
    ...adFigures,
    matched: field.text("命中的投放", { computed: true, column: { width: 140, phone: false } }),
    campaignId: field.ref("广告活动", { to: "ad_campaign", computed: true, column: { minWidth: 160 }, filter: "in" }),
    adGroupName: field.text("广告组", { computed: true, column: { hide: true, phone: false } }),
    adGroupId: field.text("广告组编号", { computed: true }),
    state: field.enum("状态", {
      computed: true,
      options: adStates,
      column: { width: 84, tooltip: "广告活动或广告组的状态" },
      filter: "in",
    }),
    ...adOwner,
  },
  actions: {
    negate: {
      label: "否定",
      next: true,
      permission: "ads_change_add",
      batch: true,
      opens: { document: "ad_change", param: "negateOf" },
    },
    promote: {
      label: "加为投放",
      permission: "ads_change_add",
      batch: true,
      opens: { document: "ad_change", param: "createOf" },
    },
  },
  screens: { list: "/advertisement/searchTerm/index", tabs: adTabs, titles: { list: "搜索词" } },
});
