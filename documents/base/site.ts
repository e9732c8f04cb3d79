import { defineDocument, field } from "../kit";

/** 站点 (market.md 0.6): one marketplace. */
export const site = defineDocument({
  name: "site",
  label: "站点",
  module: "base",
  api: "/basesetup/site",
  menu: { group: "base", icon: "globe", sort: 20 },
  display: "siteCode",
  derived: true,
  list: { sort: [{ by: "id" }] },
  can: { export: false },
  formColumns: 2,
  fields: {
    siteCode: field.text("站点", {
      required: true,
      pattern: [/^[A-Z]{2}$/, "站点为两位大写字母"],
      unique: "站点已存在",
      readonlyIn: ["edit"],
      column: { width: 100, fixed: "left" },
    }),
    siteName: field.text("名称", { required: true, max: 30, column: { width: 120 } }),
    marketplaceId: field.text("市场编号", { max: 30, column: true }),
    regionCode: field.enum("大区", {
      required: true,
      options: { NA: { label: "北美" }, EU: { label: "欧洲" }, JP: { label: "日本" }, AM: { label: "澳洲中东" } },
      column: true,
      filter: "in",
    }),
    currency: field.dict("币种", { type: "currency", required: true, column: true }),
    timezone: field.text("时区", { required: true, max: 50, column: { width: 200 } }),
    vatRate: field.percent("VAT", { unit: "%", min: 0, max: 100, inline: true, column: true }),
  },
  screens: { list: "/baseSetup/site/index" },
});
