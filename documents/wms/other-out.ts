import { defineDocument, field, flowStatus, reason, voidAction } from "../kit";
import { otherOutLine, otherStates } from "./other-lines";

/** 其他出库单 (supply.md 4): goods that leave without an order; held from submit on. */
export const otherOut = defineDocument({
  name: "other_out",
  label: "其他出库单",
  module: "wms",
  menu: { group: "warehouse", icon: "outbox", sort: 70 },
  number: "QC",
  maker: { document: "makerDocument", id: "makerId", text: "makerText" },
  flow: {},
  keyword: ["no", "skuCodes", "sourceNo", "receiverName"],
  finds: ["receiverName"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  status: flowStatus(otherStates("待出库", "已出库")),
  figures: [{ field: "totalCost" }, { field: "totalQty" }, { field: "confirmTime" }],
  brief: { amount: "totalCost", qty: "totalQty", date: "confirmTime" },
  bulk: ["bizDate", "remark"],
  queues: [
    { label: "待出库", where: { status: "approved" }, permission: "confirm", about: "skuCodes" },
  ],
  fields: {
    outType: field.enum({
      label: "出库类型",
      required: true,
      options: {
        loss: { label: "盘亏" },
        sample: { label: "样品领用" },
        scrap: { label: "报废" },
        gift: { label: "赠送" },
        offline: { label: "线下销售" },
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
    useDeptId: field.ref({
      ...{ label: "领用部门", to: "dept", help: "领用、赠送、销售必填" },
      column: { width: 110 },
    }),
    receiverName: field.text({ label: "收件人", max: 50, column: { width: 100 } }),
    receiverAddress: field.text({ label: "收件地址", max: 200, wide: true, personal: true }),
    reason: field.longtext({ label: "出库原因", required: true, min: 5, max: 500, wide: true }),
    sourceNo: field.text({ label: "来源单号", max: 50, column: { width: 140, hide: true } }),
    photos: field.images({ label: "报废照片", help: "报废必填", wide: true }),
    skuCodes: field.text({
      ...{ label: "SKU", computed: true, hiddenIn: ["view"] },
      column: { width: 180, hide: true },
    }),
    totalQty: field.int({ label: "数量", computed: true, column: { width: 84, summary: "sum" } }),
    totalCost: field.money({
      ...{ label: "成本", unit: "CNY", computed: true, mask: "stock_cost_view" },
      column: { width: 110, summary: "sum" },
    }),
    confirmTime: field.datetime({
      ...{ label: "出库时间", computed: true },
      column: { width: 170, hide: true },
    }),
    makerText: field.text({ label: "来源", computed: true, names: ["makerDocument", "makerId"] }),
    makerDocument: field.text({ label: "来源单据类型", computed: true, hiddenIn: ["view"] }),
    makerId: field.text({ label: "来源单据编号", computed: true, hiddenIn: ["view"] }),
  },
  lines: {
    items: {
      label: "出库明细",
      table: "other_out_line",
      required: "请至少添加一条明细",
      fields: otherOutLine(),
    },
  },
  actions: {
    confirm: {
      label: "确认出库",
      next: true,
      permission: "confirm",
      from: ["approved"],
      to: "done",
      confirm: "货物已离开仓库，从库存中扣除。",
      batch: true,
    },
    reverse: {
      label: "撤销出库",
      permission: "reverse",
      from: ["done"],
      to: "reversed",
      danger: true,
      confirm: "货物按出库时的成本回到仓库，撤销后不能恢复。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
    void: voidAction(["approved"]),
  },
  screens: {
    list: "/otherOutStock/index",
    create: "/otherOutStock/create",
    edit: "/otherOutStock/create",
    detail: "/otherOutStock/create",
    print: "/otherOutStock/print",
    titles: { create: "新建其他出库" },
  },
});
