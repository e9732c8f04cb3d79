import { defineDocument, field, labelled, type Option, unshown } from "../kit";

/** Where pieces of a pool stand (supply.md 4.0): 在途 lies outside what is on hand. */
export const buckets = {
  qc: { label: "待检", tone: "orange" },
  good: { label: "良品", tone: "green" },
  bad: { label: "次品", tone: "red" },
  transit: { label: "在途", tone: "blue" },
} as const satisfies Record<string, Option>;

/** What moved the stock (supply.md 4, stock_move). */
export const moveTypes = labelled({
  purchaseSign: "采购签收",
  signReverse: "签收撤销",
  qcPass: "质检转良",
  qcReject: "质检转次",
  qcReverse: "质检撤销",
  returnOut: "采购退货",
  returnReverse: "退货撤销",
  exchangeOut: "换货出库",
  exchangeIn: "换货入库",
  otherIn: "其他入库",
  otherInReverse: "其他入库撤销",
  otherOut: "其他出库",
  otherOutReverse: "其他出库撤销",
  transferOut: "调拨出库",
  transferTransit: "调拨在途",
  transferIn: "调拨入库",
  transferLoss: "调拨差异",
  transferReverse: "调拨撤销",
  fbaReturnOut: "FBA退货出库",
  fbaReturnTransit: "FBA退货在途",
  fbaReturnIn: "FBA退货入库",
  fbaReturnLoss: "FBA退货差异",
  fbaDispose: "FBA弃置",
  fbaSale: "平台销售出库",
  fbaSaleReturn: "平台销售退回",
  pkgOut: "包裹出库",
  pkgOutReverse: "包裹出库撤销",
  costAdjust: "成本差异",
  costOfSales: "结转销售成本",
  opening: "期初",
  openingAdjust: "期初更正",
});

export type Bucket = keyof typeof buckets;
export type MoveType = keyof typeof moveTypes;

const cost = { computed: true, mask: "stock_cost_view" } as const;
/** 库存流水 (supply.md 4): what the ledger wrote, only added to. */
export const stockMove = defineDocument({
  name: "stock_move",
  label: "库存流水",
  module: "wms",
  api: "/wms/move",
  table: "stock_move_list",
  permission: "wms_move",
  menu: { group: "warehouse", icon: "history", sort: 20 },
  scopeBy: { warehouse: "warehouseId" },
  display: "skuCode",
  keyword: ["skuCode", "skuName", "bizNo"],
  can: { add: false, edit: false, del: false },
  fields: {
    createTime: field.datetime("过账时间", { computed: true, column: { sortable: true }, filter: "range" }),
    bizDate: field.date("业务日期", { computed: true, column: { hide: true } }),
    skuCode: field.text("SKU", {
      computed: true,
      column: { fixed: "left" },
      // Whole codes: what a link asks for is one SKU and not those whose codes hold its code.
      filter: "in",
    }),
    skuName: field.text("品名", { computed: true, column: { width: 180, hide: true } }),
    warehouseId: field.ref("仓库", {
      to: "warehouse",
      computed: true,
      column: { width: 90, phone: false },
      filter: "in",
    }),
    bucket: field.enum("库存状态", { computed: true, options: buckets, column: true, filter: "in" }),
    qty: field.int("数量", { computed: true, column: { summary: "sum", signed: true } }),
    unitCost: field.decimal("单位成本", { unit: "CNY", scale: 6, ...cost, column: { width: 120, phone: false } }),
    amount: field.money("金额", { unit: "CNY", ...cost, column: { summary: "sum", phone: false } }),
    firstLeg: field.money("其中头程", { unit: "CNY", ...cost, column: { summary: "sum", hide: true } }),
    balanceQty: field.int("结存", { computed: true, column: { phone: false } }),
    balanceOnHand: field.int("在库结存", { computed: true, column: { width: 100, hide: true } }),
    balanceValue: field.money("结存金额", { unit: "CNY", ...cost, column: { width: 130, hide: true } }),
    bizType: field.enum("业务类型", { computed: true, options: moveTypes, column: true, filter: "in" }),
    bizNo: field.text("来源单", { computed: true, names: ["bizDocument", "bizId"], column: true, filter: "prefix" }),
    createBy: field.ref("操作人", { to: "user", computed: true, column: true }),
    postingId: field.text("过账批次", { computed: true }),
    reversalOf: field.text("冲销流水", { computed: true }),
    bizDocument: field.text("来源单类型", { ...unshown }),
    bizId: field.text("来源单编号", { ...unshown }),
  },
  screens: { list: "/wms/stockMove/index", titles: { list: "库存流水" } },
});
