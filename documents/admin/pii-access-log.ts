import { defineDocument, field } from "../kit";

/** 敏感信息查看记录 (market.md 14.2): who saw somebody's name, phone and address whole, and why. */
export const piiAccessLog = defineDocument({
  name: "pii_access_log",
  label: "敏感信息查看记录",
  module: "admin",
  permission: "sys_piiaccess",
  menu: { group: "admin", icon: "history", sort: 95 },
  display: "documentNo",
  derived: true,
  keyword: ["documentNo", "reason"],
  can: { add: false, edit: false, del: false },
  fields: {
    createTime: field.datetime({
      ...{ label: "查看时间", computed: true, column: { width: 170, sortable: true } },
      filter: "range",
    }),
    userId: field.ref({
      ...{ label: "查看人", to: "user", column: { width: 120 }, filter: "in" },
    }),
    document: field.text({ label: "单据类型编码", max: 60, hiddenIn: ["view"] }),
    documentId: field.text({ label: "单据编号", max: 20, hiddenIn: ["view"] }),
    kind: field.text({ label: "单据类型", max: 60, column: { width: 120 } }),
    documentNo: field.text({
      ...{ label: "单据", max: 60, names: ["document", "documentId"], column: { width: 190 } },
      filter: "like",
    }),
    what: field.text({ label: "内容", max: 60, column: { width: 120 } }),
    reason: field.text({ label: "查看原因", max: 200, column: { minWidth: 240 } }),
    ip: field.text({ label: "来源地址", max: 60, column: { width: 150 } }),
  },
  screens: { list: "/admin/piiAccess/index" },
});
