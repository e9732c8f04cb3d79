import { defineDocument, field, labelled } from "../../kit";

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
export const endStates: readonly JobState[] = ["FINISHED", "SAVEPOINT_DONE", "CANCELED", "FAILED", "UNKNOWABLE"];

export const jobModes = { BATCH: { label: "批" }, STREAMING: { label: "流" } } as const;

export const triggers = labelled({ manual: "手动", cron: "定时", retry: "重试", savepoint: "恢复" });

/** 运行记录: one turn of an ETL task; what it says comes from the engine alone. */
export const etlRun = defineDocument({
  name: "etl_run",
  label: "运行记录",
  module: "base",
  api: "/basesetup/seatunnelrun",
  permission: "base_seatunneltask",
  display: "runNo",
  derived: true,
  keyword: ["runNo", "jobId"],
  list: { sort: [{ by: "id", desc: true }], tabs: "jobStatus" },
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 1,
  fields: {
    runNo: field.text("运行号", { max: 30, unique: "运行号已存在", computed: true, column: { fixed: "left" } }),
    taskId: field.ref("任务", { to: "etl_task", computed: true, column: { width: 160 }, filter: "in" }),
    jobStatus: field.enum("作业状态", { options: jobStates, computed: true, column: true, filter: "in" }),
    trigger: field.enum("触发", { options: triggers, computed: true, column: true, filter: "in" }),
    jobId: field.text("作业ID", { max: 20, computed: true, column: { width: 180 } }),
    embedded: field.bool("内置引擎", { computed: true }),
    startTime: field.datetime("开始", { computed: true, column: { sortable: true }, filter: "range" }),
    endTime: field.datetime("结束", { computed: true, column: true }),
    durationSec: field.int("耗时", { unit: "秒", computed: true, column: true }),
    readCount: field.decimal("读行", { scale: 0, computed: true, column: true }),
    writeCount: field.decimal("写行", { scale: 0, computed: true, column: true }),
    lagCount: field.decimal("差异行", { scale: 0, computed: true, virtual: true, column: true }),
    readBytes: field.decimal("读字节", { scale: 0, computed: true }),
    operatorId: field.ref("操作人", { to: "user", computed: true, column: true }),
    configVersion: field.int("配置版本", { computed: true }),
    attempt: field.int("第几次", { computed: true, hiddenIn: ["view"] }),
    restore: field.bool("从保存点开始", { computed: true }),
    submitted: field.bool("已提交", { computed: true, hiddenIn: ["view"] }),
    /** What is asked of the engine: to stop, with or without a savepoint. */
    stopAsked: field.text("要求停止", { max: 20, computed: true, hiddenIn: ["view"] }),
    unknownTimes: field.int("引擎不认识", { computed: true, hiddenIn: ["view"] }),
    timedOut: field.bool("超时", { computed: true }),
    errorMsg: field.longtext("错误信息", { computed: true, max: 4000, column: { minWidth: 200 } }),
    metrics: field.json("指标", { computed: true, hiddenIn: ["view"] }),
    log: field.longtext("日志", { computed: true, virtual: true, hiddenIn: ["view"] }),
  },
  screens: {
    list: "/baseSetup/seaTunnelTask/runs",
    detail: "/baseSetup/seaTunnelTask/run",
    tabs: ["etl_task", "etl_run"],
    titles: { list: "运行记录" },
  },
});
