import { defineDocument, field } from "../kit";

/** 操作日志 (pig-contract.md "Log"): written by the backend for every write, only read here. */
export const log = defineDocument({
  name: "log",
  label: "日志",
  module: "admin",
  table: "sys_log",
  permission: "sys_log",
  menu: { group: "admin", icon: "history", sort: 90, label: "日志管理" },
  display: "title",
  handwritten: true,
  can: { add: false, edit: false, del: false },
  formColumns: 1,
  lineage: { id: "id", unread: true },
  fields: {
    title: field.text({ label: "操作", column: { width: 170 }, filter: "like" }),
    type: field.enum({
      label: "类型",
      options: { "0": { label: "正常", tone: "green" }, "9": { label: "异常", tone: "red" } },
      column: { width: 80 },
      filter: "in",
    }),
    createBy: field.text({ label: "操作人", column: { width: 120 }, filter: "like" }),
    createTime: field.datetime({
      label: "时间",
      column: { width: 170, sortable: true },
      filter: "range",
    }),
    remoteAddr: field.text({ label: "来源地址", column: { width: 130 }, filter: "prefix" }),
    method: field.text({ label: "方法", column: { width: 80 } }),
    requestUri: field.text({ label: "请求地址", column: { width: 240 } }),
    time: field.int({ label: "耗时", unit: "ms", column: { width: 90, sortable: true } }),
    serviceId: field.text({ label: "服务", column: { width: 100, hide: true } }),
    userAgent: field.text({ label: "浏览器", column: { width: 240, hide: true } }),
    params: field.longtext({ label: "参数", wide: true }),
    exception: field.longtext({ label: "异常", wide: true }),
  },
  screens: { list: "/admin/log/index" },
});
