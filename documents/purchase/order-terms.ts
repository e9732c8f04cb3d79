import { z } from "zod";
import { payableEntries } from "../finance/payable-words";
import { figures, labelled, maybeTexts, someTexts, texts } from "../kit";
/** 结算方式, 尾款条件 (supply.md 2): of a supplier, and of an order that may agree otherwise. */
export const settleMethods = { cod: { label: "现结" }, deposit: { label: "预付+尾款" }, monthly: { label: "月结" } };
export const balanceTriggers = labelled({ beforeShip: "发货前", afterReceipt: "签收后", afterInspection: "质检后" });
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

/** A version that a change replaced. */
const revision = z.object({
  revision: z.number(),
  time: z.string(),
  by: z.string().nullable(),
  changeNo: z.string().nullable(),
  changeId: z.string().nullable(),
  snapshot: z.object({
    head: z.object({ orderAmount: z.string() }),
    items: z.array(z.object({ ...figures("lineNo", "qty"), ...someTexts("skuCode", "expectDate"), price: z.string() })),
  }),
});

/** What was asked for of an order. */
const request = z.object({
  ...maybeTexts("requestType", "expectPayDate"),
  ...texts("id", "no", "status", "bizType", "currency", "amount", "settled"),
});

/** What the page of an order is sent besides its fields. */
export const orderSends = { revisions: z.array(revision), requests: z.array(request), entries: payableEntries };
