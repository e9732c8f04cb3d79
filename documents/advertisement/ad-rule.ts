import { defineDocument, field, labelled, onePage, ownStatus } from "../kit";

/** What acts on campaigns by itself. */
export const adRuleTabs = ["ad_rule", "ad_rule_run", "ad_daypart", "ad_pacing"] as const;

/** What a rule looks at of its window (figures.md D.7). */
export const adMetrics = labelled({
  impressions: "曝光",
  clicks: "点击",
  spend: "花费",
  sales: "广告销售额",
  conversions: "转化数",
  acos: "ACOS（%）",
  cpc: "CPC",
  ctr: "点击率（%）",
  cvr: "转化率（%）",
  value: "当前竞价或日预算",
  idleDays: "连续无转化天数",
});

/** What it does to what it hits. */
export const adEffects = labelled({
  bidUp: "竞价提高（%）",
  bidDown: "竞价降低（%）",
  bidTo: "竞价改为",
  bidTarget: "竞价按目标ACOS",
  budgetUp: "日预算提高（%）",
  budgetDown: "日预算降低（%）",
  pause: "暂停",
  negative: "否定精准",
});

/** 自动规则 (figures.md D.7): conditions over a window of days, and what is done where they hold. */
export const adRule = defineDocument({
  name: "ad_rule",
  label: "自动规则",
  module: "advertisement",
  permission: "ads_adrule",
  menu: {
    group: "advertisement",
    icon: "sliders",
    sort: 18,
    words: { run: "运行", submit: false, print: false, void: false },
  },
  number: "AR",
  scopeBy: { store: "storeId", user: "createBy" },
  keyword: ["no", "ruleName"],
  list: { tabs: true, sort: [{ by: "priority" }, { by: "id" }] },
  formColumns: 3,
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      trial: { label: "试运行", tone: "orange" },
      enabled: { label: "已启用", tone: "green" },
      disabled: { label: "已停用", tone: "grey" },
    },
    {
      initial: "draft",
      editable: ["draft", "trial", "disabled"],
      path: ["draft", "trial", "enabled"],
      locked: "规则已启用，请先停用再修改",
    },
  ),
  glance: { figures: [{ field: "lastRun" }, { field: "lastHits" }] },
  fields: {
    ruleName: field.text("规则名称", { required: true, max: 60, column: { minWidth: 180, fixed: "left" } }),
    storeId: field.ref("店铺", { to: "store", required: true, column: { width: 140 }, filter: "in" }),
    entity: field.enum("对象", {
      required: true,
      options: labelled({ campaign: "广告活动", keyword: "投放", term: "搜索词" }),
      column: { width: 90 },
      filter: "in",
    }),
    effect: field.enum("动作", { required: true, options: adEffects, column: { width: 130 }, filter: "in" }),
    amount: field.decimal("数值", {
      scale: 2,
      min: 0.01,
      max: 1_000_000,
      when: ["effect", "bidUp", "bidDown", "bidTo", "budgetUp", "budgetDown"],
      help: "百分比或金额（店铺币种）",
    }),
    targetAcos: field.percent("目标ACOS", {
      unit: "%",
      min: 1,
      max: 200,
      when: ["effect", "bidTarget"],
      help: "竞价＝转化率×每单销售额×目标ACOS",
    }),
    minValue: field.money("最低改到", {
      currency: "currency",
      min: 0.01,
      when: ["effect", "bidDown", "bidTarget", "budgetDown"],
    }),
    maxValue: field.money("最高改到", {
      currency: "currency",
      min: 0.01,
      when: ["effect", "bidUp", "bidTarget", "budgetUp"],
    }),
    windowDays: field.int("看多少天", { default: 14, min: 1, max: 60 }),
    lagDays: field.int("不看最近几天", { default: 3, min: 0, max: 14, help: "最近的转化还会补记，昨天之前再留几天" }),
    mode: field.enum("方式", {
      default: "confirm",
      options: labelled({ confirm: "需确认", auto: "自动" }),
      column: { width: 84 },
      filter: "in",
      help: "需确认：生成待确认的广告操作；自动：直接发送，超过限额的提交审批",
    }),
    campaignLike: field.text("活动名称包含", { max: 60, help: "不填为店铺的所有SP活动" }),
    maxLines: field.int("一次最多调整", { default: 50, min: 1, max: 500, unit: "行" }),
    maxRise: field.money("一次日预算最多增加", { currency: "currency", min: 0.01, when: ["effect", "budgetUp"] }),
    coolDays: field.int("冷却天数", { default: 7, min: 0, max: 60, help: "规则调整过的对象在这些天内不再调整" }),
    priority: field.int("优先级", {
      default: 10,
      min: 1,
      max: 999,
      help: "小的先运行；同一天已被别的规则调整的不再调整",
      column: { width: 80, sortable: true },
    }),
    hour: field.int("每天几点运行", { default: 9, min: 0, max: 23, help: "北京时间" }),
    lastRun: field.datetime("上次运行", {
      computed: true,
      hiddenIn: ["add", "edit"],
      column: { width: 150, sortable: true },
    }),
    lastRunId: field.ref("最近一次运行", {
      to: "ad_rule_run",
      computed: true,
      hiddenIn: ["add", "edit"],
      column: { width: 200, phone: false },
    }),
    lastHits: field.int("上次命中", { computed: true, later: true, hiddenIn: ["add", "edit"], column: { width: 90 } }),
    currency: field.dict("币种", { type: "currency", computed: true }),
  },
  lines: {
    conditions: {
      label: "条件",
      table: "ad_rule_condition",
      required: "请至少填写一个条件",
      max: 20,
      fields: {
        groupNo: field.int("组", { required: true, default: 1, min: 1, max: 9 }),
        metric: field.enum("指标", { required: true, options: adMetrics }),
        compare: field.enum("比较", { required: true, options: labelled({ gte: "≥", lte: "≤" }) }),
        target: field.decimal("数值", { required: true, scale: 2, min: 0, max: 100_000_000 }),
      },
    },
  },
  actions: {
    trial: {
      label: "试运行",
      next: true,
      permission: "run",
      from: ["draft", "disabled"],
      to: "trial",
      confirm: "按现在的数据算一遍，并回算过去30天会怎样；不改动广告。",
    },
    enable: { label: "启用", next: true, permission: "run", from: ["trial"], to: "enabled", confirm: "每天到点运行。" },
    run: {
      label: "立即运行",
      permission: "run",
      from: ["trial", "enabled"],
      confirm: "试运行的只计算；已启用的生成广告操作。",
    },
    disable: { label: "停用", permission: "run", from: ["enabled"], to: "disabled" },
  },
  related: { runs: { label: "运行记录", document: "ad_rule_run", by: { ruleId: "id" } } },
  screens: {
    list: "/advertisement/adRule/index",
    ...onePage("/advertisement/adRule/detail"),
    tabs: adRuleTabs,
    titles: { list: "自动规则", create: "新建自动规则", edit: "编辑自动规则", detail: "自动规则详情" },
  },
});

