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
  calls: { handwritten: true, lineage: { id: "clientId", unread: true } },
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 1,
  fields: {
    clientId: field.text("客户端编号", { column: true }),
    scope: field.text("域", { column: { width: 100 } }),
    authorizedGrantTypes: field.text("授权模式", { column: { width: 260 } }),
    accessTokenValidity: field.int("令牌时效", { unit: "秒", column: { width: 110 } }),
    refreshTokenValidity: field.int("刷新时效", { unit: "秒", column: { width: 110 } }),
    autoapprove: field.enum("自动放行", {
      options: { true: { label: "是", tone: "green" }, false: { label: "否", tone: "grey" } },
      column: true,
    }),
  },
  screens: { list: "/admin/client/index" },
});
