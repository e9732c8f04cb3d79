import { defineDocument, field } from "../../kit";

/** 后台任务: work by the clock, with its last turn. */
export const job = defineDocument({
  name: "job",
  label: "后台任务",
  module: "base",
  inSetup: true,
  table: "job_run",
  menu: { group: "base", icon: "history", sort: 150, words: { run: "立即执行" } },
  display: "title",
  derived: true,
  keyword: ["title", "code"],
  list: { sort: [{ by: "id" }] },
  glance: {
    queues: [{ label: "后台任务失败", where: { state: "failed" }, permission: "run", about: "error", late: true }],
  },
  can: { add: false, edit: false, del: false, export: false },
  formColumns: 1,
  fields: {
    title: field.text("任务", { max: 60, column: { width: 180, fixed: "left" } }),
    code: field.text("代码", { max: 60, unique: "任务已存在", column: true }),
    cron: field.text("时间表", { max: 60, help: "分 时 日 月 周，UTC时间", column: true }),
    state: field.enum("上次结果", {
      default: "none",
      column: true,
      filter: "in",
      options: {
        none: { label: "未执行", tone: "grey" },
        running: { label: "执行中", tone: "blue" },
        ok: { label: "成功", tone: "green" },
        later: { label: "稍后重试", tone: "orange" },
        failed: { label: "失败", tone: "red" },
      },
    }),
    lastStart: field.datetime("上次开始", { column: true }),
    lastEnd: field.datetime("上次结束", { column: true }),
    lastOk: field.datetime("上次成功", { column: true }),
    error: field.text("错误", { max: 300, column: { minWidth: 200 } }),
  },
  actions: { run: { label: "立即执行", unless: ["state", "running", "任务正在执行"] } },
  screens: { list: "/baseSetup/jobs/index" },
});
