import { labelled } from "../../kit";

/** What a line of a settlement is about (figures.md D.1). */
export const settlementCategories = labelled({
  sale: "销售",
  tax: "税费",
  promotion: "促销",
  fee: "平台费用",
  refund: "退款",
  reimbursement: "平台赔偿",
  storage: "仓储费",
  ads: "广告费",
  other: "其他费用",
  reserve: "预留",
  transfer: "转款",
  unknown: "未归类",
});

export type SettlementCategory = keyof typeof settlementCategories;

/** Which column of the trade facts takes it; `compared` and `none` stay in the settlement. */
export const settlementMeasures = labelled({
  compared: "只核对",
  none: "不入账",
  platform_fee: "平台佣金",
  fulfill_fee: "配送费",
  storage_fee: "仓储费",
  other_fee: "其他费用",
  refund_amt: "退款",
  reimburse_amt: "平台赔偿",
});

export type SettlementMeasure = keyof typeof settlementMeasures;
