import { defineDocument, field, labelled } from "../kit";

/** Systems that can be called, by what they are for; each speaks a protocol of its own. */
export const providers = labelled({
  amazon: "Amazon SP-API",
  amazonAds: "Amazon Ads",
  gc: "谷仓",
  winit: "万邑通",
  hs: "HS",
  sf: "顺丰国际",
  xy: "XY",
  express: "快递承运商",
  oa: "OA",
});

/** 外部连接: one system outside, where it answers and whose account is used. */
export const connector = defineDocument({
  name: "connector",
  label: "外部连接",
  module: "base",
  inSetup: true,
  menu: { group: "base", icon: "globe", sort: 120 },
  display: "name",
  derived: true,
  keyword: ["name"],
  list: { sort: [{ by: "id" }] },
  can: { export: false },
  start: { copy: false },
  glance: { queues: [{ label: "连接异常", where: { health: "faulty" }, about: "lastError", permission: "edit" }] },
  formColumns: 2,
  fields: {
    name: field.text("名称", {
      required: true,
      max: 50,
      unique: "连接名称已存在",
      column: { width: 180, fixed: "left" },
    }),
    kind: field.enum("类型", {
      required: true,
      column: true,
      filter: "in",
      options: labelled({ marketplace: "销售平台", ads: "广告平台", warehouse: "三方仓", carrier: "承运商", oa: "OA" }),
    }),
    provider: field.enum("服务商", { required: true, column: { width: 130 }, filter: "in", options: providers }),
    baseUrl: field.text("接口地址", {
      max: 200,
      input: "url",
      column: { width: 260 },
      help: "以https://开头；Amazon可留空，按店铺的站点确定；演示中留空使用模拟服务",
    }),
    storeId: field.ref("店铺", { to: "store", when: ["kind", "marketplace", "ads"], column: { width: 160 } }),
    adProfileId: field.text("广告账号", {
      max: 30,
      pattern: [/^\d{1,30}$/, "广告账号为数字编号（profile id）"],
      when: ["kind", "ads"],
      help: "广告平台的profile id；店铺填写了广告账号时以店铺的为准",
    }),
    warehouseId: field.ref("仓库", {
      to: "warehouse",
      only: { kind: ["thirdParty", "overseas"] },
      when: ["kind", "warehouse"],
      column: true,
    }),
    account: field.text("账号", { max: 200, personal: true, help: "应用或客户编号；Amazon为应用的Client ID" }),
    clientSecret: field.secret("客户端密钥", { when: ["kind", "marketplace", "ads"] }),
    refreshToken: field.secret("授权令牌", {
      when: ["kind", "marketplace", "ads"],
      help: "店铺授权应用后得到的refresh token；自发货的应用还须有收件信息的权限，否则订单没有收件地址",
    }),
    appSecret: field.secret("应用密钥", { when: ["kind", "warehouse", "carrier", "oa"] }),
    enabled: field.bool("启用", { default: true, column: { align: "center" } }),
    health: field.enum("状况", {
      virtual: true,
      computed: true,
      options: {
        ok: { label: "正常", tone: "green" },
        faulty: { label: "异常", tone: "red" },
        unused: { label: "未调用", tone: "grey" },
        off: { label: "停用", tone: "grey" },
      },
      column: true,
      filter: "in",
    }),
    syncedTo: field.datetime("已同步到", { computed: true, column: true, help: "对方在此之前的更新都已读取" }),
    lastRead: field.datetime("最近同步", { computed: true }),
    lastCall: field.datetime("最近调用", { computed: true, column: true }),
    lastError: field.text("最近错误", { computed: true, max: 300, column: { minWidth: 200 } }),
  },
  actions: {
    sync: {
      label: "同步",
      permission: "edit",
      input: {
        from: field.datetime("更新自", { help: "不填则接着上次" }),
        to: field.datetime("更新至", { help: "不填则到现在；一次最多30天" }),
      },
    },
    acceptAds: {
      label: "确认广告数据",
      permission: "edit",
      confirm: "平台这次给出的广告数据不到原有的一半，确认后按新数据更新，缺少的记为0",
    },
    test: { label: "测试", permission: "edit", confirm: "向对方发一次登录请求，结果见发送队列" },
  },
  screens: { list: "/baseSetup/connector/index" },
});
