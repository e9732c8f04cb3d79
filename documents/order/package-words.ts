import { z } from "zod";
import { someTexts, texts } from "../kit";

/** How far a package is. */
export const packageStates = {
  draft: { label: "草稿", tone: "grey" },
  reserved: { label: "待下发", tone: "orange" },
  sent: { label: "已下发", tone: "blue" },
  labelled: { label: "已出面单", tone: "blue" },
  shipped: { label: "已出库", tone: "green" },
  delivered: { label: "已妥投", tone: "green" },
  returned: { label: "已退回", tone: "red" },
  failed: { label: "下发失败", tone: "red" },
  cancelled: { label: "已取消", tone: "red" },
} as const;

/** What a warehouse or a carrier was asked and has not answered. */
export const packageTasks = {
  send: { label: "下发中", tone: "orange" },
  label: { label: "取面单中", tone: "orange" },
  recall: { label: "拦截中", tone: "orange" },
} as const;

/** How far its platform was told that it left. */
export const confirmStates = {
  none: { label: "无", tone: "grey" },
  queued: { label: "排队", tone: "orange" },
  uploaded: { label: "已回传", tone: "green" },
  failed: { label: "失败", tone: "red" },
} as const;

/** What a carrier told of a parcel. */
const trackEvent = z.object({ ...texts("time", "status"), ...someTexts("location", "desc") });

/** What the page of a package is sent besides its plain fields. */
export const packageSends = { trackEvents: z.array(trackEvent).nullable() };
