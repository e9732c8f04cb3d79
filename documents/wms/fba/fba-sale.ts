import { defineDocument, field, ownStatus, reason } from "../../kit";
import { cost, fbaStore, skuCodes, total } from "./fields";

const said = (label: string) => field.int(label, { min: 0, default: 0, sum: true });

const count = (label: string) => field.int(label, { computed: true, default: 0, sum: true });
const worth = (label: string) => field.money(label, { ...cost, computed: true, sum: true });

/** 平台销售出库 (market.md 17.11): what a store sold of its stock at the platform on one day there. */
export const fbaSale = defineDocument({
  name: "fba_sale",
  label: "平台销售出库",
  module: "wms",
  menu: { group: "warehouse", icon: "outbox", sort: 95 },
  number: "FS",
  can: { add: false, edit: false, del: false },
  scopeBy: { dept: "deptId", user: "createBy", warehouse: "fbaWarehouseId" },
  keyword: ["no", "skuCodes"],
  lookup: { foundBy: ["storeId"] },
  exports: { lines: "items" },
  list: {
    tabs: true,
    sort: [
      { by: "bizDate", desc: true },
      { by: "id", desc: true },
    ],
  },
  status: ownStatus(
    {
      pending: { label: "待核对", tone: "orange" },
      done: { label: "已过账", tone: "green" },
      reversed: { label: "已撤销", tone: "red" },
    },
    { initial: "pending", editable: [] },
  ),
  glance: {
    figures: [
      { field: "outQty", label: "出库 / 销量", of: "soldQty" },
      { field: "inQty", label: "退回 / 退款件数", of: "returnQty" },
      { field: "judgeQty" },
      { field: "pendingQty" },
      { field: "amount" },
    ],
    brief: { amount: "amount", qty: "soldQty", date: "bizDate" },
    queues: [
      { label: "平台销售待核对", where: { status: "pending" }, about: "storeId", permission: "confirm" },
      { label: "平台退回待判定", where: { judged: "false" }, about: "storeId", permission: "confirm" },
    ],
  },
  fields: {
    ...fbaStore(),
    fbaWarehouseId: field.ref("FBA仓", { to: "warehouse", computed: true, column: { phone: false }, filter: "in" }),
    bizDate: field.date("站点日期", { computed: true, column: { sortable: true }, filter: "range" }),
    dayKey: field.text("店铺与日期", {
      computed: true,
      hiddenIn: ["view"],
      max: 40,
      unique: "该店铺当天已有平台销售出库",
    }),
    skuCodes: skuCodes(),
    soldQty: total("销量"),
    outQty: total("出库"),
    returnQty: total("退款件数"),
    inQty: total("退回"),
    judgeQty: total("待判定"),
    judged: field.bool("退回已判定", { computed: true, default: true, filter: "in", linked: true, hiddenIn: ["view"] }),
    pendingQty: total("待核对"),
    amount: field.money("出库成本", { ...cost, computed: true, column: { summary: "sum" } }),
  },
  lines: {
    items: {
      label: "销售明细",
      table: "fba_sale_line",
      max: 5000,
      fields: {
        skuId: field.ref("SKU", { to: "sku", required: true, computed: true }),
        skuCode: field.text("SKU编码", { computed: true, hidden: true }),
        skuName: field.text("品名", { computed: true }),
        msku: field.text("MSKU", { computed: true, max: 500 }),
        soldQty: count("销量"),
        outQty: count("出库"),
        outAmount: worth("出库成本"),
        outFirstLeg: worth("其中头程"),
        returnQty: count("退款件数"),
        inQty: count("退回"),
        inAmount: worth("退回成本"),
        inFirstLeg: worth("其中头程"),
        goodQty: count("判良"),
        badQty: count("判次"),
        pendingQty: count("待核对"),
      },
    },
  },
  actions: {
    post: {
      label: "补记",
      next: true,
      permission: "confirm",
      from: ["pending", "done", "reversed"],
      confirm: "按平台现在的销量补记：库存够的出库，不够的留作待核对。",
      batch: true,
    },
    judge: {
      label: "判定退回",
      next: true,
      permission: "confirm",
      from: ["pending", "done"],
      input: {},
      lines: {
        items: {
          label: "退回明细",
          table: "fba_sale_line",
          sourced: "whole",
          tally: { by: "lineId", of: ["goodQty", "badQty"], left: "leftQty", scans: "skuId" },
          fields: {
            lineId: field.line("明细", { table: "fba_sale_line", required: true, hidden: true }),
            skuId: field.ref("SKU", { to: "sku", computed: true }),
            leftQty: field.int("待判定", { computed: true }),
            goodQty: said("良品"),
            badQty: said("次品"),
          },
        },
      },
    },
    reverse: {
      label: "撤销过账",
      from: ["pending", "done"],
      to: "reversed",
      danger: true,
      confirm: "出库和退回按当时的成本冲回，不再自动过账，直到再次补记。",
      input: reason("撤销原因", "请填写撤销原因"),
    },
  },
  screens: {
    list: "/wms/fbaSale/index",
    detail: "/wms/fbaSale/detail",
    tabs: ["fba_sale", "fba_inventory"],
    titles: { list: "平台销售出库" },
  },
});
