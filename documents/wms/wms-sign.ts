import { defineDocument, field, reason } from "../kit";
import { countByCartons } from "./scanned";
import { signLine } from "./sign-lines";

const total = (label: string) =>
  field.int({ label, computed: true, column: { width: 84, summary: "sum" } });

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
  foundBy: ["supplierId", "signerId"],
  formColumns: 3,
  prefill: { deliveryId: "delivery" },
  sourced: true,
  saveLabel: "确认签收",
  can: { edit: false, del: false },
  statusTabs: true,
  status: {
    field: "status",
    initial: "signed",
    editable: [],
    values: {
      signed: { label: "已签收", tone: "orange" },
      inspecting: { label: "质检中", tone: "blue" },
      done: { label: "已完成", tone: "green" },
      reversed: { label: "已撤销", tone: "red" },
    },
  },
  figures: [
    { field: "signQty", label: "签收 / 通知", of: "noticeQty" },
    { field: "diffQty" },
    { field: "cartonsSigned", label: "实收箱数 / 通知", of: "cartonsNotified" },
    { field: "signTime" },
  ],
  brief: { qty: "signQty", date: "signTime" },
  fields: {
    deliveryId: field.ref({
      label: "送货单",
      to: "delivery",
      required: true,
      column: { width: 130 },
    }),
    supplierId: field.ref({
      label: "供应商",
      to: "supplier",
      readonlyIn: ["add"],
      column: { width: 150, phone: false },
      filter: "in",
    }),
    warehouseId: field.ref({
      label: "仓库",
      to: "warehouse",
      readonlyIn: ["add"],
      column: { width: 90 },
      filter: "in",
    }),
    signQty: total("签收数量"),
    diffQty: total("差异"),
    noticeQty: total("通知数量"),
    poNos: field.text({
      ...{ label: "采购单", readonlyIn: ["add"], numbersOf: ["purchase_order"] },
      column: { width: 140 },
    }),
    skuCount: field.int({ label: "SKU数", computed: true, column: { width: 80 } }),
    signerId: field.ref({
      label: "签收人",
      to: "user",
      help: "不填则为当前用户",
      column: { width: 100 },
    }),
    signTime: field.datetime({
      label: "签收时间",
      help: "不填则为现在",
      column: { width: 160, sortable: true },
      filter: "range",
    }),
    hasDiff: field.enum({
      label: "有差异",
      options: { yes: { label: "有差异" }, no: { label: "无差异" } },
      computed: true,
      hiddenIn: ["view"],
      filter: "in",
      filterOne: true,
    }),
    cartonsNotified: field.int({ label: "通知箱数", computed: true }),
    cartonsSigned: field.int({ label: "实收箱数", min: 0, help: "不填则为通知箱数" }),
    cartonsDamaged: field.int({ label: "破损箱数", min: 0, default: 0 }),
    cartonCodes: field.texts({
      label: "扫描箱唛",
      max: 60,
      help: "每箱扫一次，每行一个；有箱唛时实收箱数按箱唛计",
      wide: true,
    }),
    isFinal: field.bool({
      label: "本次为最终签收",
      default: true,
      help: "关闭即部分签收，余下的以后再签",
    }),
    inspectPolicy: field.enum({
      label: "质检策略",
      help: "不填则按仓库与SKU的设置",
      options: { inspect: { label: "需质检" }, exempt: { label: "免检" } },
    }),
    photos: field.images({ label: "签收照片", help: "有破损或差异时必填", wide: true }),
    ends: field.bool({ label: "结束送货单", computed: true, hiddenIn: ["view"] }),
    ownerId: field.ref({ label: "送货经办", to: "user", computed: true }),
    skuCodes: field.text({ label: "SKU", computed: true, hiddenIn: ["view"] }),
    supplierText: field.text({ label: "供应商名称", computed: true, hiddenIn: ["view"] }),
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
      permission: "reverse",
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
