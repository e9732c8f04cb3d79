import { z } from "zod";
import { figures, keysOf, texts } from "../../kit";

/** Jobs of the warehouse terminal that count: their name, what opens them, who may do them. */
export const terminalJobs = {
  sign: {
    label: "签收",
    permission: "wms_sign_sign",
    opens: "扫送货单号或箱唛",
    counts: "扫SKU、条码、FNSKU或箱唛",
    ends: "确认签收",
  },
  inspect: {
    label: "质检",
    permission: "purchase_inspection_finish",
    opens: "扫质检单、签收单或送货单号",
    counts: "扫SKU、条码或FNSKU",
    ends: "完成质检",
    good: "合格",
    bad: "不合格",
  },
  in: {
    label: "其他入库",
    permission: "wms_otherin_add",
    opens: "扫第一件的SKU、条码或FNSKU",
    counts: "扫SKU、条码或FNSKU",
    ends: "提交入库单",
    good: "良品",
    bad: "次品",
  },
  out: {
    label: "其他出库",
    permission: "wms_otherout_add",
    opens: "扫第一件的SKU、条码或FNSKU",
    counts: "扫SKU、条码或FNSKU",
    ends: "提交出库单",
    good: "良品",
    bad: "次品",
  },
  pack: {
    label: "调拨装箱",
    permission: "logistics_transfer_pack",
    opens: "扫调拨单号或货件号",
    counts: "扫SKU、条码或FNSKU；箱满扫BOX",
    ends: "完成装箱",
    boxes: true,
  },
  receive: {
    label: "调拨收货",
    permission: "logistics_transfer_receive",
    opens: "扫调拨单号、货件号或箱唛",
    counts: "扫箱唛、SKU、条码或FNSKU",
    ends: "确认收货",
    good: "良品",
    bad: "次品",
  },
  move: {
    label: "移库",
    permission: "logistics_transfer_add",
    opens: "扫调入仓编码",
    counts: "扫SKU、条码或FNSKU",
    ends: "提交调拨单",
    good: "良品",
    bad: "次品",
  },
} as const satisfies Record<string, TerminalJob>;

interface TerminalJob {
  label: string;
  permission: string;
  /** What to scan first, and then. */
  opens: string;
  counts: string;
  /** The button at its end. */
  ends: string;
  /** What is counted goes into boxes, which are sealed. */
  boxes?: boolean;
  /** Pieces are told apart by these words; without them all are good. */
  good?: string;
  bad?: string;
}

export type TerminalKind = keyof typeof terminalJobs;
export const terminalKinds = keysOf(terminalJobs);
export const jobOf = (kind: TerminalKind): TerminalJob => terminalJobs[kind];

/** Looks up what lies where; counts nothing. */
export const terminalLook = { label: "查库存", permission: "wms_stock_view" };

const tone = z.enum(["good", "warn", "bad"]);
export type TerminalTone = z.output<typeof tone>;

const wireId = z.string().regex(/^\d{1,18}$/, "编号不正确");

export const terminalPlace = z.object({ id: z.string(), name: z.string(), code: z.string() });

/** What to count of a SKU, and what was counted. `expected` null: as much as there is. */
export const terminalLine = z.object({
  ...figures("good", "bad"),
  ...texts("skuId", "code", "name"),
  expected: z.number().nullable(),
});

export const terminalScan = z.object({
  id: z.string(),
  code: z.string(),
  said: z.string(),
  tone,
  time: z.string(),
  undone: z.boolean(),
  /** It counted pieces: it may be taken back while its job is open. */
  counts: z.boolean(),
});

export const terminalView = z.object({
  place: terminalPlace,
  job: z.object({ id: z.string(), no: z.string().nullable(), cartons: z.number() }).nullable(),
  lines: z.array(terminalLine),
  /** The last ones, the newest first. */
  scans: z.array(terminalScan),
  asGood: z.boolean(),
});
export type TerminalView = z.output<typeof terminalView>;

/** One scan as it is sent; `key` is its own, so that it counts once however often it is sent. */
export const scanIn = z.object({
  warehouseId: wireId,
  code: z.string().trim().min(1, "请扫码").max(60, "条码不能超过60个字符"),
  qty: z.coerce
    .number("数量须为1到99999的整数")
    .int("数量须为1到99999的整数")
    .min(1, "数量须为1到99999的整数")
    .max(99_999, "数量须为1到99999的整数")
    .default(1),
  good: z.boolean().default(true),
  key: z.string().regex(/^[\w:-]{8,100}$/, "提交的内容有误"),
  time: z.iso.datetime().optional(),
  view: z.boolean().default(false),
});
export const scanOut = z.object({ tone, said: z.string(), view: terminalView.optional() });

/** A question at the end of a job. */
export const terminalAsk = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(["select", "text", "number", "files", "check"]),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  required: z.boolean().optional(),
  value: z.string().optional(),
  help: z.string().optional(),
});
export type TerminalAsk = z.output<typeof terminalAsk>;

export const finishIn = z.object({
  jobId: wireId,
  values: z.record(z.string(), z.union([z.string().max(500), z.array(z.string().max(100)).max(20)])),
});
export const finishOut = z.object({ said: z.string(), document: z.string(), id: z.string() });

/** What lies of a SKU in one warehouse. */
export const terminalStock = z.object({
  code: z.string(),
  name: z.string(),
  rows: z.array(
    z.object({ ...figures("qc", "good", "bad", "reserved", "transit"), place: z.string(), here: z.boolean() }),
  ),
});
