import type { Option } from "../../kit";

/** How long a debt is overdue (账龄); what waits for its day and what was paid ahead stand apart. */
export const ageBuckets = {
  notDue: { label: "未到期", tone: "grey" },
  d30: { label: "逾期1–30天", tone: "orange" },
  d60: { label: "逾期31–60天", tone: "orange" },
  d90: { label: "逾期61–90天", tone: "red" },
  over90: { label: "逾期90天以上", tone: "red" },
  prepaid: { label: "预付", tone: "blue" },
} as const satisfies Record<string, Option>;

export type AgeBucket = keyof typeof ageBuckets;

/** Buckets of what is overdue. */
export const OVERDUE = "d30,d60,d90,over90";

/** What of an order's debts falls due. */
export const dueStates = {
  overdue: { label: "已逾期", tone: "red" },
  open: { label: "未到期", tone: "orange" },
  waiting: { label: "待质检", tone: "grey" },
  prepaid: { label: "预付", tone: "blue" },
  clear: { label: "无未付", tone: "green" },
} as const satisfies Record<string, Option>;
