import type { Option } from "../kit";

/** Where pieces of a pool stand (supply.md 4.0): 在途 lies outside what is on hand. */
export const buckets = {
  qc: { label: "待检", tone: "orange" },
  good: { label: "良品", tone: "green" },
  bad: { label: "次品", tone: "red" },
  transit: { label: "在途", tone: "blue" },
} as const satisfies Record<string, Option>;

/** What moved the stock (supply.md 4, stock_move). */
export const moveTypes = {
  purchaseSign: { label: "采购签收" },
  signReverse: { label: "签收撤销" },
  qcPass: { label: "质检转良" },
  qcReject: { label: "质检转次" },
  qcReverse: { label: "质检撤销" },
  returnOut: { label: "采购退货" },
  returnReverse: { label: "退货撤销" },
  exchangeOut: { label: "换货出库" },
  exchangeIn: { label: "换货入库" },
  otherIn: { label: "其他入库" },
  otherInReverse: { label: "其他入库撤销" },
  otherOut: { label: "其他出库" },
  otherOutReverse: { label: "其他出库撤销" },
  transferOut: { label: "调拨出库" },
  transferTransit: { label: "调拨在途" },
  transferIn: { label: "调拨入库" },
  transferLoss: { label: "调拨差异" },
  transferReverse: { label: "调拨撤销" },
  fbaReturnOut: { label: "FBA退货出库" },
  fbaReturnTransit: { label: "FBA退货在途" },
  fbaReturnIn: { label: "FBA退货入库" },
  fbaReturnLoss: { label: "FBA退货差异" },
  fbaDispose: { label: "FBA弃置" },
  fbaSale: { label: "平台销售出库" },
  fbaSaleReturn: { label: "平台销售退回" },
  pkgOut: { label: "包裹出库" },
  pkgOutReverse: { label: "包裹出库撤销" },
  costAdjust: { label: "成本差异" },
  costOfSales: { label: "结转销售成本" },
  opening: { label: "期初" },
} as const satisfies Record<string, Option>;

export type Bucket = keyof typeof buckets;
export type MoveType = keyof typeof moveTypes;
