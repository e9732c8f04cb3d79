import { defineDocument, field } from "../kit";
import { adStates } from "./ad-portfolio";

const count = (label: string) => field.int(label, { computed: true, column: { sortable: true, summary: "sum" } });
const amount = (label: string) =>
  field.money(label, { computed: true, currency: "currency", column: { sortable: true, summary: "currency" } });

/** Of fewer clicks nobody can tell whether a keyword sells. */
const ENOUGH_CLICKS = 10;
/** In force, and nobody who came by it has bought. */
const unsold = { state: "ENABLED", result: "none" };

/** 关键词 (market.md 6.1): what each cost and brought in the last 14 days that there are figures of. */
export const adKeyword = defineDocument({
  name: "ad_keyword",
  label: "关键词",
  module: "advertisement",
  table: "ad_keyword_list",
  permission: "ads_report",
  display: "keywordText",
  many: true,
  scopeBy: { dept: "deptId", group: "groupId" },
  keyword: ["keywordText", "campaignName"],
  list: { sort: [{ by: "clicks", desc: true }, { by: "id" }] },
  can: { add: false, edit: false, del: false },
  glance: {
    brief: { amount: "spend" },
    queues: [
      {
        label: "无转化关键词",
        where: { ...unsold, clicksFrom: String(ENOUGH_CLICKS) },
        about: "campaignName",
        most: "clicks",
        permission: "ads_targetportfolio_add",
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
    result: field.enum("转化", {
      computed: true,
      options: { none: { label: "无转化", tone: "red" }, some: { label: "有转化", tone: "green" } },
      column: { width: 90, tooltip: "最近14天有数据的日期内" },
      filter: "in",
    }),
    clicks: field.int("点击", {
      computed: true,
      section: "最近14天",
      column: { sortable: true, summary: "sum", phone: "fact" },
      filter: "range",
    }),
    spend: amount("花费"),
    conversions: count("转化数"),
    sales: amount("销售额"),
    acos: field.percent("ACOS", { unit: "%", computed: true, later: true, column: { sortable: true } }),
    impressions: count("曝光"),
    bid: field.money("竞价", { computed: true, currency: "currency", section: "归属", column: { sortable: true } }),
    state: field.enum("状态", {
      computed: true,
      options: adStates,
      column: { tooltip: "广告活动已暂停或归档的，关键词也算" },
      filter: "in",
    }),
    campaignName: field.text("广告活动", { computed: true, column: { minWidth: 160, phone: "fact" } }),
    portfolioId: field.ref("广告组合", { to: "ad_portfolio", computed: true, filter: "in" }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 140 }, filter: "in" }),
    groupId: field.ref("小组", { to: "group", computed: true, column: { width: 90 }, filter: "in" }),
    deptId: field.ref("部门", { to: "dept", tree: true, computed: true }),
    currency: field.dict("币种", { type: "currency", computed: true }),
    createTime: field.datetime("数据截至", { computed: true }),
  },
  screens: {
    list: "/advertisement/keyword/index",
    tabs: ["target_portfolio", "ad_portfolio", "ad_keyword"],
    titles: { list: "关键词" },
  },
});
