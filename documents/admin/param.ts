import { defineDocument, field } from "../kit";

/** 系统参数 (supply.md B.11): the keys are the program's, their values the company's. */
export const param = defineDocument({
  name: "param",
  label: "系统参数",
  module: "admin",
  table: "sys_param",
  permission: "sys_param",
  menu: { group: "admin", icon: "sliders", sort: 60 },
  display: "name",
  keyword: ["paramKey", "name"],
  list: { sort: [{ by: "id" }] },
  can: { add: false, del: false, export: false },
  formColumns: 1,
  calls: {
    lineage: {
      id: "publicId",
      permission: "sys_syspublicparam",
      fields: { name: "publicName", paramKey: "publicKey", value: "publicValue" },
    },
  },
  fields: {
    name: field.text("参数名称", { computed: true, column: { width: 240, fixed: "left" }, filter: "like" }),
    paramKey: field.text("参数键", { computed: true, column: { width: 250, sortable: true }, filter: "like" }),
    value: field.text("参数值", { max: 200, help: "开关填写 true 或 false，日期填写 yyyy-MM-dd", column: true }),
    unit: field.text("单位", { computed: true, column: { width: 80 } }),
    valueType: field.enum("类型", {
      computed: true,
      options: { text: { label: "文本" }, number: { label: "数字" }, bool: { label: "开关" }, date: { label: "日期" } },
      column: true,
      filter: "in",
    }),
    remark: field.longtext("说明", { computed: true, column: { width: 320 } }),
    updateBy: field.ref("更新人", { to: "user", computed: true, column: true }),
    updateTime: field.datetime("更新时间", { computed: true, column: { sortable: true } }),
  },
  screens: { list: "/admin/param/index", titles: { list: "参数设置" } },
});
