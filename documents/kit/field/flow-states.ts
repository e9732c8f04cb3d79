import type { Option } from "./field";

/** States that every document with an approval shares (supply.md 0.3). */
export const flowStates = {
  draft: { label: "草稿", tone: "grey" },
  auditing: { label: "审批中", tone: "orange" },
  rejected: { label: "已驳回", tone: "red" },
  approved: { label: "已审批", tone: "blue" },
  void: { label: "已作废", tone: "red" },
} as const satisfies Record<string, Option>;
