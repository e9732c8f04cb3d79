import { entriesOf } from "#documents/kit";
import type { TagTone } from "~/ui";

interface WorkflowWord {
  label: string;
  tone: TagTone;
}

/** State of a node in the strip. */
export const nodeStates: Record<string, WorkflowWord> = {
  todo: { label: "审批中", tone: "orange" },
  waiting: { label: "未到", tone: "grey" },
  approved: { label: "通过", tone: "green" },
  rejected: { label: "驳回", tone: "red" },
  skipped: { label: "自动跳过", tone: "blue" },
  none: { label: "不参与", tone: "grey" },
  cancelled: { label: "未进行", tone: "grey" },
};

/** What somebody did, in the time line. */
export const stepWords: Record<string, WorkflowWord> = {
  started: { label: "提交", tone: "blue" },
  approved: { label: "通过", tone: "green" },
  rejected: { label: "驳回", tone: "red" },
  transferred: { label: "转办", tone: "blue" },
  added: { label: "加签", tone: "blue" },
  skipped: { label: "跳过", tone: "grey" },
  withdrawn: { label: "撤回", tone: "grey" },
  cancelled: { label: "单据作废，流程取消", tone: "grey" },
};

/** 转办: somebody else decides instead. 加签: somebody else decides as well. */
export const HANDS = { transfer: "转办", add: "加签" } as const;
export type Hand = keyof typeof HANDS;

/** The one of this name; of another name none. */
export const handNamed = (name: string | null): Hand | undefined => entriesOf(HANDS).find(([how]) => how === name)?.[0];

/** Buttons that decide, those that then go on to the next one among them. */
const DECISIONS = ["approve", "approveNext", "reject", "rejectNext"];
export const isDecision = (name: string): boolean => DECISIONS.includes(name);

/** What is done to a task; the rest is done to its flow, by who started it. */
export const isOnTask = (name: string): boolean => isDecision(name) || !!handNamed(name);

/** What is written most when something is sent back, until a person has words of his own. */
const REASONS = [
  "金额有误，请核对",
  "资料不全，请补充附件",
  "价格偏高，请重新议价",
  "数量超出需要，请调整",
  "重复提交",
];

/** Five reasons to choose from: one's own, the most frequent first, then the usual ones. */
export const rejectReasons = (own: readonly string[]): string[] => [...new Set([...own, ...REASONS])].slice(0, 5);

/** 93784 seconds → "1天2小时"; the two largest units. */
export function durationWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 1440), "天"],
    [Math.floor(minutes / 60) % 24, "小时"],
    [minutes % 60, "分钟"],
  ] as const;
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return "不到1分钟";
  return parts
    .slice(first, first + 2)
    .filter(([n]) => n > 0)
    .map((p) => p.join(""))
    .join("");
}
