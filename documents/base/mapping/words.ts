import { labelled } from "../../kit";
/** Systems outside that call our goods by codes of their own; `overseas`: one warehouse by itself. */
export const mappingSystems = labelled({
  overseas: "海外仓",
  xy: "XY",
  hs: "HS",
  gc: "谷仓",
  winit: "万邑通",
  sf: "顺丰",
});

export type MappingSystem = keyof typeof mappingSystems;

/** How far a mapping is. */
export const mappingStates = {
  draft: { label: "草稿", tone: "grey" },
  pushed: { label: "已推送", tone: "blue" },
  active: { label: "已生效", tone: "green" },
  failed: { label: "推送失败", tone: "red" },
  disabled: { label: "停用", tone: "grey" },
} as const;

/** What the other side says of the goods. */
export const externalStates = {
  draft: { label: "草稿", tone: "grey" },
  review: { label: "审核中", tone: "orange" },
  approved: { label: "已通过", tone: "green" },
  rejected: { label: "已驳回", tone: "red" },
} as const;

/** The weight there and ours. */
export const weightTags = { same: { label: "相符", tone: "green" }, off: { label: "超过10%", tone: "red" } } as const;
