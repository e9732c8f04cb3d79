import { defineDocument, field } from "../kit";
import { client } from "./client";
import { dept } from "./dept";
import { dict } from "./dict";
import { file } from "./file";
import { log } from "./log";
import { menu } from "./menu";
import { notification } from "./notification";
import { param } from "./param";
import { role } from "./role";
import { tenant } from "./tenant";
import { token } from "./token";
import { user } from "./user";

/** 敏感信息查看记录 (market.md 14.2): who saw somebody's name, phone and address whole, and why. */
const piiAccessLog = defineDocument({
  name: "pii_access_log",
  label: "敏感信息查看记录",
  module: "admin",
  permission: "sys_piiaccess",
  menu: { group: "admin", icon: "history", sort: 95 },
  display: "documentNo",
  derived: true,
  keyword: ["documentNo", "reason"],
  can: { add: false, edit: false, del: false },
  formColumns: 1,
  fields: {
    createTime: field.datetime("查看时间", { computed: true, column: { sortable: true }, filter: "range" }),
    userId: field.ref("查看人", { to: "user", column: true, filter: "in" }),
    document: field.text("单据类型编码", { max: 60, hiddenIn: ["view"] }),
    documentId: field.text("单据编号", { max: 20, hiddenIn: ["view"] }),
    kind: field.text("单据类型", { max: 60, column: { width: 120 } }),
    documentNo: field.text("单据", {
      max: 60,
      names: ["document", "documentId"],
      column: { width: 190 },
      filter: "like",
    }),
    what: field.text("内容", { max: 60, column: { width: 120 } }),
    reason: field.text("查看原因", { max: 200, column: { minWidth: 240 } }),
    ip: field.text("来源地址", { max: 60, column: true }),
  },
  screens: { list: "/admin/piiAccess/index" },
});

/** Declarations of 系统管理. */
export const adminDocuments = [
  menu,
  user,
  role,
  dept,
  dict,
  param,
  tenant,
  log,
  token,
  client,
  file,
  notification,
  piiAccessLog,
] as const;
