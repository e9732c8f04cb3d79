import { defineDocument, field, reason, unmaskAddress, voidAction } from "../kit";
import { deliverTypes } from "./words";

const cny = (label: string) => ({
  ...{ label, unit: "CNY" as const },
  column: { width: 100, summary: "sum" as const },
});

/** 红人寄样 (market.md 2): samples on their way to a star. */
export const deliver = defineDocument({
  name: "deliver",
  label: "红人寄样",
  module: "kol",
  menu: {
    ...{ group: "kol", icon: "send", sort: 30, label: "寄样管理" },
    words: { del: false, approve: false },
  },
  number: "HRJY",
  can: { del: false },
  copy: false,
  sourced: true,
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "skuQtys", "trackingNo"],
  foundBy: ["starId"],
  prefill: { cooperationId: "cooperation" },
  exportLines: "items",
  formColumns: 3,
  statusTabs: true,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      pending: { label: "待出库", tone: "orange" },
      shipped: { label: "已发出", tone: "blue" },
      signed: { label: "已签收", tone: "green" },
      exception: { label: "异常", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "totalQty" },
    { field: "sampleCost" },
    { field: "freight" },
    { field: "shipTime" },
  ],
  brief: { amount: "sampleCost", qty: "totalQty", date: "shipTime" },
  queues: [
    {
      ...{ label: "寄样待登记物流", where: { status: "shipped", freightDone: "false" } },
      ...{ permission: "edit", about: "starId" },
    },
    {
      ...{ label: "寄样待签收", where: { status: "shipped", freightDone: "true" } },
      ...{ permission: "edit", about: "starId" },
    },
    {
      ...{ label: "寄样异常待处理", where: { status: "exception", resent: "false" } },
      ...{ permission: "add", about: "starId" },
    },
  ],
  fields: {
    cooperationId: field.ref({
      ...{ label: "红人合作", to: "cooperation", required: true, column: { width: 150 } },
      ...{ filter: "in", readonlyIn: ["edit"] },
    }),
    starId: field.ref({
      ...{ label: "红人", to: "star", computed: true, column: { width: 130 }, filter: "in" },
    }),
    deliverType: field.enum({
      ...{ label: "寄样方式", required: true, default: "warehouse", options: deliverTypes },
      ...{ column: { width: 100, hide: true }, filter: "in" },
    }),
    warehouseId: field.ref({
      ...{ label: "发货仓库", to: "warehouse", when: ["deliverType", "warehouse", "fbaMcf"] },
      ...{ column: { width: 120 }, filter: "in" },
    }),
    recipient: field.address({
      ...{ label: "收件信息", computed: true, column: { width: 200, hide: true } },
    }),
    skuQtys: field.text({
      ...{ label: "SKU×数量", computed: true, max: 500, hiddenIn: ["view"] },
      column: { width: 170 },
    }),
    totalQty: field.int({ label: "数量", computed: true, column: { width: 70, summary: "sum" } }),
    logisticsChannelId: field.ref({
      ...{ label: "物流渠道", to: "logistics_channel", computed: true, column: { width: 120 } },
    }),
    trackingNo: field.text({
      ...{ label: "运单号", max: 50, computed: true, column: { width: 140 }, filter: "prefix" },
    }),
    shipTime: field.datetime({
      ...{ label: "发出时间", computed: true, column: { width: 160, sortable: true } },
      filter: "range",
    }),
    signTime: field.datetime({ label: "签收时间", computed: true, column: { width: 160 } }),
    sampleCost: field.money({
      ...cny("样品成本"),
      ...{ computed: true },
    }),
    localCost: field.money({
      ...{ label: "采购金额", unit: "CNY", min: 0.01, when: ["deliverType", "localBuy"] },
    }),
    receiptFiles: field.files({
      ...{ label: "采购凭证", max: 5, wide: true, when: ["deliverType", "localBuy"] },
    }),
    freight: field.money({ ...cny("运费"), computed: true }),
    freightDone: field.bool({ label: "已登记物流", computed: true, filter: "in", linked: true }),
    outStockNo: field.text({
      ...{ label: "样品出库单", computed: true, max: 30, numbersOf: ["other_out"] },
    }),
    resendOf: field.text({
      ...{ label: "补寄自", computed: true, max: 30, numbersOf: ["deliver"] },
    }),
    resent: field.bool({ label: "已补寄", computed: true, filter: "in", linked: true }),
    exceptionReason: field.text({ label: "异常原因", computed: true, max: 500 }),
    expectReturn: field.bool({ label: "需归还" }),
    returnDate: field.date({ label: "归还日", when: ["expectReturn", "true"] }),
    ownerId: field.ref({
      ...{ label: "负责人", to: "user", computed: true, column: { width: 90, hide: true } },
      filter: "in",
    }),
  },
  lines: {
    items: {
      label: "寄样明细",
      table: "deliver_line",
      required: "请至少添加一条明细",
      fields: {
        skuId: field.ref({ label: "SKU", to: "sku", required: true }),
        skuName: field.text({ label: "品名", computed: true, from: "skuId.name" }),
        skuCode: field.text({ label: "SKU编码", computed: true, hidden: true }),
        qty: field.int({ label: "数量", required: true, min: 1, max: 20, sum: true }),
        unitCost: field.decimal({
          ...{ label: "单位成本", scale: 6, unit: "CNY", computed: true },
          ...{ mask: "stock_cost_view", hiddenIn: ["add", "edit"] },
        }),
        cost: field.money({
          ...{ label: "成本", unit: "CNY", computed: true, sum: true },
          ...{ mask: "stock_cost_view", hiddenIn: ["add", "edit"] },
        }),
      },
    },
  },
  actions: {
    submit: {
      ...{ label: "提交出库", next: true, permission: "submit", from: ["draft"], batch: true },
      confirm: "生成样品出库单并锁定库存；当地采购直接记为已发出。",
    },
    ship: {
      ...{ label: "登记物流", next: true, permission: "edit" },
      from: ["shipped", "signed", "exception"],
      input: {
        logisticsChannelId: field.ref({
          ...{ label: "物流渠道", to: "logistics_channel", asked: true },
        }),
        trackingNo: field.text({
          ...{ label: "运单号", required: true, max: 50, asked: true },
          pattern: [/^[A-Za-z0-9-]{6,40}$/, "运单号为6到40位字母、数字或横线"],
        }),
        freight: field.money({ label: "运费", unit: "CNY", required: true, min: 0, asked: true }),
      },
    },
    sign: {
      ...{ label: "签收", permission: "edit", from: ["shipped"], to: "signed", next: true },
      input: {
        signTime: field.datetime({ label: "签收时间", asked: true, help: "不填则为现在" }),
      },
    },
    exception: {
      ...{ label: "异常", permission: "edit", from: ["shipped"], to: "exception", danger: true },
      input: reason("异常原因", "请填写异常原因"),
    },
    resend: {
      ...{ label: "补寄", permission: "add", from: ["exception"], next: true },
      confirm: "按相同明细生成一张寄样草稿，只能补寄一次。",
    },
    void: {
      ...voidAction(["draft", "pending"]),
      refusals: {
        shipped: "样品已出库，不能作废",
        signed: "样品已出库，不能作废",
        exception: "样品已出库，不能作废",
      },
    },
    unmask: { ...unmaskAddress, permission: "kol_star_unmask" },
  },
  screens: {
    list: "/kol/deliver/index",
    create: "/kol/cooperation/openTag/createDeliver/{cooperationId}",
    edit: "/kol/cooperation/openTag/editDeliver/{id}",
    detail: "/kol/cooperation/openTag/detailDeliver/{id}",
    titles: { list: "寄样管理", create: "新建寄样", edit: "编辑寄样", detail: "寄样详情" },
    prints: {
      sample: {
        ...{ path: "/kol/cooperation/openTag/printDeliver", label: "打印寄样单", title: "寄样单" },
        ...{ sheet: "a5", log: true, opens: "recipient", from: ["pending", "shipped"] },
      },
    },
  },
});
