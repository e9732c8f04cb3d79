import { field, labelled, unshown } from "../kit";

/** Tabs of what the advertising account has. */
export const adTabs = ["ad_campaign", "ad_keyword", "ad_term"] as const;

const count = (label: string) =>
  field.int(label, { computed: true, later: true, column: { width: 84, sortable: true, summary: "sum" } });
const amount = (label: string) =>
  field.money(label, {
    computed: true,
    later: true,
    currency: "currency",
    column: { width: 110, sortable: true, summary: "currency" },
  });
const percent = (label: string, tooltip: string) =>
  field.percent(label, { unit: "%", computed: true, later: true, column: { width: 84, sortable: true, tooltip } });

/** What something in the account cost and brought within the days that are asked for; unknown where nobody told. */
export const adFigures = {
  clicks: field.int("点击", {
    computed: true,
    later: true,
    section: "最近的花费与成效",
    column: { width: 84, sortable: true, summary: "sum", phone: "fact" },
    filter: "range",
  }),
  spend: amount("花费"),
  conversions: count("转化数"),
  sales: amount("销售额"),
  acos: field.percent("ACOS", {
    unit: "%",
    computed: true,
    later: true,
    column: { width: 84, sortable: true, tooltip: "花费 ÷ 广告销售额" },
    filter: "range",
  }),
  cpc: field.money("CPC", {
    computed: true,
    later: true,
    currency: "currency",
    column: { width: 84, sortable: true, tooltip: "花费 ÷ 点击" },
  }),
  ctr: percent("点击率", "点击 ÷ 曝光"),
  cvr: percent("转化率", "转化数 ÷ 点击"),
  impressions: count("曝光"),
};

export const adResult = field.enum("转化", {
  computed: true,
  options: { none: { label: "无转化", tone: "red" }, some: { label: "有转化", tone: "green" } },
  column: { width: 90, tooltip: "所选期间内；不选为最近14天有数据的日期" },
  filter: "in",
});

/** Whose it is, and for how many days its figures are asked for. */
export const adOwner = {
  portfolioId: field.ref("广告组合", { to: "ad_portfolio", computed: true, filter: "in" }),
  storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 130 }, filter: "in" }),
  groupId: field.ref("小组", { to: "group", computed: true, column: { width: 90 }, filter: "in" }),
  deptId: field.ref("部门", { to: "dept", tree: true, computed: true }),
  currency: field.dict("币种", { type: "currency", computed: true }),
  createTime: field.datetime("数据截至", { computed: true }),
  days: field.enum("期间", {
    ...unshown,
    virtual: true,
    options: labelled({ d7: "最近7天", d14: "最近14天", d30: "最近30天", d60: "最近60天" }),
    filter: "in",
    filterOne: true,
    help: "到最后有数据的一天；不选为14天",
  }),
};

export const adToldTime = field.datetime("账户读取", {
  computed: true,
  column: { hide: true, phone: false, tooltip: "上次从广告账户读到它的时间" },
});
