import { defineDocument, field } from "../kit";

/** 客户端 (pig-contract.md "Client credentials"): programs that may ask for tokens; set by CLIENTS. */
export const client = defineDocument({
  name: "client",
  label: "客户端",
  module: "admin",
  table: "sys_client",
  permission: "sys_client",
  menu: { group: "admin", icon: "component", sort: 96, label: "客户端管理" },
  display: "clientId",
  handwritten: true,
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 1,
  lineage: { id: "clientId", unread: true },
  fields: {
    clientId: field.text({ label: "客户端编号", column: { width: 160 } }),
    scope: field.text({ label: "域", column: { width: 100 } }),
    authorizedGrantTypes: field.text({ label: "授权模式", column: { width: 260 } }),
    accessTokenValidity: field.int({ label: "令牌时效", unit: "秒", column: { width: 110 } }),
    refreshTokenValidity: field.int({ label: "刷新时效", unit: "秒", column: { width: 110 } }),
    autoapprove: field.enum({
      label: "自动放行",
      options: { true: { label: "是", tone: "green" }, false: { label: "否", tone: "grey" } },
      column: { width: 100 },
    }),
  },
  screens: { list: "/admin/client/index" },
});
