import { receiving } from "../base/warehouse";
import { defineDocument, field, flowStatus, lineRemark, reason, sourceSkuLine } from "../kit";
import { buyer, tradeTermAsked } from "./purchase-order-lines";

const { void: _none, ...states } = flowStatus({
  approved: { label: "待处理", tone: "blue" },
  processing: { label: "处理中", tone: "blue" },
  done: { label: "已完成", tone: "green" },
  closed: { label: "已关闭", tone: "grey" },
}).values;

const qty = (label: string) => field.int(label, { computed: true, column: { summary: "sum" } });

export const turnModes = {
  purchase: { label: "转采购", tone: "blue" },
  transfer: { label: "转调拨", tone: "orange" },
} as const;

/** 转请购单 (supply.md 3): requisition lines turned into purchases or transfers. */
export const turnRequisition = defineDocument({
  name: "turn_requisition",
  label: "转请购单",
  module: "purchase",
  menu: { group: "purchase", icon: "swap", sort: 20 },
  number: "ZC",
  flow: {},
  scopeBy: { dept: "deptId", user: "buyerId" },
  keyword: ["no", "skuCodes"],
  lookup: { foundBy: ["buyerId"] },
  start: { prefill: { reqId: "purchase_requisition", reqLineIds: "purchase_requisition.items" } },
  list: { tabs: true, bulk: ["buyerId", "remark"] },
  status: { ...flowStatus(), values: states },
  glance: {
    figures: [
      { field: "orderedQty", label: "已下单 / 转采", of: "totalQty" },
      { field: "totalQty" },
      { field: "urgency" },
      { field: "turnDate" },
    ],
    brief: { qty: "totalQty", date: "turnDate" },
    queues: [
      {
        label: "待询价",
        where: { status: "approved,processing", open: "yes" },
        about: "skuCodes",
        permission: "purchase_inquiry_add",
      },
    ],
  },
  fields: {
    buyerId: buyer,
    warehouseId: field.ref("收货仓", {
      to: "warehouse",
      required: true,
      only: receiving,
      help: "须与请购单的需求仓库一致",
      column: { width: 75 },
      filter: "in",
    }),
    turnDate: field.date("转采日期", { help: "不填则为今天", column: { hide: true }, filter: "range" }),
    urgency: field.enum("紧急程度", {
      computed: true,
      default: "normal",
      options: { normal: { label: "普通" }, urgent: { label: "加急", tone: "red" } },
      column: { hide: true },
    }),
    totalQty: qty("总数量"),
    purchaseQty: qty("转采购数量"),
    transferQty: qty("转调拨数量"),
    orderedQty: qty("已下单"),
    progress: field.enum("进度", {
      computed: true,
      default: "none",
      options: {
        none: { label: "未下单", tone: "grey" },
        part: { label: "部分下单", tone: "orange" },
        all: { label: "已下单", tone: "green" },
      },
      column: { hide: true },
    }),
    supplierId: field.ref("建议供应商", {
      to: "supplier",
      virtual: true,
      computed: true,
      hiddenIn: ["view"],
      filter: "in",
    }),
    turnMode: field.enum("方式", {
      options: turnModes,
      computed: true,
      virtual: true,
      hiddenIn: ["view"],
      filter: "in",
      filterOne: true,
    }),
    skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"] }),
    open: field.enum("待采购", {
      virtual: true,
      computed: true,
      filter: "in",
      linked: true,
      hiddenIn: ["view"],
      options: { yes: { label: "有未询价数量" } },
    }),
  },
  lines: {
    items: {
      label: "转采明细",
      table: "turn_requisition_line",
      required: "请至少添加一条明细",
      fields: {
        reqLineId: field.line("请购明细", { table: "purchase_requisition_line", hidden: true }),
        reqLineCode: field.text("请购明细", { max: 40, placeholder: "请购单号-行号", codeOf: "purchase_requisition" }),
        ...sourceSkuLine(),
        remainQty: field.int("可转数量", { computed: true, virtual: true, sum: true }),
        turnMode: field.enum("方式", { default: "purchase", options: turnModes }),
        qty: field.int("转采数量", { required: true, min: 1, sum: true }),
        supplierId: field.ref("建议供应商", { to: "supplier" }),
        refPrice: field.decimal("参考价", { min: 0, mask: "purchase_price_view", currency: "refCurrency" }),
        refCurrency: field.dict("参考价币种", { type: "currency", mask: "purchase_price_view" }),
        fromWarehouseId: field.ref("调出仓", { to: "warehouse", help: "转调拨必填" }),
        availableQty: field.int("调出仓可用", { computed: true, virtual: true, hiddenIn: ["add", "edit"] }),
        inquiredQty: field.int("已询价", { computed: true, sum: true }),
        orderedQty: field.int("已下单", { computed: true, sum: true }),
        directQty: field.int("直接下单", { computed: true, hidden: true }),
        transferQty: field.int("已调拨", { computed: true, sum: true }),
        releasedQty: field.int("已退回", { computed: true, sum: true }),
        transferNo: field.text("调拨单号", { computed: true, numbersOf: ["transfer"], hiddenIn: ["add", "edit"] }),
        remark: lineRemark(),
      },
    },
  },
  actions: {
    toInquiry: {
      label: "生成询价单",
      next: true,
      permission: "purchase_inquiry_add",
      from: ["approved", "processing"],
      opens: { document: "inquiry_order", param: "turnId" },
    },
    toOrder: {
      label: "直接下单",
      permission: "purchase_order_add",
      from: ["approved", "processing"],
      confirm: "按供应商、币种、含税类型生成采购单草稿。",
      input: tradeTermAsked,
    },
    toTransfer: {
      label: "生成调拨单",
      permission: "edit",
      from: ["approved", "processing"],
      confirm: "转调拨的数量按调出仓各生成一张调拨单草稿。",
    },
    close: {
      label: "关闭",
      from: ["approved", "processing"],
      to: "closed",
      danger: true,
      confirm: "未下单的数量退回请购单，关闭后不能恢复。",
      input: reason("关闭原因", "请填写关闭原因"),
    },
  },
  screens: {
    list: "/poturnrequisition/index",
    create: "/poturnrequisition/create/index",
    edit: "/poturnrequisition/create/index",
    detail: "/poturnrequisition/detail/index",
    tabs: ["turn_requisition", "requisition_pool"],
  },
});
