import { defineDocument, field, labelled, onePage, ownStatus } from "../kit";
import { adRuleTabs } from "./ad-rule";

/** Days of a week, as the platform's store has them. */
export const weekdays = labelled({
  mon: "周一",
  tue: "周二",
  wed: "周三",
  thu: "周四",
  fri: "周五",
  sat: "周六",
  sun: "周日",
});

/** What acts on campaigns of a store by its clock. */
export const byClock = {
  module: "advertisement",
  permission: "ads_adrule",
  scopeBy: { store: "storeId", user: "createBy" },
  keyword: ["no", "ruleName"],
  list: { tabs: true },
  formColumns: 3,
} as const;
export const clockStatus = (label: string) =>
  ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      enabled: { label: "已启用", tone: "green" },
      disabled: { label: "已停用", tone: "grey" },
    },
    {
      initial: "draft",
      editable: ["draft", "disabled"],
      path: ["draft", "enabled"],
      locked: `${label}已启用，请先停用再修改`,
    },
  );
export const clockFields = {
  ruleName: field.text("名称", { required: true, max: 60, column: { minWidth: 180, fixed: "left" } }),
  storeId: field.ref("店铺", { to: "store", required: true, column: { width: 140 }, filter: "in" }),
  campaignLike: field.text("活动名称包含", {
    max: 60,
    help: "不填为店铺的所有SP活动",
    column: { width: 140, phone: false },
  }),
};

/** What came of the last turn of what acts by the clock. */
export const lastTurn = {
  lastTime: field.datetime("自何时", {
    computed: true,
    hiddenIn: ["add", "edit"],
    column: { width: 150, phone: false },
  }),
  lastChangeId: field.ref("最近一次操作", {
    to: "ad_change",
    computed: true,
    hiddenIn: ["add", "edit"],
    column: { width: 150, phone: false },
  }),
  message: field.text("未能发送", {
    computed: true,
    max: 300,
    wide: true,
    hiddenIn: ["add", "edit"],
    column: { minWidth: 160, phone: false },
  }),
};

/** 分时投放 (figures.md D.7): hours of the store in which campaigns run; outside of them they are paused. */
export const adDaypart = defineDocument({
  ...byClock,
  name: "ad_daypart",
  label: "分时投放",
  number: "AD",
  status: clockStatus("分时投放"),
  glance: { figures: [{ field: "fromHour" }, { field: "toHour" }, { field: "lastAct" }, { field: "lastTime" }] },
  fields: {
    ...clockFields,
    fromHour: field.int("几点开始投放", {
      required: true,
      min: 0,
      max: 23,
      help: "店铺所在时区，每个整点后几分钟内执行",
      column: { width: 110 },
    }),
    toHour: field.int("几点停止投放", {
      required: true,
      min: 0,
      max: 24,
      help: "早于开始的到第二天；0到24为全天",
      column: { width: 110 },
    }),
    weekdays: field.enums("哪几天", {
      options: weekdays,
      help: "开始投放的那一天；不选为每天",
      column: { hide: true, phone: false },
    }),
    lastAct: field.enum("现在", {
      computed: true,
      options: { paused: { label: "时段外，已暂停", tone: "orange" }, running: { label: "投放中", tone: "green" } },
      hiddenIn: ["add", "edit"],
      column: { width: 130 },
      filter: "in",
    }),
    ...lastTurn,
  },
  actions: {
    enable: {
      label: "启用",
      next: true,
      permission: "approve",
      from: ["draft", "disabled"],
      to: "enabled",
      confirm: "时段外暂停店铺中名称符合的、正在投放的SP活动，到时段再启用由它暂停的；不再逐次确认。",
    },
    disable: {
      label: "停用",
      permission: "run",
      from: ["enabled"],
      to: "disabled",
      confirm: "由它暂停、现在仍暂停的广告活动会重新启用；还在发送的暂停，完成后一小时内启用。",
    },
  },
  related: { changes: { label: "广告操作", document: "ad_change", by: { daypartId: "id" } } },
  screens: {
    list: "/advertisement/adDaypart/index",
    ...onePage("/advertisement/adDaypart/detail"),
    tabs: adRuleTabs,
    titles: { list: "分时投放", create: "新建分时投放", edit: "编辑分时投放", detail: "分时投放详情" },
  },
});
