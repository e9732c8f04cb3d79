import { z } from "zod";
import { defineDocument, field, lineRemark, ownStatus, reason, sourceSkuLine } from "../kit";
import { countByCartons } from "./scanned";

/** One line of a receipt: what was counted of a line of the delivery. */
const signLine = {
  deliveryLineId: field.line("送货明细", { table: "delivery_line", hidden: true }),
  poLineId: field.line("采购明细", { table: "purchase_order_line", required: true, computed: true, hidden: true }),
  // How the line is packed, so that the form can count by carton labels.
  packing: field.text("装箱", { computed: true, virtual: true, hidden: true }),
  poLineCode: field.text("采购明细", { computed: true }),
  ...sourceSkuLine(),
  noticeQty: field.int("通知数量", { computed: true, sum: true }),
  signQty: field.int("签收数量", { required: true, min: 0, sum: true }),
  diffQty: field.int("差异", { computed: true, hiddenIn: ["add", "edit"], sum: true }),
  diffReason: field.dict("差异原因", { type: "sign_diff_reason" }),
  binCode: field.text("库位", { max: 20 }),
  unitCost: field.decimal("单位成本", {
    unit: "CNY",
    scale: 6,
    computed: true,
    mask: "stock_cost_view",
    hiddenIn: ["add", "edit"],
  }),
  amount: field.money("入库金额", {
    sum: true,
    unit: "CNY",
    computed: true,
    mask: "stock_cost_view",
    hiddenIn: ["add", "edit"],
  }),
  // Part of the amount that is freight of the delivery: the rest follows the order line.
  freightPart: field.money("其中运费", { unit: "CNY", computed: true, hidden: true, mask: "stock_cost_view" }),
  remark: lineRemark(),
};

const total = (label: string) => field.int(label, { computed: true, column: { summary: "sum" } });

/** 签收单 (supply.md 4): what a warehouse counted of a delivery. Saving it is the signing. */
export const wmsSign = defineDocument({
  name: "wms_sign",
  label: "签收单",
  module: "wms",
  menu: { group: "warehouse", icon: "inbox", sort: 50, label: "签收列表" },
  permissions: { add: "sign" },
  number: "QS",
  // Buyers see what was signed of their deliveries.
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "poNos", "skuCodes", "supplierText"],
  lookup: { foundBy: ["supplierId", "signerId"] },
  start: { prefill: { deliveryId: "delivery" }, sourced: true, saveLabel: "确认签收" },
  can: { edit: false, del: false },
  list: { tabs: true },
  // What the label for the shelf says of each line, where its SKU is known to a platform.
  calls: { sends: { items: z.array(z.object({ fnsku: z.string().nullable(), msku: z.string().nullable() })) } },
  status: ownStatus(
    {
      signed: { label: "已签收", tone: "orange" },
      inspecting: { label: "质检中", tone: "blue" },
      done: { label: "已完成", tone: "green" },
      reversed: { label: "已撤销", tone: "red" },
    },
    { initial: "signed", editable: [] },
  ),
  glance: {
    figures: [
      { field: "signQty", label: "签收 / 通知", of: "noticeQty" },
      { field: "diffQty" },
      { field: "cartonsSigned", label: "实收箱数 / 通知", of: "cartonsNotified" },
      { field: "signTime" },
    ],
    brief: { qty: "signQty", date: "signTime" },
  },
  fields: {
    deliveryId: field.ref("送货单", { to: "delivery", required: true, column: true }),
    supplierId: field.ref("供应商", {
      to: "supplier",
      readonlyIn: ["add"],
      column: { width: 150, phone: false },
      filter: "in",
    }),
    warehouseId: field.ref("仓库", { to: "warehouse", readonlyIn: ["add"], column: { width: 90 }, filter: "in" }),
    signQty: total("签收数量"),
    diffQty: total("差异"),
    noticeQty: total("通知数量"),
    poNos: field.text("采购单", { readonlyIn: ["add"], numbersOf: ["purchase_order"], column: true }),
    skuCount: field.int("SKU数", { computed: true, column: true }),
    signerId: field.ref("签收人", { to: "user", help: "不填则为当前用户", column: true }),
    signTime: field.datetime("签收时间", { help: "不填则为现在", column: { sortable: true }, filter: "range" }),
    hasDiff: field.enum("有差异", {
      options: { yes: { label: "有差异" }, no: { label: "无差异" } },
      computed: true,
      hiddenIn: ["view"],
      filter: "in",
      filterOne: true,
    }),
    cartonsNotified: field.int("通知箱数", { computed: true }),
    cartonsSigned: field.int("实收箱数", { min: 0, help: "不填则为通知箱数" }),
    cartonsDamaged: field.int("破损箱数", { min: 0, default: 0 }),
    cartonCodes: field.texts("扫描箱唛", {
      max: 60,
      help: "每箱扫一次，每行一个；有箱唛时实收箱数按箱唛计",
      wide: true,
    }),
    isFinal: field.bool("本次为最终签收", { default: true, help: "关闭即部分签收，余下的以后再签" }),
    inspectPolicy: field.enum("质检策略", {
      help: "不填则按仓库与SKU的设置",
      options: { inspect: { label: "需质检" }, exempt: { label: "免检" } },
    }),
    photos: field.images("签收照片", { help: "有破损或差异时必填", wide: true }),
    ends: field.bool("结束送货单", { computed: true, hiddenIn: ["view"] }),
    ownerId: field.ref("送货经办", { to: "user", computed: true }),
    skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"] }),
    supplierText: field.text("供应商名称", { computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "签收明细",
      table: "wms_sign_line",
      required: "请至少添加一条明细",
      sourced: "whole",
      fill: { label: "按箱唛计数", rows: countByCartons },
      fields: signLine,
    },
  },
  actions: {
    reverse: {
      label: "撤销签收",
      from: ["signed", "inspecting", "done"],
      to: "reversed",
      danger: true,
      confirm: "入库数量、金额与应付将冲回，送货单回到待签收。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
  },
  screens: {
    list: "/wmssign/list",
    create: "/wmssign/sign",
    detail: "/wmssign/sign",
    print: "/wmssign/print",
    printLabel: "打印上架标签",
    printFrom: ["signed", "inspecting", "done"],
    tabs: ["delivery_to_sign", "wms_sign"],
    titles: { list: "已签收", create: "签收", print: "打印上架标签" },
  },
});
