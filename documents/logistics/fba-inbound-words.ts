import { z } from "zod";
import { field, labelled } from "../kit";

/** Who speaks with the platform about a plan: we by its interface, or people in its console. */
export const inboundModes = labelled({ api: "接口", manual: "手工" });

/** How far a plan is (figures.md D.6). */
export const inboundStates = {
  draft: { label: "草稿", tone: "grey" },
  creating: { label: "建立中", tone: "orange" },
  packing: { label: "待装箱", tone: "blue" },
  placement: { label: "待选方案", tone: "blue" },
  transport: { label: "待运输", tone: "blue" },
  window: { label: "待选时间", tone: "blue" },
  ready: { label: "待发货", tone: "blue" },
  shipped: { label: "已发货", tone: "blue" },
  receiving: { label: "收货中", tone: "orange" },
  closed: { label: "已关闭", tone: "green" },
  cancelled: { label: "已取消", tone: "red" },
} as const;

/** What the platform was asked and has not finished. */
export const inboundTasks = {
  create: { label: "平台建立计划中", tone: "orange" },
  pack: { label: "平台计算分仓中", tone: "orange" },
  choose: { label: "平台确认分仓中", tone: "orange" },
  transport: { label: "平台计算运输中", tone: "orange" },
  window: { label: "平台确认运输中", tone: "orange" },
  cancel: { label: "平台取消中", tone: "orange" },
} as const;
export type InboundTask = keyof typeof inboundTasks;

/** Who puts labels on pieces, or makes them ready. */
export const inboundOwners = labelled({ SELLER: "卖家", AMAZON: "平台", NONE: "不需要" });

/** Whose carrier brings the shipments. */
export const inboundCarriers = labelled({
  USE_YOUR_OWN_CARRIER: "自己的承运商",
  AMAZON_PARTNERED_CARRIER: "平台合作承运商",
});

/** How the platform calls the ways that goods come. */
export const inboundWays = labelled({
  GROUND_SMALL_PARCEL: "小包裹",
  FREIGHT_LTL: "零担（托盘）",
  FREIGHT_FTL_PALLET: "整车（托盘）",
  FREIGHT_FTL_NONPALLET: "整车（散箱）",
  OCEAN_LCL: "海运拼箱",
  OCEAN_FCL: "海运整柜",
  AIR_SMALL_PARCEL: "空运小包",
  AIR_SMALL_PARCEL_EXPRESS: "空运快递",
});

/** Number of a shipment as it stands on its labels. */
export const shipmentNumber = (more: { help?: string } = {}) =>
  field.text("货件号", { ...more, max: 20, pattern: [/^FBA[A-Z0-9]{9,10}$/, "货件号为FBA加9到10位大写字母或数字"] });

const labelledBox = z.object({
  boxNo: z.number(),
  /** What the platform calls it, as it stands on its label. */
  code: z.string(),
  qty: z.number(),
  goods: z.string(),
  weightKg: z.string().nullable(),
});

/** What labels of a plan say beyond its fields. */
export const inboundSends = {
  items: z.array(z.object({ title: z.string() })),
  country: z.string(),
  shipments: z.array(z.object({ labels: z.array(labelledBox) })),
};
export type InboundBoxLabel = z.infer<typeof labelledBox>;

const LABELLED = [
  "draft",
  "creating",
  "packing",
  "placement",
  "transport",
  "window",
  "ready",
  "shipped",
  "receiving",
] as const;

const PIECES = { title: "FNSKU标签", from: LABELLED } as const;

/** Labels of the pieces on the papers that there are for them, and of the boxes once it is known which go where. */
export const inboundPrints = {
  fnsku: { path: "/logistics/fbaInbound/fnsku", label: "FNSKU标签", paper: "标签机 60×40", ...PIECES },
  fnskuA4: { path: "/logistics/fbaInbound/fnskuA4", paper: "A4 每页30张", paperOf: "fnsku", ...PIECES },
  fnskuLetter: { path: "/logistics/fbaInbound/fnskuLetter", paper: "Letter 每页30张", paperOf: "fnsku", ...PIECES },
  boxes: {
    path: "/logistics/fbaInbound/boxLabels",
    label: "箱标",
    title: "FBA箱标",
    from: ["transport", "window", "ready", "shipped", "receiving"],
    says: "选择分仓后才知道货件，届时可打印箱标",
  },
} as const;
