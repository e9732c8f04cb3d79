import { defineDocument, field } from "../kit";

/** 部门 (market.md §10): a tree; a division is a department at the root. */
export const dept = defineDocument({
  name: "dept",
  label: "部门",
  module: "admin",
  table: "sys_dept",
  permission: "sys_dept",
  menu: { group: "admin", icon: "flow", sort: 30, label: "部门管理" },
  display: "name",
  tree: { parent: "parentId", root: "0" },
  list: { sort: [{ by: "sortOrder" }, { by: "id" }] },
  can: { export: false, undelete: false },
  formColumns: 1,
  calls: { lineage: { fields: { sortOrder: "sort" } } },
  fields: {
    name: field.text("部门名称", {
      required: true,
      max: 32,
      unique: "同级部门名称已存在",
      column: { width: 280 },
      filter: "like",
    }),
    code: field.text("编码", {
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "部门编码已存在",
      help: "导入时按它认部门",
      column: { width: 120 },
    }),
    parentId: field.ref("上级部门", { to: "dept", tree: true, default: "0", help: "不选则为顶级部门" }),
    divisionId: field.ref("事业部", {
      to: "dept",
      tree: true,
      column: true,
      help: "不选则随上级部门；事业部本身选自己",
    }),
    leaderId: field.ref("负责人", { to: "user", help: "负责人必须属于本部门", column: true }),
    sortOrder: field.int("排序", { min: 0, max: 9999, default: 1, column: true }),
    userCount: field.int("人数", { computed: true, virtual: true, column: true }),
  },
  screens: { list: "/admin/dept/index" },
});
