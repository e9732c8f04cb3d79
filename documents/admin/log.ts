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
  calls: { handwritten: true, lineage: { id: "id", unread: true } },
  can: { add: false, edit: false, del: false },
  formColumns: 1,
  fields: {
    title: field.text("操作", { column: { width: 170 }, filter: "like" }),
    type: field.enum("类型", {
      options: { "0": { label: "正常", tone: "green" }, "9": { label: "异常", tone: "red" } },
      column: true,
      filter: "in",
    }),
    createBy: field.text("操作人", { column: { width: 120 }, filter: "like" }),
    createTime: field.datetime("时间", { column: { sortable: true }, filter: "range" }),
    remoteAddr: field.text("来源地址", { column: true, filter: "prefix" }),
    method: field.text("方法", { column: { width: 80 } }),
    requestUri: field.text("请求地址", { column: { width: 240 } }),
    time: field.int("耗时", { unit: "ms", column: { sortable: true } }),
    requestId: field.text("请求编号", {
      help: "一个页面的所有操作同一编号，出错的页面上也有",
      column: { width: 150, hide: true },
      filter: "in",
    }),
    serviceId: field.text("服务", { column: { width: 100, hide: true } }),
    userAgent: field.text("浏览器", { column: { width: 240, hide: true } }),
    params: field.longtext("参数", { wide: true }),
    exception: field.longtext("异常", { wide: true }),
  },
  screens: { list: "/admin/log/index" },
});
