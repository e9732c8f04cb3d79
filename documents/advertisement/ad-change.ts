import { defineDocument, field, labelled, onePage, ownStatus, reason, voidAction } from "../kit";
import { adStates } from "./ad-portfolio";

/** What is changed in an advertising account (figures.md D.7). */
export const adChangeKinds = labelled({
  bid: "竞价",
  budget: "预算",
  state: "启停",
  negative: "否定",
  create: "新增投放",
});

export const adResults = {
  waiting: { label: "待发送", tone: "grey" },
  ok: { label: "成功", tone: "green" },
  skipped: { label: "跳过", tone: "orange" },
  failed: { label: "失败", tone: "red" },
  unknown: { label: "未知", tone: "red" },
} as const;

const counted = (label: string) => field.int(label, { computed: true, column: { width: 70, phone: false } });
const money = (label: string, help: string) =>
  field.money(label, { currency: "currency", computed: true, later: true, help, hiddenIn: ["add", "edit"] });
const state = (label: string) => field.enum(label, { computed: true, options: adStates, whenFilled: true });
const value = (label: string) =>
  field.money(label, { currency: "currency", computed: true, later: true, whenFilled: true });

/** 广告操作 (figures.md D.7): changes in the advertising account of one store, with a result for each. */
export const adChange = defineDocument({
  name: "ad_change",
  label: "广告操作",
  module: "advertisement",
  permission: "ads_change",
  menu: {
    group: "advertisement",
    icon: "sliders",
    sort: 16,
    words: { edit: false, del: false, submit: false, print: false },
  },
  permissions: { edit: "add" },
  number: "AO",
  scopeBy: { store: "storeId", user: "createBy" },
  keyword: ["no", "cause"],
  start: {
    copy: false,
    sourced: true,
    prefill: {
      bidOf: "ad_keyword",
      wordStateOf: "ad_keyword",
      budgetOf: "ad_campaign",
      stateOf: "ad_campaign",
      negateOf: "ad_term",
      createOf: "ad_term",
    },
  },
  can: { del: false },
  list: { tabs: true },
  formColumns: 3,
  status: ownStatus(
    {
      draft: { label: "待确认", tone: "orange" },
      auditing: { label: "待审批", tone: "orange" },
      sending: { label: "发送中", tone: "blue" },
      done: { label: "已完成", tone: "green" },
      part: { label: "部分成功", tone: "orange" },
      failed: { label: "失败", tone: "red" },
      void: { label: "已作废", tone: "grey" },
    },
    { initial: "draft", editable: ["draft"], path: ["draft", "sending", "done"], locked: "已确认发送，不能修改" },
  ),
  glance: {
    figures: [{ field: "lineCount" }, { field: "budgetBefore" }, { field: "budgetAfter" }, { field: "effectDay" }],
    brief: { qty: "lineCount" },
    queues: [
      {
        label: "广告操作待审批",
        where: { status: "auditing" },
        about: "over",
        permission: "approve",
        opens: "approve",
      },
      {
        label: "规则的广告操作待确认",
        where: { status: "draft", origin: "rule,daypart,pacing" },
        about: "cause",
        permission: "add",
        opens: "confirm",
      },
      { label: "广告操作未全部成功", where: { status: "part,failed" }, about: "cause", permission: "add", late: true },
    ],
  },
  fields: {
    storeId: field.ref("店铺", { to: "store", computed: true, column: { width: 140 }, filter: "in" }),
    kind: field.enum("操作", {
      required: true,
      options: adChangeKinds,
      help: "广告活动：预算、启停；投放：竞价、启停；搜索词：否定、新增投放",
      column: { width: 90 },
      filter: "in",
    }),
    origin: field.enum("来源", {
      computed: true,
      options: labelled({ hand: "手工", rule: "规则", daypart: "分时", pacing: "节奏", undo: "撤销" }),
      column: { width: 70, phone: false },
      filter: "in",
    }),
    way: field.enum("方式", {
      options: labelled({ up: "提高（%）", down: "降低（%）", to: "改为" }),
      when: ["kind", "bid", "budget", "create"],
      help: "对每一行；新增投放以该词的CPC为基础。行中“单独改为”优先",
    }),
    amount: field.decimal("数值", {
      scale: 2,
      min: 0.01,
      max: 1_000_000,
      when: ["kind", "bid", "budget", "create"],
      help: "百分比或金额（店铺币种）",
    }),
    toState: field.enum("改为", {
      options: { ENABLED: adStates.ENABLED, PAUSED: adStates.PAUSED },
      when: ["kind", "state"],
    }),
    match: field.enum("否定方式", {
      default: "NEGATIVE_EXACT",
      options: labelled({ NEGATIVE_EXACT: "否定精准", NEGATIVE_PHRASE: "否定词组" }),
      when: ["kind", "negative"],
    }),
    cause: field.text("原因", { max: 200, wide: true, column: { minWidth: 160 }, filter: "like" }),
    lineCount: counted("行数"),
    okCount: counted("成功"),
    skipCount: counted("跳过"),
    failCount: field.int("失败", { computed: true, column: { width: 70 } }),
    budgetBefore: money("原日预算合计", "所选广告活动"),
    budgetAfter: money("新日预算合计", "所选广告活动"),
    effectDay: field.money("每日花费变化", {
      currency: "currency",
      computed: true,
      later: true,
      hiddenIn: ["add", "edit"],
      column: { width: 120, phone: false },
      help: "估计：按最近14天的日均花费，竞价按比例，暂停为减去全部；恢复投放的无法估计",
    }),
    over: field.text("须审批", {
      computed: true,
      max: 400,
      hiddenIn: ["add", "edit"],
      wide: true,
      column: { hide: true, phone: false },
    }),
    sentTime: field.datetime("发送时间", { computed: true, hiddenIn: ["add", "edit"], column: { hide: true } }),
    ruleId: field.ref("规则", { to: "ad_rule", computed: true, hiddenIn: ["add", "edit"], filter: "in", linked: true }),
    daypartId: field.ref("分时投放", {
      to: "ad_daypart",
      computed: true,
      hiddenIn: ["add", "edit"],
      filter: "in",
      linked: true,
    }),
    pacingId: field.ref("预算节奏", {
      to: "ad_pacing",
      computed: true,
      hiddenIn: ["add", "edit"],
      filter: "in",
      linked: true,
    }),
    periodFrom: field.datetime("时段自", { computed: true, hiddenIn: ["add", "edit"] }),
    undoneId: field.ref("撤销的操作", { to: "ad_change", computed: true, hiddenIn: ["add", "edit"] }),
    currency: field.dict("币种", { type: "currency", computed: true }),
  },
  lines: {
    items: {
      label: "调整明细",
      table: "ad_change_line",
      required: "请至少保留一行",
      max: 1000,
      sourced: true,
      foundBy: ["campaignId", "answerTime"],
      fields: {
        words: field.text("对象", { computed: true, max: 500, wide: true }),
        campaignId: field.ref("广告活动", { to: "ad_campaign", required: true }),
        keywordId: field.ref("投放", { to: "ad_keyword", hidden: true }),
        termId: field.ref("搜索词", { to: "ad_term", hidden: true }),
        negativeId: field.text("否定词编号", { computed: true, max: 20, hidden: true }),
        oldValue: value("原值"),
        baseValue: value("节奏前"),
        ownValue: field.money("单独改为", { currency: "currency", min: 0.01, hiddenIn: ["view"] }),
        newValue: value("新值"),
        oldState: state("原状态"),
        newState: state("新状态"),
        spendDay: value("日均花费"),
        result: field.enum("结果", { computed: true, options: adResults, default: "waiting" }),
        message: field.text("说明", { computed: true, max: 300, whenFilled: true }),
        platformId: field.text("平台编号", { computed: true, max: 30, hidden: true }),
        answerTime: field.datetime("答复时间", { computed: true, hidden: true }),
      },
    },
  },
  actions: {
    confirm: {
      label: "确认发送",
      next: true,
      permission: "add",
      from: ["draft"],
      to: "sending",
      repeats: ["lineCount", "budgetBefore", "budgetAfter", "effectDay"],
      confirm: "确认后立即发往广告平台。平台上已被改动的行会跳过，不会覆盖。",
      batch: true,
    },
    ask: {
      label: "提交审批",
      permission: "add",
      from: ["draft"],
      to: "auditing",
      confirm: "超过限额的调整由有广告审批权限的人批准后发送。",
    },
    approve: {
      label: "批准发送",
      next: true,
      from: ["auditing"],
      to: "sending",
      repeats: ["over", "lineCount", "budgetBefore", "budgetAfter", "effectDay"],
      confirm: "批准后立即发往广告平台。",
      batch: true,
    },
    back: {
      label: "退回",
      permission: "approve",
      from: ["auditing"],
      to: "draft",
      input: reason("退回原因", "请填写退回原因"),
    },
    resend: {
      label: "重新发送",
      permission: "add",
      from: ["part", "failed"],
      to: "sending",
      confirm: "把失败和未知的行再发一次；平台上已经是新值的算成功。",
    },
    revert: {
      label: "撤销改动",
      permission: "add",
      from: ["done", "part"],
      makes: "ad_change",
      confirm: "生成一张把成功的行改回原值的广告操作，确认后发送；之后又被改过的行不在其中。",
    },
    void: voidAction(["draft", "auditing"]),
  },
  screens: {
    list: "/advertisement/adChange/index",
    ...onePage("/advertisement/adChange/detail"),
    titles: { list: "广告操作", create: "新建广告操作", edit: "编辑广告操作", detail: "广告操作详情" },
  },
});
