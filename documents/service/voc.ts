import { defineDocument, field, ownStatus, pagesAt, reason } from "../kit";
import { cxHealths, severities, verdicts, vocSources } from "./words";

const ncx = { when: ["source", "ncx"] } as const;
const handled = { computed: true, hiddenIn: ["add", "edit"], section: "处理" } as const;
const vocFieldsTold = (label: string) =>
  field.longtext(label, { max: 2000, computed: true, hiddenIn: ["add", "edit"], wide: true });

const vocFields = {
  source: field.enum("来源", { required: true, options: vocSources, filter: "in", column: true }),
  platformOrderId: field.ref("关联订单", {
    to: "platform_order",
    help: "站内信、退货必填",
    filter: "in",
    column: { width: 180, hide: true },
  }),
  platformOrderNo: field.text("订单号", {
    computed: true,
    max: 50,
    hiddenIn: ["view"],
    filter: "prefix",
    linked: true,
  }),
  storeId: field.ref("店铺", { to: "store", help: "有关联订单时不填", filter: "in", column: { hide: true } }),
  siteId: field.ref("站点", { to: "site", computed: true, column: { width: 70 }, filter: "in" }),
  skuId: field.ref("SKU", { to: "sku", required: true, column: { width: 180 }, filter: "in" }),
  skuImages: field.images("SKU图片", {
    computed: true,
    virtual: true,
    hiddenIn: ["add", "edit", "view"],
    column: { width: 60, phone: false },
  }),
  asin: field.text("ASIN", { computed: true, max: 20, filter: "prefix", column: { width: 120, hide: true } }),
  category1: field.dict("问题大类", {
    type: "voc_category",
    top: true,
    filter: "in",
    computed: true,
    hiddenIn: ["add", "edit"],
    column: { hide: true },
  }),
  category2: field.dict("问题小类", { type: "voc_category", required: true, filter: "in", column: true }),
  severity: field.enum("严重度", {
    required: true,
    options: severities,
    filter: "in",
    column: { sortable: true },
    help: "一般15天、较重7天、严重3天、安全24小时内处理",
  }),
  urgency: field.int("严重程度", { computed: true, virtual: true, hiddenIn: ["view"] }),
  affectedQty: field.int("涉及数量", { required: true, min: 1, default: 1, column: { summary: "sum" } }),
  batchNo: field.text("批次", { max: 60, filter: "prefix" }),
  description: field.longtext("问题描述", { required: true, min: 10, max: 2000, wide: true }),
  images: field.images("图片", { max: 20, wide: true, help: "安全问题至少一张" }),
  ncxOrders: field.int("NCX订单", { min: 0, ...ncx }),
  totalOrders: field.int("总订单", { min: 1, ...ncx }),
  cxHealth: field.enum("CX健康度", { options: cxHealths, ...ncx }),
  ncxRate: field.percent("NCX率", { unit: "%", computed: true, virtual: true, when: ["source", "ncx"], column: true }),
  handlerDept: field.ref("责任部门", { to: "dept", ...handled, filter: "in" }),
  handlerId: field.ref("处理人", { to: "user", computed: true, hiddenIn: ["add", "edit"], column: true, filter: "in" }),
  submitDate: field.date("提交日期", { computed: true }),
  dueDate: field.date("期限", { computed: true, column: { sortable: true }, filter: "range" }),
  overdue: field.enum("超期", {
    computed: true,
    virtual: true,
    hiddenIn: ["view"],
    filter: "in",
    options: { yes: { label: "已超期", tone: "red" } },
    column: true,
  }),
  ngCount: field.int("验证无效次数", { computed: true, default: 0 }),
  supplierId: field.ref("供应商", { to: "supplier", computed: true, filter: "in", column: { hide: true } }),
  rootCause: vocFieldsTold("原因"),
  action: vocFieldsTold("措施"),
  preventAction: vocFieldsTold("预防"),
  verifyResult: field.enum("验证结论", { options: verdicts, computed: true, hiddenIn: ["add", "edit"] }),
  verifyNote: field.text("验证说明", { max: 500, computed: true }),
  verifyProof: field.files("验证证明", { max: 9, computed: true, wide: true }),
  verifyBy: field.ref("验证人", { to: "user", computed: true }),
  closeTime: field.datetime("关闭时间", { computed: true, filter: "range" }),
  standardPoint: field.text("已补充质检标准", { max: 200, computed: true }),
  buyerKey: field.text("买家编号", { computed: true, max: 80, hiddenIn: ["view"], filter: "in", linked: true }),
  createTime: field.datetime("创建时间", { computed: true, column: { hide: true }, filter: "range" }),
} as const;

const told = (label: string) => field.longtext(label, { required: true, max: 2000, asked: true });

