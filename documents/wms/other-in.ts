import { defineDocument, field, flowStatus, reason, voidAction } from "../kit";
import { otherInLine, otherStates } from "./other-lines";

/** 其他入库单 (supply.md 4): goods that come in without an order. */
export const otherIn = defineDocument({
  name: "other_in",
  label: "其他入库单",
  module: "wms",
  menu: { group: "warehouse", icon: "inbox", sort: 60 },
  number: "QR",
  flow: { amount: "amount" },
  keyword: ["no", "skuCodes", "sourceNo"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: flowStatus(otherStates("待入库", "已入库")),
  figures: [{ field: "amount" }, { field: "totalQty" }, { field: "confirmTime" }],
  brief: { amount: "amount", qty: "totalQty", date: "confirmTime" },
  bulk: ["bizDate", "remark"],
  queues: [
    { label: "待入库", where: { status: "approved" }, permission: "confirm", about: "skuCodes" },
  ],
  fields: {
    inType: field.enum({
      label: "入库类型",
      required: true,
      options: {
        gain: { label: "盘盈" },
        gift: { label: "赠品" },
        sampleBack: { label: "样品归还" },
        opening: { label: "期初" },
        customerReturn: { label: "客户退回" },
        adjust: { label: "调整" },
      },
      column: { width: 100 },
      filter: "in",
    }),
    warehouseId: field.ref({
      ...{ label: "仓库", to: "warehouse", required: true },
      column: { width: 130 },
      filter: "in",
    }),
    bizDate: field.date({
      ...{ label: "业务日期", help: "不填则为今天" },
      column: { width: 110, sortable: true, hide: true },
      filter: "range",
    }),
    sourceNo: field.text({ label: "来源单号", max: 50, column: { width: 140, hide: true } }),
    supplierId: field.ref({ label: "供应商", to: "supplier", help: "赠品必填" }),
    reason: field.longtext({ label: "入库原因", max: 500, help: "盘盈和调整必填", wide: true }),
    skuCodes: field.text({
      ...{ label: "SKU", computed: true, hiddenIn: ["view"] },
      column: { width: 180, hide: true },
    }),
    totalQty: field.int({ label: "数量", computed: true, column: { width: 84, summary: "sum" } }),
    amount: field.money({
      ...{ label: "金额", unit: "CNY", computed: true, mask: "stock_cost_view" },
      column: { width: 110, summary: "sum" },
    }),
    confirmTime: field.datetime({
      ...{ label: "入库时间", computed: true },
      column: { width: 170, hide: true },
    }),
  },
  lines: {
    items: {
      label: "入库明细",
      table: "other_in_line",
      required: "请至少添加一条明细",
      fields: otherInLine(),
    },
  },
  actions: {
    confirm: {
      label: "确认入库",
      next: true,
      permission: "confirm",
      from: ["approved"],
      to: "done",
      confirm: "货物已在仓库，计入库存。",
      batch: true,
    },
    reverse: {
      label: "撤销入库",
      permission: "reverse",
      from: ["done"],
      to: "reversed",
      danger: true,
      confirm: "按入库时的金额从库存中冲回，撤销后不能恢复。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/otherInStock/index",
    create: "/otherInStock/create",
    edit: "/otherInStock/create",
    detail: "/otherInStock/create",
    print: "/otherInStock/print",
    titles: { create: "新建其他入库" },
  },
});
