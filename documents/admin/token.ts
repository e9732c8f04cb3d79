import { defineDocument, field } from "../kit";

/** 令牌 (pig-contract.md "Token"): a session that goes on; deleting it signs its owner out there. */
export const token = defineDocument({
  name: "token",
  label: "令牌",
  module: "admin",
  table: "sys_token_family",
  permission: "sys_token",
  menu: { group: "admin", icon: "lock", sort: 94, label: "令牌管理" },
  display: "username",
  calls: {
    handwritten: true,
    lineage: {
      id: "access_token",
      unread: true,
      fields: { userId: "user_id", clientId: "client_id", expireTime: "expires_at" },
    },
  },
  can: { add: false, edit: false, export: false },
  formColumns: 1,
  fields: {
    username: field.text("用户名", { column: true, filter: "like" }),
    userId: field.text("用户编号", { column: { width: 120 } }),
    clientId: field.text("客户端", { column: { width: 120 } }),
    loginType: field.enum("登录方式", {
      options: { password: { label: "密码" }, sms: { label: "短信" }, social: { label: "第三方" } },
      column: true,
    }),
    remoteAddr: field.text("来源地址", { column: true }),
    userAgent: field.text("浏览器", { column: { width: 260, hide: true } }),
    createTime: field.datetime("登录时间", { column: { sortable: true } }),
    expireTime: field.datetime("过期时间", { column: { sortable: true } }),
  },
  screens: { list: "/admin/token/index" },
});
