import { defineDocument, field, pagesAt } from "../kit";

/** 字典 with its items (market.md §10). */
export const dict = defineDocument({
  name: "dict",
  label: "字典",
  module: "admin",
  can: { undelete: false },
  table: "sys_dict",
  permission: "sys_dict",
  menu: { group: "admin", icon: "book", sort: 50, label: "字典管理" },
  display: "description",
  keyword: ["dictType", "description"],
  list: { sort: [{ by: "dictType" }] },
  formColumns: 2,
  calls: {
    lineage: {
      id: "id",
      fields: { dictType: "type", systemFlag: "system" },
      items: {
        lines: "items",
        path: "/admin/dict/item",
        head: "dictId",
        fields: { sortOrder: "sort", dictType: "type" },
      },
    },
  },
  fields: {
    dictType: field.text("字典类型", {
      required: true,
      max: 64,
      pattern: [/^[a-z][a-z0-9_]*$/, "字典类型由小写字母、数字和下划线组成，以字母开头"],
      unique: "字典类型已存在",
      readonlyIn: ["edit"],
      column: { width: 200, fixed: "left", sortable: true },
      filter: "like",
    }),
    description: field.text("描述", { required: true, max: 100, column: { width: 220 }, filter: "like" }),
    systemFlag: field.enum("系统内置", {
      options: { "0": { label: "否", tone: "grey" }, "1": { label: "是", tone: "blue" } },
      default: "0",
      computed: true,
      column: true,
      filter: "in",
    }),
    itemCount: field.int("字典项数", { computed: true, virtual: true, column: { width: 100 } }),
    remarks: field.longtext("备注", { max: 500, wide: true, column: { width: 240 } }),
  },
  lines: {
    items: {
      label: "字典项",
      table: "sys_dict_item",
      carry: ["dictType"],
      fields: {
        value: field.text("值", { required: true, max: 100 }),
        label: field.text("标签", { required: true, max: 100 }),
        sortOrder: field.int("排序", { min: 0, max: 9999, default: 1 }),
        listClass: field.enum("颜色", {
          options: {
            grey: { label: "灰", tone: "grey" },
            orange: { label: "橙", tone: "orange" },
            blue: { label: "蓝", tone: "blue" },
            green: { label: "绿", tone: "green" },
            red: { label: "红", tone: "red" },
          },
        }),
        parentValue: field.text("上级值", { max: 100 }),
        disabled: field.bool("停用"),
      },
    },
  },
  screens: { list: "/admin/dict/index", ...pagesAt("/admin/dict", "/{id}") },
});
