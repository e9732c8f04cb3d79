import { z } from "zod";
import { field, texts, wordsOf } from "../kit";
import { packageStates } from "./package-words";

const pieces = (n: number) => field.int(`包裹${n}`, { min: 0, default: 0, sum: true });

/** Packages that one order is split into at most, by hand. */
export const PACKAGES = ["first", "second", "third", "fourth", "fifth"] as const;

/** How many pieces of a line go into each package. */
export const splitRow = {
  lineId: field.line("明细", { table: "sales_order_line", hidden: true }),
  skuId: field.ref("SKU", { to: "sku", computed: true }),
  leftQty: field.int("数量", { computed: true, sum: true }),
  first: pieces(1),
  second: pieces(2),
  third: pieces(3),
  fourth: pieces(4),
  fifth: pieces(5),
};

/** An order whose goods may travel along. */
export const mergeRow = {
  orderNo: field.text("订单号", { max: 50, required: true, hidden: true }),
  says: field.text("订单号", { computed: true }),
  goods: field.text("SKU×数量", { computed: true, wide: true }),
  latest: field.text("最晚发货", { computed: true }),
  take: field.bool("合并"),
};

/** A package with the pieces of one order, which `qty` and `lines` are. */
const parcel = z.object({
  id: z.string(),
  no: z.string(),
  status: wordsOf(packageStates),
  warehouse: z.string().nullable(),
  channel: z.string().nullable(),
  trackingNo: z.string().nullable(),
  goods: z.string(),
  others: z.string(),
  shipTime: z.string().nullable(),
  qty: z.number(),
  lines: z.array(
    z.object({ id: z.string(), skuCode: z.string().nullable(), skuName: z.string().nullable(), qty: z.number() }),
  ),
});

/** One run of the rules over an order, with every rule that was looked at. */
const ruleRun = z.object({
  id: z.string(),
  time: z.string(),
  trigger: z.string(),
  outcome: z.string(),
  by: z.string().nullable(),
  milliseconds: z.number(),
  steps: z.array(
    z.object({
      ...texts("stage", "rule", "ruleId", "said"),
      version: z.number(),
      packageSeq: z.number().nullable(),
      matched: z.boolean(),
    }),
  ),
});

/** What the page of an order is sent besides its fields. */
export const salesSends = { packages: z.array(parcel), ruleRuns: z.array(ruleRun) };
