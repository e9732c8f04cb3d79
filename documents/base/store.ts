import { defineDocument, field } from "../kit";

/** 店铺 (market.md 0.6). */
export const store = defineDocument({
  name: "store",
  label: "店铺",
  module: "base",
  api: "/basesetup/store",
  menu: { group: "base", icon: "shop", sort: 30 },
  display: "storeName",
  derived: true,
  keyword: ["storeCode", "storeName"],
  lookup: { finds: ["storeName", "storeCode"] },
  list: { sort: [{ by: "id" }], bulk: ["deptId"] },
  can: { export: false },
  formColumns: 2,
  fields: {
    storeCode: field.text("编码", {
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "店铺编码已存在",
      readonlyIn: ["edit"],
      column: { fixed: "left" },
    }),
    storeName: field.text("店铺", {
      required: true,
      max: 50,
      unique: "店铺名称已存在",
      column: { width: 180 },
      filter: "like",
    }),
    platform: field.enum("平台", {
      required: true,
      default: "amazon",
      options: { amazon: { label: "Amazon" } },
      column: true,
    }),
    siteId: field.ref("站点", { to: "site", required: true, column: { width: 90 }, filter: "in" }),
    sellerId: field.text("卖家编号", { max: 30, column: true }),
    deptId: field.ref("部门", { to: "dept", tree: true, column: true, filter: "in" }),
    adProfileId: field.text("广告账号", { max: 30 }),
    state: field.enum("状态", {
      required: true,
      default: "enabled",
      options: { enabled: { label: "启用", tone: "green" }, disabled: { label: "停用", tone: "grey" } },
      column: true,
      filter: "in",
    }),
  },
  screens: { list: "/baseSetup/store/index" },
});
