import { defineDocument, field } from "../../kit";
import { jobModes, jobStates } from "./words";

const EXAMPLE = `{
  "env": { "job.mode": "BATCH" },
  "source": [{ "plugin_name": "Jdbc" }],
  "sink": [{ "plugin_name": "Jdbc" }]
}`;

/** ETL任务 (market.md 5): a job of the data engine, when it runs and who hears of its faults. */
export const etlTask = defineDocument({
  name: "etl_task",
  label: "ETL任务",
  module: "base",
  api: "/basesetup/seatunneltask",
  permission: "base_seatunneltask",
  menu: {
    ...{ group: "base", icon: "database", sort: 110, label: "ETL任务管理" },
    words: { submit: false, approve: false, void: false, export: false, print: false, run: "运行" },
  },
  number: "ETL",
  scopeBy: undefined,
  display: "taskName",
  keyword: ["taskName", "no"],
  sort: [{ by: "updateTime", desc: true }, { by: "id" }],
  can: { export: false },
  copy: false,
  statusTabs: true,
  overview: true,
  formColumns: 2,
  status: {
    ...{ field: "status", initial: "disabled", editable: ["disabled", "enabled"] },
    deletable: ["disabled"],
    values: {
      disabled: { label: "停用", tone: "grey" },
      enabled: { label: "启用", tone: "green" },
    },
  },
  figures: [
    { field: "lastState" },
    { field: "lastSec" },
    { field: "lastRead" },
    { field: "lastWrite" },
  ],
  fields: {
    taskName: field.text({
      ...{ label: "任务名称", required: true, max: 60, unique: "任务名称已存在" },
      column: { width: 180, fixed: "left" },
    }),
    jobMode: field.enum({
      ...{ label: "作业模式", options: jobModes, required: true, default: "BATCH" },
      ...{ column: { width: 84, phone: false }, filter: "in" },
    }),
    sourceType: field.text({
      ...{ label: "来源", computed: true, max: 200, column: { width: 84, phone: false } },
    }),
    sinkType: field.text({
      ...{ label: "目标", computed: true, max: 200, column: { width: 84, phone: false } },
    }),
    parallelism: field.int({ label: "并行度", default: 2, min: 1, max: 32, required: true }),
    cron: field.text({
      ...{
        label: "调度",
        max: 60,
        placeholder: "30 2 * * *",
        column: { width: 100, phone: false },
      },
      help: "分 时 日 月 周，北京时间；只用于批作业",
    }),
    nextRun: field.datetime({
      ...{ label: "下次运行", computed: true, column: { width: 165, phone: false } },
    }),
    timeoutMin: field.int({
      ...{ label: "超时", unit: "分钟", default: 120, min: 1, max: 100_000, required: true },
    }),
    retryTimes: field.int({
      label: "重试",
      unit: "次",
      default: 0,
      min: 0,
      max: 3,
      required: true,
    }),
    alarmUsers: field.refs({ label: "告警人", to: "user", help: "失败或超时时收到消息" }),
    config: field.longtext({
      ...{ label: "作业配置", required: true, max: 50_000, wide: true, placeholder: EXAMPLE },
      ...{ codeLines: 20, holdsSecrets: true },
      help: "SeaTunnel的JSON：env、source、transform、sink。密码加密保存，显示为******，不改则保留",
    }),
    secrets: field.secret({
      label: "配置中的密码",
      max: 20_000,
      computed: true,
      hiddenIn: ["view"],
    }),
    configVersion: field.int({ label: "配置版本", computed: true }),
    lastState: field.enum({
      ...{ label: "最近状态", options: jobStates, computed: true, filter: "in" },
      column: { width: 96 },
    }),
    lastEndTime: field.datetime({
      ...{ label: "最近结束", computed: true, column: { width: 165, hide: true } },
    }),
    lastSec: field.int({
      ...{ label: "最近耗时", unit: "秒", computed: true, virtual: true, column: { width: 96 } },
    }),
    lastRead: field.decimal({
      ...{ label: "读行", scale: 0, computed: true, virtual: true, column: { width: 90 } },
    }),
    lastWrite: field.decimal({
      ...{ label: "写行", scale: 0, computed: true, virtual: true, column: { width: 90 } },
    }),
    nextTimes: field.texts({
      ...{ label: "接下来五次", computed: true, virtual: true, hiddenIn: ["view"] },
    }),
    lastRuns: field.json({
      ...{ label: "最近运行", computed: true, virtual: true, hiddenIn: ["view"] },
    }),
  },
  actions: {
    run: { label: "运行", permission: "run", batch: true, next: true },
    stop: {
      ...{ label: "停止", permission: "run", batch: true },
      confirm: "未写完的数据不再写入",
    },
    stopSavepoint: { label: "保存点停止", permission: "run" },
    restore: { label: "从保存点恢复", permission: "run" },
    check: { label: "校验", permission: "edit" },
    enable: { label: "启用调度", permission: "edit", from: ["disabled"], to: "enabled" },
    disable: { label: "停用调度", permission: "edit", from: ["enabled"], to: "disabled" },
  },
  related: { runs: { label: "运行记录", document: "etl_run", by: { taskId: "id" } } },
  screens: {
    list: "/baseSetup/seaTunnelTask/index",
    create: "/baseSetup/seaTunnelTask/edit",
    edit: "/baseSetup/seaTunnelTask/edit",
    detail: "/baseSetup/seaTunnelTask/detail",
    tabs: ["etl_task", "etl_run"],
    titles: { list: "ETL任务管理" },
  },
});
