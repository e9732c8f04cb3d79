import { z } from "zod";
import { keysOf, labelled, maybeTexts, texts } from "../kit";

/** What has come of a day, in the order in which a person cares (figures.md D.8). */
export const dataStates = labelled({
  failed: "失败",
  missing: "缺失",
  estimated: "预估",
  early: "未到期",
  empty: "无数据",
  done: "已到",
  off: "未接入",
});
export type DataState = keyof typeof dataStates;

/** What a store's figures are made of. */
export const dataKinds = labelled({
  orders: "订单",
  ads: "广告",
  settlement: "结算",
  feePreview: "费用预览",
  stock: "FBA库存",
  ledger: "FBA库存台账",
  traffic: "流量",
  listings: "店铺商品",
  agedStorage: "长期仓储费",
});
export type DataKind = keyof typeof dataKinds;

const state = z.enum(["failed", "missing", "estimated", "early", "empty", "done", "off"]);
export const dataKind = z.enum(keysOf(dataKinds));

const line = z.object({
  kind: dataKind,
  /** It is asked for by a connection; else somebody uploads it. */
  connected: z.boolean(),
  /** Last day or time that there is something of, as text. */
  ...maybeTexts("came"),
  /** A state for each day; of what is a state of today alone, one. */
  cells: z.array(state),
});

const storeLines = z.object({ ...texts("id", "name", "site"), lines: z.array(line) });
export type DataStore = z.output<typeof storeLines>;

/** Stores by what their figures are made of, day by day. */
export const dataStatus = z.object({
  days: z.array(z.string()),
  stores: z.array(storeLines),
  /** Newest rate of each currency that a store sells in. */
  rates: z.array(z.object({ ...texts("currency"), ...maybeTexts("day") })),
});
export type DataStatus = z.output<typeof dataStatus>;

const href = z.string().regex(/^\/[\w/]+(\?[\w=&,%.-]*)?$/);

/** What is behind a cell, and where one goes on from there. */
export const dataCell = z.object({
  ...texts("storeId", "store", "day"),
  kind: dataKind,
  state,
  says: z.array(z.string()),
  links: z.array(z.object({ ...texts("label"), href })),
  /** It can be asked for anew. */
  fetches: z.boolean(),
});
export type DataCell = z.output<typeof dataCell>;

/** A settlement of a store's account, or days between two that none covers. */
export const coverage = z.object({
  rows: z.array(
    z.object({
      ...texts("key", "store", "currency", "firstDay", "lastDay"),
      days: z.number(),
      state,
      ...maybeTexts("no"),
      href: href.nullable(),
    }),
  ),
});
export type Coverage = z.output<typeof coverage>;

/** What waits for somebody before figures are whole. */
export const dataWaiting = z.object({
  /** None: the caller may not see that list. */
  rows: z.array(z.object({ ...texts("label", "advice"), count: z.number(), href: href.nullable() })),
});
export type DataWaiting = z.output<typeof dataWaiting>;
