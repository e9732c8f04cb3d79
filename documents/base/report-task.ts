import { defineDocument, field, unshown } from "../kit";
import { adReportKinds, reportFile, reportKinds } from "./report-file";

/** States of what is asked for and has not ended. */
export const openTasks = ["due", "waiting", "downloading"] as const;

const due = { label: "待取", tone: "orange" } as const;
const waiting = { label: "生成中", tone: "blue" } as const;
const done = { label: "完成", tone: "green" } as const;
const failed = { label: "失败", tone: "red" } as const;
const cancelled = { label: "已取消", tone: "grey" } as const;

const taskTabs = ["report_task", "ad_report"] as const;

/** What a platform is asked for, connection by connection: jobs and people ask, nobody types it. */
const asked = {
  module: "base",
  permission: "base_data",
  display: "platformNo",
  derived: true,
  many: true,
  scopeBy: { store: "storeId", user: "createBy" },
  can: { add: false, edit: false, del: false },
  formColumns: 1,
} as const;

const from = "店铺接入平台或广告后，到期的报告会自动申请，并列在这里";

const storeId = field.ref("店铺", { to: "store", computed: true, column: { width: 150, fixed: "left" }, filter: "in" });
const startDate = field.date("开始日", { computed: true, column: { hide: true, phone: false }, filter: "range" });

const progress = {
  attempts: field.int("次数", {
    computed: true,
    column: { width: 70, phone: false, tooltip: "平台没有生成或文件损坏后重新申请的次数" },
  }),
  nextTime: field.datetime("下次", {
    computed: true,
    virtual: true,
    column: { width: 160, tooltip: "没有结束的任务，这时再问平台" },
  }),
  error: field.text("说明", { computed: true, max: 300, column: { minWidth: 200 } }),
};

const askedBy = { job: { label: "定时" }, gap: { label: "补缺" }, person: { label: "人工" } } as const;

const who = {
  askedBy: field.enum("来由", {
    computed: true,
    default: "job",
    options: askedBy,
    column: { width: 80, phone: false, tooltip: "补缺：新接入的店铺往前补取" },
    filter: "in",
  }),
  createBy: field.ref("发起人", { to: "user", computed: true, column: { width: 100, phone: false } }),
  createTime: field.datetime("申请时间", { computed: true, column: { width: 160, sortable: true }, filter: "range" }),
  endTime: field.datetime("结束时间", { computed: true, column: { width: 160, phone: false } }),
  platformNo: field.text("平台报告编号", {
    computed: true,
    max: 100,
    column: { hide: true, phone: false },
    filter: "prefix",
  }),
};

const period = field.text("期间", { computed: true, virtual: true, column: { width: 190 } });
const ends = {
  connectorId: field.ref("连接", { to: "connector", computed: true }),
  endDate: field.date("结束日", { ...unshown }),
};

const actions = {
  again: {
    notFor: ["state", "due", "waiting", "downloading", "held"],
    label: "重新取数",
    permission: "fetch",
    batch: true,
    confirm: "同样的日期再取一次；已有的数据不会重复",
  },
  cancel: {
    label: "取消",
    notFor: ["state", "done", "empty", "failed", "replaced", "cancelled"],
    permission: "fetch",
    batch: true,
    danger: true,
    confirm: "取消后不再向平台取这份报告",
  },
} as const;

/** 取数任务 (figures.md A.1): each report that a marketplace is asked to make, and how far it is. */
export const reportTask = defineDocument({
  ...asked,
  name: "report_task",
  label: "取数任务",
  // Its codes stand on the page of 数据完整性.
  menu: { group: "base", icon: "history", sort: 138, words: { view: false, export: false, fetch: false } },
  list: { tabs: "state", from, sort: [{ by: "id", desc: true }] },
  fields: {
    storeId,
    kind: field.enum("报告", { computed: true, options: reportKinds, column: { width: 130 }, filter: "in" }),
    period,
    state: field.enum("状态", {
      computed: true,
      options: {
        due,
        waiting,
        downloading: { label: "下载中", tone: "blue" },
        done,
        empty: { label: "无数据", tone: "grey" },
        failed,
        cancelled,
      },
      column: { width: 90 },
      filter: "in",
    }),
    ...progress,
    reportFileId: field.ref("报告文件", { to: "report_file", computed: true, column: { width: 150 } }),
    fileState: field.enum("解析", {
      computed: true,
      virtual: true,
      options: reportFile.status.values,
      column: { width: 100 },
      filter: "in",
    }),
    ...who,
    startDate,
    ...ends,
  },
  actions,
  screens: { list: "/baseSetup/reportTask/index", tabs: taskTabs, titles: { list: "取数任务" } },
});

/**
 * The same of advertising accounts; what tells of far fewer rows than there are waits for a person. Files that are
 * uploaded stand here too, without a connection: which days a report has told of is one question.
 */
export const adReport = defineDocument({
  ...asked,
  name: "ad_report",
  label: "广告取数",
  list: { tabs: "state", from, sort: [{ by: "id", desc: true }] },
  fields: {
    storeId,
    reportType: field.enum("报告", { computed: true, options: adReportKinds, column: { width: 130 }, filter: "in" }),
    period,
    state: field.enum("状态", {
      computed: true,
      options: {
        due,
        waiting,
        held: { label: "待确认", tone: "orange" },
        done,
        failed,
        replaced: { label: "已替代", tone: "grey" },
        cancelled,
      },
      column: { width: 90, tooltip: "已替代：更新的任务包含这些日期" },
      filter: "in",
    }),
    ...progress,
    rowCount: field.int("行数", { computed: true, later: true, column: { width: 80, phone: false } }),
    reportFileId: field.ref("报告文件", { to: "report_file", computed: true, column: { width: 150, phone: false } }),
    ...who,
    askedBy: field.enum("来由", {
      computed: true,
      default: "job",
      options: { ...askedBy, upload: { label: "上传" } },
      column: { width: 80, phone: false },
      filter: "in",
    }),
    startDate,
    ...ends,
  },
  actions: {
    ...actions,
    accept: {
      label: "确认采用",
      notFor: ["state", "due", "waiting", "done", "failed", "replaced", "cancelled"],
      permission: "fetch",
      batch: true,
      confirm: "原有而这份报告里没有的行将按0计",
    },
  },
  screens: { list: "/baseSetup/reportTask/ads", tabs: taskTabs, titles: { list: "广告取数" } },
});
