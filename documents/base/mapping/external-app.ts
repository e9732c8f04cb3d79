import { defineDocument, field } from "../../kit";

/** 外部应用: an account of the XY product centre; each has goods of its own. */
export const externalApp = defineDocument({
  name: "external_app",
  label: "外部应用",
  module: "base",
  api: "/basesetup/externalapp",
  menu: { group: "base", icon: "link", sort: 65, label: "外部应用" },
  display: "appName",
  derived: true,
  keyword: ["appCode", "appName"],
  optionFacts: { name: "appCode" },
  sort: [{ by: "id" }],
  can: { export: false },
  copy: false,
  formColumns: 1,
  fields: {
    appCode: field.text({
      ...{ label: "AppId", required: true, readonlyIn: ["edit"], unique: "AppId已存在" },
      pattern: [/^[A-Za-z0-9._-]{2,40}$/, "AppId为2到40位字母、数字、点、横线或下划线"],
      column: { width: 180, fixed: "left" },
    }),
    appName: field.text({
      ...{ label: "应用名称", required: true, max: 50, unique: "应用名称已存在" },
      column: { width: 180 },
    }),
    appKey: field.secret({ label: "AppKey", max: 200 }),
    state: field.enum({
      ...{ label: "状态", default: "enabled", column: { width: 100 }, filter: "in" },
      options: {
        enabled: { label: "启用", tone: "green" },
        disabled: { label: "停用", tone: "grey" },
      },
    }),
  },
  screens: { list: "/baseSetup/externalApp/index" },
});
