export const threadStates = {
  open: { label: "待回复", tone: "orange" },
  replied: { label: "已回复", tone: "blue" },
  pending: { label: "挂起", tone: "grey" },
  resolved: { label: "已解决", tone: "green" },
  closed: { label: "已关闭", tone: "grey" },
} as const;

/** How much of the day to answer in is left (market.md 3): 24 hours, of which the last four warn. */
export const slaStates = {
  none: { label: "无", tone: "grey" },
  ok: { label: "正常", tone: "green" },
  due: { label: "即将超时", tone: "orange" },
  overdue: { label: "已超时", tone: "red" },
} as const;

export const directions = {
  in: { label: "收到", tone: "blue" },
  out: { label: "发出", tone: "green" },
} as const;

export const sendStates = {
  queued: { label: "排队", tone: "orange" },
  sent: { label: "已发", tone: "green" },
  failed: { label: "失败", tone: "red" },
} as const;
