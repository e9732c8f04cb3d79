import { defineDocument, field } from "../kit";

/** 物流渠道 (market.md 0.6): how a package leaves a warehouse, and what it may weigh and be worth. */
export const logisticsChannel = defineDocument({
  name: "logistics_channel",
  label: "物流渠道",
  module: "base",
  api: "/basesetup/channel",
  permission: "base_channel",
  menu: { group: "base", icon: "truck", sort: 40, label: "物流渠道" },
  display: "name",
  derived: true,
  keyword: ["code", "name"],
  lookup: { finds: ["name", "code"], facts: { name: "code", words: ["carrierCode"] } },
  list: { sort: [{ by: "id" }] },
  can: { export: false },
  formColumns: 2,
  fields: {
    code: field.text("编码", {
      required: true,
      unique: "渠道编码已存在",
      readonlyIn: ["edit"],
      pattern: [/^[A-Z0-9-]{2,30}$/, "编码为2到30位大写字母、数字或横线"],
      column: { fixed: "left", sortable: true },
    }),
    name: field.text("名称", {
      required: true,
      max: 50,
      unique: "渠道名称已存在",
      column: { width: 170 },
      filter: "like",
    }),
    carrierCode: field.text("承运商", {
      required: true,
      max: 30,
      placeholder: "如 USPS",
      pattern: [/^[A-Z0-9_-]{2,30}$/, "承运商为2到30位大写字母、数字、横线或下划线"],
      column: { width: 110 },
      filter: "like",
    }),
    warehouseIds: field.refs("发货仓库", {
      to: "warehouse",
      wide: true,
      help: "不选则所有仓库可用",
      column: { minWidth: 180 },
    }),
    countries: field.texts("可达国家", { help: "每行一个国家代码，如 US；不填则不限", column: { width: 140 } }),
    maxWeightKg: field.decimal("最大重量", { unit: "kg", scale: 3, min: 0, inline: true, column: true }),
    maxDeclaredUsd: field.money("申报上限", { unit: "USD", min: 0, inline: true, column: true }),
    freightTemplateId: field.ref("运费模板", {
      to: "freight_template",
      help: "估算运费，并比较渠道的价格",
      column: { width: 180, hide: true },
    }),
    connectorId: field.ref("对接承运商", {
      to: "connector",
      only: { kind: ["carrier"] },
      help: "自营仓发货时由此取运单和面单；不选则手工登记运单",
    }),
    enabled: field.bool("启用", { default: true, column: { fixed: "right", align: "center" } }),
  },
  screens: { list: "/baseSetup/channel/index", titles: { list: "物流渠道" } },
});
