import type { PictureView } from "./draw";

/** Goods of the story (company.md 3.4) by SKU: what their pictures show. */
export const STORY_GOODS: Record<string, { motif: string; spec: string }> = {
  "HKC2001-BK": { motif: "HKC2", spec: "黑色" },
  "HKC2001-WH": { motif: "HKC2", spec: "白色" },
  "PTF2001-WH": { motif: "PTF2", spec: "白色" },
  "ELC2001-US": { motif: "ELC2", spec: "白色" },
  "ODC2001-GN": { motif: "ODC2", spec: "绿色" },
  "BTH2001-PK": { motif: "BTH2", spec: "粉色" },
  "SET2001-A": { motif: "SET", spec: "灰色" },
};

export const nameOf = (motif: string, spec: string, view: PictureView): string => `${motif}/${spec}/${view}`;
