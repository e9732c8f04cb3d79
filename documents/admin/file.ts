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
  handwritten: true,
  can: { add: false, edit: false, export: false },
  formColumns: 1,
  fields: {
    original: field.text({ label: "文件名", column: { width: 260 }, filter: "like" }),
    type: field.text({ label: "类型", column: { width: 100 }, filter: "in" }),
    size: field.int({ label: "大小", unit: "B", column: { width: 110, sortable: true } }),
    bizTypeName: field.text({
      label: "所属单据",
      computed: true,
      virtual: true,
      column: { width: 120 },
    }),
    hash: field.text({ label: "SHA-256", column: { width: 260, hide: true } }),
    createBy: field.ref({ label: "上传人", to: "user", column: { width: 120 } }),
    createTime: field.datetime({
      label: "上传时间",
      column: { width: 170, sortable: true },
      filter: "range",
    }),
  },
  screens: { list: "/admin/file/index" },
});
