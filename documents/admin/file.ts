import { defineDocument, field } from "../kit";

/** 文件 (market.md §10): rows appear by upload; equal content shares one stored blob. */
export const file = defineDocument({
  name: "file",
  label: "文件",
  module: "admin",
  table: "sys_file",
  permission: "sys_file",
  menu: { group: "admin", icon: "folder", sort: 100, label: "文件管理" },
  display: "original",
  calls: { handwritten: true },
  can: { add: false, edit: false, export: false },
  formColumns: 1,
  fields: {
    original: field.text("文件名", { column: { width: 260 }, filter: "like" }),
    type: field.text("类型", { column: { width: 100 }, filter: "in" }),
    size: field.int("大小", { unit: "B", column: { width: 110, sortable: true } }),
    bizTypeName: field.text("所属单据", { computed: true, virtual: true, column: { width: 120 } }),
    hash: field.text("SHA-256", { column: { width: 260, hide: true } }),
    createBy: field.ref("上传人", { to: "user", column: true }),
    createTime: field.datetime("上传时间", { column: { sortable: true }, filter: "range" }),
  },
  screens: { list: "/admin/file/index" },
});
