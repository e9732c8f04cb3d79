import type { Window } from "./feed";

const MOST_DAYS = 30;
const DAY_MS = 86_400_000;
const timeOf = (wire: string) => Date.parse(`${wire.replace(" ", "T")}+08:00`);

/** Why what changed between two times cannot be asked for. */
export function windowFault({ from, to }: Window): string | undefined {
  if (!from) return to ? "请填写更新自" : undefined;
  const days = ((to ? timeOf(to) : Date.now()) - timeOf(from)) / DAY_MS;
  if (days < 0) return "更新至须晚于更新自";
  if (days > MOST_DAYS) return `同步区间不能超过${MOST_DAYS}天`;
}

/** Said of a store or connection that is being read. */
export const UNDER_WAY = "同步任务进行中，请稍后";
