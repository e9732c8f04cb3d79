import { defineDocument, field } from "../kit";

/** Systems that can be called, by what they are for; each speaks a protocol of its own. */
export const providers = {
  amazon: { label: "Amazon SP-API" },
  gc: { label: "谷仓" },
  winit: { label: "万邑通" },
  hs: { label: "HS" },
  sf: { label: "顺丰国际" },
  xy: { label: "XY" },
  express: { label: "快递承运商" },
  oa: { label: "OA" },
} as const;

/** 外部连接: one system outside, where it answers and whose account is used. */
export const connector = defineDocument({
  name: "connector",
  label: "外部连接",
  module: "base",
  menu: { group: "base", icon: "globe", sort: 120 },
  display: "name",
  derived: true,
  keyword: ["name"],
  sort: [{ by: "id" }],
  can: { export: false },
  copy: false,
  formColumns: 2,
  fields: {
    name: field.text({
      ...{ label: "名称", required: true, max: 50, unique: "连接名称已存在" },
      column: { width: 180, fixed: "left" },
    }),
    kind: field.enum({
      ...{ label: "类型", required: true, column: { width: 100 }, filter: "in" },
      options: {
        marketplace: { label: "销售平台" },
        warehouse: { label: "三方仓" },
        carrier: { label: "承运商" },
        oa: { label: "OA" },
      },
    }),
    provider: field.enum({
      ...{ label: "服务商", required: true, column: { width: 130 }, filter: "in" },
      options: providers,
    }),
    baseUrl: field.text({
      ...{ label: "接口地址", max: 200, input: "url", column: { width: 260 } },
      help: "以https://开头；留空使用演示的模拟服务",
    }),
    storeId: field.ref({
      ...{ label: "店铺", to: "store", when: ["kind", "marketplace"] },
      column: { width: 160 },
    }),
    warehouseId: field.ref({
      ...{ label: "仓库", to: "warehouse", only: { kind: ["thirdParty", "overseas"] } },
      ...{ when: ["kind", "warehouse"], column: { width: 140 } },
    }),
    account: field.text({ label: "账号", max: 200, personal: true, help: "应用或客户编号" }),
    clientSecret: field.secret({ label: "客户端密钥", when: ["kind", "marketplace"] }),
    refreshToken: field.secret({
      ...{
        label: "授权令牌",
        when: ["kind", "marketplace"],
        help: "店铺授权后得到的refresh token",
      },
    }),
    appSecret: field.secret({
      ...{ label: "应用密钥", when: ["kind", "warehouse", "carrier", "oa"] },
    }),
    enabled: field.bool({ label: "启用", default: true, column: { width: 80, align: "center" } }),
    syncedTo: field.datetime({
      ...{ label: "已同步到", computed: true, column: { width: 170 } },
      help: "对方在此之前的更新都已读取",
    }),
    lastRead: field.datetime({ label: "最近同步", computed: true }),
    lastCall: field.datetime({ label: "最近调用", computed: true, column: { width: 170 } }),
    lastError: field.text({
      ...{ label: "最近错误", computed: true, max: 300, column: { minWidth: 200 } },
    }),
  },
  actions: {
    sync: {
      ...{ label: "同步", permission: "edit" },
      input: {
        from: field.datetime({ label: "更新自", help: "不填则接着上次" }),
        to: field.datetime({ label: "更新至", help: "不填则到现在；一次最多30天" }),
      },
    },
    test: { label: "测试", permission: "edit", confirm: "向对方发一次登录请求，结果见发送队列" },
  },
  screens: { list: "/baseSetup/connector/index" },
});
