import { defineDocument, field } from "../kit";

/** 租户 (market.md §10). */
export const tenant = defineDocument({
  name: "tenant",
  label: "租户",
  module: "admin",
  table: "sys_tenant",
  permission: "sys_tenant",
  menu: { group: "admin", icon: "bank", sort: 70, label: "租户管理" },
  display: "name",
  keyword: ["name", "code"],
  list: { sort: [{ by: "id" }] },
  can: { export: false, undelete: false },
  formColumns: 1,
  fields: {
    name: field.text("名称", { required: true, max: 64, column: { width: 220 }, filter: "like" }),
    code: field.text("编码", {
      required: true,
      pattern: [/^[A-Za-z0-9_-]{2,32}$/, "编码为2到32位字母、数字、横线或下划线"],
      unique: "租户编码已存在",
      column: true,
      filter: "like",
    }),
    contact: field.text("联系人", { max: 64, personal: true, column: true }),
    expireDate: field.date("到期", { column: { sortable: true } }),
    menuPackageId: field.enum("套餐", {
      required: true,
      options: { full: { label: "全部功能" }, supply: { label: "供应链" }, trade: { label: "运营" } },
      default: "full",
      help: "决定一级菜单和其下的权限；换回后原有授权恢复",
      column: true,
      filter: "in",
    }),
    state: field.enum("状态", {
      required: true,
      options: { "0": { label: "正常", tone: "green" }, "9": { label: "停用", tone: "red" } },
      default: "0",
      column: true,
      filter: "in",
    }),
  },
  screens: { list: "/admin/tenant/index" },
});
