/** States of a job as the engine names them; the last five are ends. */
export const jobStates = {
  SUBMITTING: { label: "待提交", tone: "grey" },
  INITIALIZING: { label: "初始化", tone: "blue" },
  CREATED: { label: "已创建", tone: "blue" },
  PENDING: { label: "排队", tone: "blue" },
  SCHEDULED: { label: "已调度", tone: "blue" },
  RUNNING: { label: "运行中", tone: "blue" },
  FAILING: { label: "失败中", tone: "orange" },
  DOING_SAVEPOINT: { label: "保存中", tone: "orange" },
  CANCELING: { label: "取消中", tone: "orange" },
  FINISHED: { label: "完成", tone: "green" },
  SAVEPOINT_DONE: { label: "已保存停止", tone: "green" },
  CANCELED: { label: "已取消", tone: "grey" },
  FAILED: { label: "失败", tone: "red" },
  UNKNOWABLE: { label: "未知", tone: "red" },
} as const;

export type JobState = keyof typeof jobStates;

/** A run in one of these never changes again. */
export const endStates = [
  ...["FINISHED", "SAVEPOINT_DONE", "CANCELED", "FAILED", "UNKNOWABLE"],
] as readonly JobState[];

export const jobModes = { BATCH: { label: "批" }, STREAMING: { label: "流" } } as const;

export const triggers = {
  manual: { label: "手动" },
  cron: { label: "定时" },
  retry: { label: "重试" },
  savepoint: { label: "恢复" },
} as const;
