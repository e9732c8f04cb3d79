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
  sort: [{ by: "id" }],
  can: { export: false },
  formColumns: 2,
  fields: {
    storeCode: field.text({
      label: "编码",
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "店铺编码已存在",
      readonlyIn: ["edit"],
      column: { width: 140, fixed: "left" },
    }),
    storeName: field.text({
      label: "店铺",
      required: true,
      max: 50,
      unique: "店铺名称已存在",
      column: { width: 180 },
      filter: "like",
    }),
    platform: field.enum({
      label: "平台",
      required: true,
      default: "amazon",
      options: { amazon: { label: "Amazon" } },
      column: { width: 100 },
    }),
    siteId: field.ref({
      label: "站点",
      to: "site",
      required: true,
      column: { width: 90 },
      filter: "in",
    }),
    sellerId: field.text({ label: "卖家编号", max: 30, column: { width: 150 } }),
    deptId: field.ref({
      label: "部门",
      to: "dept",
      tree: true,
      column: { width: 130 },
      filter: "in",
    }),
    adProfileId: field.text({ label: "广告账号", max: 30 }),
    state: field.enum({
      label: "状态",
      required: true,
      default: "enabled",
      options: {
        enabled: { label: "启用", tone: "green" },
        disabled: { label: "停用", tone: "grey" },
      },
      column: { width: 90 },
      filter: "in",
    }),
  },
  screens: { list: "/baseSetup/store/index" },
});
