import { defineDocument, field } from "../../kit";
import { jobStates, triggers } from "./words";

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
  sort: [{ by: "id", desc: true }],
  can: { add: false, edit: false, del: false, export: false },
  tabsBy: "jobStatus",
  statusTabs: true,
  fields: {
    runNo: field.text({
      ...{ label: "运行号", max: 30, unique: "运行号已存在", computed: true },
      column: { width: 150, fixed: "left" },
    }),
    taskId: field.ref({
      ...{ label: "任务", to: "etl_task", computed: true, column: { width: 160 }, filter: "in" },
    }),
    jobStatus: field.enum({
      ...{ label: "作业状态", options: jobStates, computed: true, column: { width: 96 } },
      filter: "in",
    }),
    trigger: field.enum({
      ...{ label: "触发", options: triggers, computed: true, column: { width: 70 } },
      filter: "in",
    }),
    jobId: field.text({
      ...{ label: "作业ID", max: 20, computed: true },
      column: { width: 180 },
    }),
    embedded: field.bool({ label: "内置引擎", computed: true }),
    startTime: field.datetime({
      ...{ label: "开始", computed: true, column: { width: 170, sortable: true }, filter: "range" },
    }),
    endTime: field.datetime({ label: "结束", computed: true, column: { width: 170 } }),
    durationSec: field.int({ label: "耗时", unit: "秒", computed: true, column: { width: 90 } }),
    readCount: field.decimal({ label: "读行", scale: 0, computed: true, column: { width: 90 } }),
    writeCount: field.decimal({ label: "写行", scale: 0, computed: true, column: { width: 90 } }),
    lagCount: field.decimal({
      ...{ label: "差异行", scale: 0, computed: true, virtual: true, column: { width: 90 } },
    }),
    readBytes: field.decimal({ label: "读字节", scale: 0, computed: true }),
    operatorId: field.ref({ label: "操作人", to: "user", computed: true, column: { width: 100 } }),
    configVersion: field.int({ label: "配置版本", computed: true }),
    attempt: field.int({ label: "第几次", computed: true, hiddenIn: ["view"] }),
    restore: field.bool({ label: "从保存点开始", computed: true }),
    submitted: field.bool({ label: "已提交", computed: true, hiddenIn: ["view"] }),
    /** What is asked of the engine: to stop, with or without a savepoint. */
    stopAsked: field.text({ label: "要求停止", max: 20, computed: true, hiddenIn: ["view"] }),
    unknownTimes: field.int({ label: "引擎不认识", computed: true, hiddenIn: ["view"] }),
    timedOut: field.bool({ label: "超时", computed: true }),
    errorMsg: field.longtext({
      ...{ label: "错误信息", computed: true, max: 4000, column: { minWidth: 200 } },
    }),
    metrics: field.json({ label: "指标", computed: true, hiddenIn: ["view"] }),
    log: field.longtext({ label: "日志", computed: true, virtual: true, hiddenIn: ["view"] }),
  },
  screens: {
    list: "/baseSetup/seaTunnelTask/runs",
    detail: "/baseSetup/seaTunnelTask/run",
    tabs: ["etl_task", "etl_run"],
    titles: { list: "运行记录" },
  },
});
