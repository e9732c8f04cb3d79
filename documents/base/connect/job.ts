import { defineDocument, field } from "../../kit";

/** 后台任务: work by the clock, with its last turn. */
export const job = defineDocument({
  name: "job",
  label: "后台任务",
  module: "base",
  table: "job_run",
  menu: { group: "base", icon: "history", sort: 150, words: { run: "立即执行" } },
  display: "title",
  derived: true,
  keyword: ["title", "code"],
  sort: [{ by: "id" }],
  can: { add: false, edit: false, del: false, export: false },
  fields: {
    title: field.text({ label: "任务", max: 60, column: { width: 180, fixed: "left" } }),
    code: field.text({
      ...{ label: "代码", max: 60, unique: "任务已存在", column: { width: 160 } },
    }),
    cron: field.text({
      ...{ label: "时间表", max: 60, help: "分 时 日 月 周，UTC时间", column: { width: 130 } },
    }),
    state: field.enum({
      ...{ label: "上次结果", default: "none", column: { width: 100 }, filter: "in" },
      options: {
        none: { label: "未执行", tone: "grey" },
        running: { label: "执行中", tone: "blue" },
        ok: { label: "成功", tone: "green" },
        later: { label: "稍后重试", tone: "orange" },
        failed: { label: "失败", tone: "red" },
      },
    }),
    lastStart: field.datetime({ label: "上次开始", column: { width: 170 } }),
    lastEnd: field.datetime({ label: "上次结束", column: { width: 170 } }),
    lastOk: field.datetime({ label: "上次成功", column: { width: 170 } }),
    error: field.text({ label: "错误", max: 300, column: { minWidth: 200 } }),
  },
  actions: {
    run: { label: "立即执行", permission: "run", unless: ["state", "running", "任务正在执行"] },
  },
  screens: { list: "/baseSetup/jobs/index" },
});
