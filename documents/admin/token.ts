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
  handwritten: true,
  can: { add: false, edit: false, export: false },
  formColumns: 1,
  lineage: {
    id: "access_token",
    unread: true,
    fields: { userId: "user_id", clientId: "client_id", expireTime: "expires_at" },
  },
  fields: {
    username: field.text({ label: "用户名", column: { width: 140 }, filter: "like" }),
    userId: field.text({ label: "用户编号", column: { width: 120 } }),
    clientId: field.text({ label: "客户端", column: { width: 120 } }),
    loginType: field.enum({
      label: "登录方式",
      options: {
        password: { label: "密码" },
        sms: { label: "短信" },
        social: { label: "第三方" },
      },
      column: { width: 100 },
    }),
    remoteAddr: field.text({ label: "来源地址", column: { width: 140 } }),
    userAgent: field.text({ label: "浏览器", column: { width: 260, hide: true } }),
    createTime: field.datetime({ label: "登录时间", column: { width: 170, sortable: true } }),
    expireTime: field.datetime({ label: "过期时间", column: { width: 170, sortable: true } }),
  },
  screens: { list: "/admin/token/index" },
});
