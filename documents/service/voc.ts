import { defineDocument } from "../kit";
import { vocActions } from "./voc-actions";
import { vocFields } from "./voc-fields";

const OPEN = "pendingAssign,processing,pendingVerify";

/** 客户之声 (market.md 3): what buyers complain of, and what is done about it. */
export const voc = defineDocument({
  name: "voc",
  label: "客户之声",
  module: "customerservice",
  api: "/customerservice/voc",
  permission: "cs_voc",
  menu: {
    ...{ group: "service", icon: "headset", sort: 40, label: "客户之声" },
    words: { del: false, submit: false, void: false, assign: "分派", approve: "验证" },
  },
  number: "VOC",
  many: true,
  can: { del: false },
  scopeBy: { dept: "deptId", user: ["createBy", "handlerId"], store: "storeId" },
  keyword: ["no", "description", "skuId"],
  foundBy: ["skuId"],
  prefill: { platformOrderId: "platform_order", skuId: "sku" },
  overview: true,
  formColumns: 3,
  statusTabs: true,
  sort: [{ by: "urgency", desc: true }, { by: "dueDate" }, { by: "id" }],
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      pendingAssign: { label: "待分派", tone: "orange" },
      processing: { label: "处理中", tone: "blue" },
      pendingVerify: { label: "待验证", tone: "orange" },
      closed: { label: "已关闭", tone: "green" },
      cancelled: { label: "已取消", tone: "grey" },
    },
    path: ["draft", "pendingAssign", "processing", "pendingVerify", "closed"],
  },
  figures: [
    { field: "severity" },
    { field: "affectedQty" },
    { field: "dueDate", late: "overdue" },
    { field: "ngCount" },
  ],
  brief: { qty: "affectedQty", date: "dueDate" },
  queues: [
    {
      ...{ label: "超期VOC", where: { overdue: "yes" }, about: "skuId" },
      ...{ due: "dueDate", late: true },
    },
    {
      ...{ label: "VOC待分派", where: { status: "pendingAssign" }, about: "skuId" },
      ...{ permission: "assign", due: "dueDate" },
    },
    {
      ...{ label: "VOC待我处理", where: { status: "processing", handlerId: "$me" } },
      ...{ permission: "handle", due: "dueDate", about: "skuId" },
    },
    {
      ...{ label: "VOC待验证", where: { status: "pendingVerify" }, about: "skuId" },
      ...{ permission: "approve", due: "dueDate" },
    },
  ],
  alerts: [
    {
      ...{ name: "late", label: "VOC超期", where: { status: OPEN } },
      ...{ measure: { daysSince: "dueDate" }, unit: "天", threshold: 1 },
    },
  ],
  related: {
    refunds: { label: "退款", document: "cs_refund", by: { vocId: "id" } },
    alike: {
      label: "同SKU同小类",
      document: "voc",
      by: { skuId: "skuId", category2: "category2" },
    },
  },
  fields: vocFields,
  actions: vocActions,
  screens: {
    list: "/customerservice/voc/index",
    create: "/customerservice/voc/openTag/create",
    edit: "/customerservice/voc/openTag/edit",
    detail: "/customerservice/voc/openTag/detail",
    titles: { list: "客户之声", create: "新建VOC", edit: "编辑VOC", detail: "VOC详情" },
    prints: {
      handling: {
        ...{ path: "/customerservice/voc/openTag/print", label: "打印处理单" },
        ...{ title: "客户之声处理单" },
        from: ["pendingAssign", "processing", "pendingVerify", "closed"],
      },
    },
  },
});