const counted = (label: string, tooltip?: string) =>
  field.int(label, { computed: true, column: { width: 80, phone: false, ...(tooltip && { tooltip }) } });
const money = (label: string, tooltip: string) =>
  field.money(label, {
    currency: "currency",
    computed: true,
    later: true,
    column: { width: 120, phone: false, tooltip },
  });

/** 规则运行: what a run of a rule looked at, what it hit, and what came of it. */
export const adRuleRun = defineDocument({
  name: "ad_rule_run",
  label: "规则运行",
  module: "advertisement",
  permission: "ads_adrule",
  display: "runNo",
  derived: true,
  many: true,
  scopeBy: { store: "storeId" },
  keyword: ["runNo"],
  list: { sort: [{ by: "id", desc: true }] },
  can: { add: false, edit: false, del: false, export: false },
  fields: {
    runNo: field.text("运行", { computed: true, column: { width: 190, fixed: "left" } }),
    ruleId: field.ref("规则", { to: "ad_rule", computed: true, column: { width: 130 }, filter: "in" }),
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 140 }, filter: "in" }),
    outcome: field.enum("结果", {
      computed: true,
      options: {
        trial: { label: "试运行", tone: "grey" },
        made: { label: "已生成操作", tone: "green" },
        none: { label: "没有命中", tone: "grey" },
        incomplete: { label: "数据不完整", tone: "orange" },
        failed: { label: "失败", tone: "red" },
      },
      column: { width: 100 },
      filter: "in",
    }),
    firstDay: field.date("数据首日", { computed: true, column: { width: 110, phone: false } }),
    lastDay: field.date("数据末日", { computed: true, column: { width: 110, phone: false } }),
    looked: counted("看了"),
    hits: counted("命中"),
    cooling: counted("冷却中"),
    capped: counted("超上限"),
    taken: counted("已被调整", "当天已由别的规则调整"),
    changeId: field.ref("广告操作", { to: "ad_change", computed: true, column: { width: 140 } }),
    pastHits: counted("30天命中", "按过去30天每天的数据回算，会被命中的对象"),
    pastSpend: money("30天花费变化", "命中之后到昨天的实际花费，按动作的比例估计：暂停和否定为减去全部"),
    pastSales: money("30天销售变化", "命中之后到昨天的实际广告销售额，按同样的比例估计"),
    message: field.text("说明", { computed: true, max: 300, column: { minWidth: 160 } }),
    currency: field.dict("币种", { type: "currency", computed: true }),
  },
  lines: {
    results: {
      label: "对象",
      table: "ad_rule_result",
      max: 500,
      fields: {
        words: field.text("对象", { computed: true, max: 500, wide: true }),
        campaignName: field.text("广告活动", { computed: true, max: 300 }),
        verdict: field.enum("判断", {
          computed: true,
          options: {
            hit: { label: "命中", tone: "green" },
            miss: { label: "未命中", tone: "grey" },
            cooling: { label: "冷却中", tone: "orange" },
            capped: { label: "超上限", tone: "orange" },
            taken: { label: "已被调整", tone: "orange" },
            unfit: { label: "不适用", tone: "grey" },
          },
        }),
        why: field.text("原因", { computed: true, max: 200 }),
        oldValue: field.money("原值", { currency: "currency", computed: true, later: true, whenFilled: true }),
        newValue: field.money("新值", { currency: "currency", computed: true, later: true, whenFilled: true }),
        clicks: field.int("点击", { computed: true }),
        spend: field.money("花费", { currency: "currency", computed: true }),
        conversions: field.int("转化数", { computed: true }),
        sales: field.money("销售额", { currency: "currency", computed: true }),
        acos: field.percent("ACOS", { unit: "%", computed: true, later: true }),
      },
    },
  },
  screens: {
    list: "/advertisement/adRuleRun/index",
    detail: "/advertisement/adRuleRun/detail",
    tabs: adRuleTabs,
    titles: { list: "规则运行", detail: "规则运行详情" },
  },
});
