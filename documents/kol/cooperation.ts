import { defineDocument } from "../kit";
import { cooperationActions } from "./cooperation-actions";
import { cooperationContent, cooperationFields, cooperationProduct } from "./cooperation-fields";

/** 红人合作 (market.md 2): what somebody publishes for us, what it costs and what it brings. */
export const cooperation = defineDocument({
  name: "cooperation",
  label: "红人合作",
  module: "kol",
  menu: { group: "kol", icon: "handshake", sort: 20, words: { del: false } },
  number: "HRHZ",
  many: true,
  flow: {},
  can: { del: false },
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "skuCodes", "promoCode"],
  foundBy: ["starId"],
  prefill: { starId: "star" },
  overview: true,
  exportLines: "products",
  formColumns: 3,
  statusTabs: true,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft", "rejected"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      auditing: { label: "待审核", tone: "orange" },
      approved: { label: "合作中", tone: "blue" },
      published: { label: "已发布", tone: "blue" },
      finished: { label: "已完成", tone: "green" },
      rejected: { label: "已驳回", tone: "red" },
      terminated: { label: "已终止", tone: "red" },
      void: { label: "已作废", tone: "red" },
    },
  },
  figures: [
    { field: "feePaid", label: "已核销 / 应付", of: "payableAmount" },
    { field: "paidAmount" },
    { field: "attributedSales" },
    { field: "totalCostCny" },
    { field: "roi" },
  ],
  brief: { amount: "payableAmount", date: "publishPlanDate" },
  queues: [
    {
      ...{ label: "合作待发布", where: { status: "approved" }, about: "starId" },
      ...{ permission: "edit", due: "publishPlanDate" },
    },
    {
      ...{ label: "合作已发布待完成", where: { status: "published" }, about: "starId" },
      permission: "edit",
    },
  ],
  alerts: [
    {
      ...{ name: "late", label: "合作逾期未发布", where: { status: "approved" } },
      ...{ measure: { daysSince: "publishPlanDate" }, unit: "天", threshold: 1 },
    },
  ],
  related: {
    delivers: { label: "寄样", document: "deliver", by: { cooperationId: "id" } },
    fees: { label: "广告费", document: "ads_fee", by: { cooperationId: "id" } },
  },
  fields: cooperationFields,
  lines: {
    products: {
      ...{ label: "合作产品", table: "cooperation_product", max: 50 },
      required: "请至少添加一个产品",
      fields: cooperationProduct,
    },
    contents: {
      ...{ label: "发布内容", table: "cooperation_content", computed: true },
      fields: cooperationContent,
    },
  },
  actions: cooperationActions,
  screens: {
    list: "/kol/cooperation/index",
    create: "/kol/resource/openTag/addCooperation/{starId}",
    edit: "/kol/resource/openTag/editCooperation/{id}",
    detail: "/kol/resource/openTag/detailCooperation/{id}",
    reads: [{ path: "/kol/resource/openTag/verifyCooperation/{id}", title: "审核合作" }],
    titles: { list: "红人合作", create: "新建合作", edit: "编辑合作", detail: "合作详情" },
    prints: {
      agreement: {
        ...{ path: "/kol/cooperation/openTag/printAgreement", label: "打印合作协议" },
        ...{ title: "合作协议", from: ["approved", "published", "finished"] },
      },
    },
  },
});