/** What people do with a complaint (market.md 3). */
const vocActions = {
  submit: { label: "提交", next: true, permission: "add", batch: true, from: ["draft"], to: "pendingAssign" },
  assign: {
    label: "分派",
    next: true,
    permission: "assign",
    batch: true,
    to: "processing",
    from: ["pendingAssign", "processing"],
    input: {
      handlerId: field.ref("处理人", { to: "user", required: true, asked: true }),
      dueDate: field.date("期限", { asked: true, help: "不填则按严重度；安全为24小时内" }),
    },
  },
  resolve: {
    label: "提交处理结果",
    next: true,
    permission: "handle",
    from: ["processing"],
    to: "pendingVerify",
    input: {
      rootCause: told("原因"),
      action: told("措施"),
      preventAction: field.longtext("预防", { max: 2000, asked: true }),
    },
  },
  verify: {
    label: "验证",
    next: true,
    permission: "approve",
    from: ["pendingVerify"],
    to: "closed",
    input: {
      verifyResult: field.enum("验证结论", { required: true, options: verdicts, asked: true }),
      proof: field.files("验证证明", { max: 9, asked: true, help: "有效必填" }),
      verifyNote: field.text("说明", { max: 500, asked: true, help: "无效必填" }),
    },
  },
  cancel: {
    label: "取消",
    permission: "edit",
    danger: true,
    from: ["draft", "pendingAssign"],
    to: "cancelled",
    input: reason("取消原因", "请填写取消原因"),
  },
  addStandard: {
    label: "补充质检标准",
    permission: "product_sku_edit",
    from: ["closed"],
    input: { point: field.text("质检要点", { required: true, min: 5, max: 200, asked: true }) },
  },
  refund: {
    label: "退款",
    permission: "cs_refund_add",
    from: ["pendingAssign", "processing", "pendingVerify", "closed"],
    opens: { document: "cs_refund", param: "vocId" },
  },
} as const;

const OPEN = "pendingAssign,processing,pendingVerify";

/** 客户之声 (market.md 3): what buyers complain of, and what is done about it. */
export const voc = defineDocument({
  name: "voc",
  label: "客户之声",
  module: "customerservice",
  api: "/customerservice/voc",
  permission: "cs_voc",
  menu: {
    group: "service",
    icon: "headset",
    sort: 40,
    label: "客户之声",
    words: { del: false, submit: false, void: false, assign: "分派", approve: "验证" },
  },
  number: "VOC",
  many: true,
  can: { del: false },
  scopeBy: { dept: "deptId", user: ["createBy", "handlerId"], store: "storeId" },
  keyword: ["no", "description", "skuId"],
  lookup: { foundBy: ["skuId"] },
  start: { prefill: { platformOrderId: "platform_order", skuId: "sku" } },
  list: { overview: true, tabs: true, sort: [{ by: "urgency", desc: true }, { by: "dueDate" }, { by: "id" }] },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      pendingAssign: { label: "待分派", tone: "orange" },
      processing: { label: "处理中", tone: "blue" },
      pendingVerify: { label: "待验证", tone: "orange" },
      closed: { label: "已关闭", tone: "green" },
      cancelled: { label: "已取消", tone: "grey" },
    },
    { path: ["draft", "pendingAssign", "processing", "pendingVerify", "closed"] },
  ),
  glance: {
    figures: [
      { field: "severity" },
      { field: "affectedQty" },
      { field: "dueDate", late: "overdue" },
      { field: "ngCount" },
    ],
    brief: { qty: "affectedQty", date: "dueDate" },
    queues: [
      { label: "超期VOC", where: { overdue: "yes" }, about: "skuId", due: "dueDate", late: true },
      { label: "VOC待分派", where: { status: "pendingAssign" }, about: "skuId", permission: "assign", due: "dueDate" },
      {
        label: "VOC待我处理",
        where: { status: "processing", handlerId: "$me" },
        permission: "handle",
        due: "dueDate",
        about: "skuId",
      },
      { label: "VOC待验证", where: { status: "pendingVerify" }, about: "skuId", permission: "approve", due: "dueDate" },
    ],
    alerts: [
      {
        name: "late",
        label: "VOC超期",
        where: { status: OPEN },
        measure: { daysSince: "dueDate" },
        unit: "天",
        threshold: 1,
      },
    ],
  },
  related: {
    refunds: { label: "退款", document: "cs_refund", by: { vocId: "id" } },
    alike: { label: "同SKU同小类", document: "voc", by: { skuId: "skuId", category2: "category2" } },
  },
  fields: vocFields,
  actions: vocActions,
  screens: {
    list: "/customerservice/voc/index",
    ...pagesAt("/customerservice/voc/openTag"),
    titles: { list: "客户之声", create: "新建VOC", edit: "编辑VOC", detail: "VOC详情" },
    prints: {
      handling: {
        path: "/customerservice/voc/openTag/print",
        label: "打印处理单",
        title: "客户之声处理单",
        from: ["pendingAssign", "processing", "pendingVerify", "closed"],
      },
    },
  },
});
