import { defineDocument, field, onePage } from "../kit";
import { byClock, clockFields, clockStatus, lastTurn } from "./ad-daypart";
import { adRuleTabs } from "./ad-rule";

/** 预算节奏 (figures.md D.7): shares of a day's budget that campaigns may have spent by the hours of their store. */
export const adPacing = defineDocument({
  ...byClock,
  name: "ad_pacing",
  label: "预算节奏",
  number: "AP",
  status: clockStatus("预算节奏"),
  glance: { figures: [{ field: "nowPercent" }, { field: "lastTime" }] },
  fields: {
    ...clockFields,
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
    tabs: adRuleTabs,
    titles: { list: "预算节奏", create: "新建预算节奏", edit: "编辑预算节奏", detail: "预算节奏详情" },
  },
});
