/** 结算方式, 尾款条件 (supply.md 2): of a supplier, and of an order that may agree otherwise. */
export const settleMethods = {
  cod: { label: "现结" },
  deposit: { label: "预付+尾款" },
  monthly: { label: "月结" },
};
export const balanceTriggers = {
  beforeShip: { label: "发货前" },
  afterReceipt: { label: "签收后" },
  afterInspection: { label: "质检后" },
};
export const taxTypes = { tax: { label: "含税" }, nonTax: { label: "不含税" } };

/** What became of an order: its goods, its money, its contract. */
export const receiveStates = {
  none: { label: "未到货", tone: "grey" },
  part: { label: "部分到货", tone: "orange" },
  all: { label: "全部到货", tone: "green" },
} as const;
export const payStates = {
  none: { label: "未申请", tone: "grey" },
  requested: { label: "已申请", tone: "orange" },
  part: { label: "部分付款", tone: "orange" },
  paid: { label: "已付清", tone: "green" },
} as const;
export const contractStates = {
  none: { label: "未生成", tone: "grey" },
  auditing: { label: "审批中", tone: "orange" },
  approved: { label: "待签", tone: "blue" },
  signed: { label: "已签", tone: "green" },
} as const;
