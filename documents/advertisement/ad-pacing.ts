import { defineDocument, field, onePage, ownStatus } from "../kit";
import { lastTurn } from "./ad-daypart";

/** 预算节奏 (figures.md D.7): shares of a day's budget that campaigns may have spent by the hours of their store. */
export const adPacing = defineDocument({
  name: "ad_pacing",
  label: "预算节奏",
  module: "advertisement",
  permission: "ads_adrule",
  number: "AP",
  scopeBy: { store: "storeId", user: "createBy" },
  keyword: ["no", "ruleName"],
  list: { tabs: true },
  formColumns: 3,
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      enabled: { label: "已启用", tone: "green" },
      disabled: { label: "已停用", tone: "grey" },
    },
    {
      initial: "draft",
      editable: ["draft", "disabled"],
      path: ["draft", "enabled"],
      locked: "预算节奏已启用，请先停用再修改",
    },
  ),
  glance: { figures: [{ field: "nowPercent" }, { field: "lastTime" }] },
  fields: {
    ruleName: field.text("名称", { required: true, max: 60, column: { minWidth: 180, fixed: "left" } }),
    storeId: field.ref("店铺", { to: "store", required: true, column: { width: 140 }, filter: "in" }),
    campaignLike: field.text("活动名称包含", {
      max: 60,
      help: "不填为店铺的所有SP活动",
      column: { width: 140, phone: false },
    }),
    plan: field.text("节奏", {
      computed: true,
      max: 300,
      hiddenIn: ["add", "edit", "view"],
      column: { minWidth: 240, phone: false },
    }),
    nowPercent: field.int("现在可用", {
      computed: true,
      later: true,
      unit: "%",
      hiddenIn: ["add", "edit"],
      column: { width: 100, tooltip: "到下一段之前可以花到日预算的百分之几" },
    }),
    ...lastTurn,
  },
  lines: {
    steps: {
      label: "各时段可用的日预算（店铺当地时间）",
      table: "ad_pacing_step",
      required: "请至少填写两段",
      max: 24,
      fields: {
        fromHour: field.int("几点起", { required: true, min: 0, max: 23 }),
        percent: field.int("到下一段前可花日预算的百分比", { required: true, min: 1, max: 100, unit: "%" }),
      },
    },
  },
  actions: {
    enable: {
      label: "启用",
      next: true,
      permission: "approve",
      from: ["draft", "disabled"],
      to: "enabled",
      confirm:
        "每个整点后几分钟内，把店铺中名称符合的、正在投放的SP活动的日预算改为这一段可用的部分，到100%的一段恢复全部；不再逐次确认。",
    },
    disable: {
      label: "停用",
      permission: "run",
      from: ["enabled"],
      to: "disabled",
      confirm: "日预算仍是由它设的广告活动恢复原来的日预算；还在发送的，完成后一小时内恢复。",
    },
  },
  related: { changes: { label: "广告操作", document: "ad_change", by: { pacingId: "id" } } },
  screens: {
    list: "/advertisement/adPacing/index",
    ...onePage("/advertisement/adPacing/detail"),
    tabs: ["ad_rule", "ad_rule_run", "ad_daypart", "ad_pacing"],
    titles: { list: "预算节奏", create: "新建预算节奏", edit: "编辑预算节奏", detail: "预算节奏详情" },
  },
});
