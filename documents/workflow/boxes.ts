import { type DocumentType, defineDocument, field, type Option } from "../kit";

/** State of a flow. */
export const flowStates: Readonly<Record<string, Required<Option>>> = {
  running: { label: "审批中", tone: "orange" },
  approved: { label: "已通过", tone: "green" },
  rejected: { label: "已驳回", tone: "red" },
  withdrawn: { label: "已撤回", tone: "grey" },
  cancelled: { label: "已取消", tone: "grey" },
};

/** State of a task, as the list of who had it says it. */
const decided = {
  approved: { label: "通过", tone: "green" },
  rejected: { label: "驳回", tone: "red" },
  transferred: { label: "已转办", tone: "blue" },
} as const;

/** Hours after which a task is late (supply.md E.1). */
export const LATE_HOURS = 48;

type Kinds = Readonly<Record<string, Option>>;

/**
 * What every list of flows shows. A flow stands in no node once it ended; its start is when it arrived. The
 * title says kind and number: their columns wait in the chooser.
 */
const head = (kinds: Kinds, words: { node: string; arrived: string }) => ({
  title: field.text("标题", { column: { width: 250, fixed: "left" } }),
  bizType: field.enum("单据类型", { options: kinds, filter: "in" }),
  bizTypeName: field.text("单据", { column: { hide: true } }),
  bizNo: field.text("单号", { column: { width: 130, sortable: true, hide: true } }),
  amountCny: field.money("金额（CNY）", { column: { phone: "fact" } }),
  starterName: field.text("发起人", {
    column: { width: 80, phone: false },
    filter: "like",
    placeholder: "姓名或用户名",
  }),
  nodeName: field.text(words.node, { column: { width: 110, phone: "fact" } }),
  arriveTime: field.datetime(words.arrived, { column: { sortable: true, phone: false }, filter: "range" }),
});

const waits = {
  waitingHours: field.int("等待（小时）", { column: { sortable: true, phone: "fact" } }),
  late: field.enum("超时", { options: { late: { label: "超时", tone: "red" } }, column: { width: 70 }, filter: "in" }),
};
const state = (label: string, options: Kinds) => field.enum(label, { options, column: true, filter: "in" });
const later = (label: string) => field.datetime(label, { column: { phone: false } });
const flows = { node: "当前节点", arrived: "发起时间" };
const tasks = { node: "节点", arrived: "到达时间" };

/** What the lists of flows have in common: read only, on calls of their own, each row leads to its flow. */
const box = {
  module: "act",
  display: "title",
  keyword: ["title", "bizNo"],
  can: { add: false, edit: false, del: false, export: false },
} as const;
/** Lists by the calls of supply.md E.4, which other backends have too. */
const calls = <const L extends string>(list: L) => ({ handwritten: true, list }) as const;
/** A task leads on to its flow, with its own decision in view. */
const ofTasks = { ...box, permission: "act_task", table: "act_task", api: "/act/task" } as const;
const ofFlows = { ...box, api: "/act/instance" } as const;
const screens = (name: string, list: string, of: "task" | "detail") => ({
  list: `/activiti/${name}/index`,
  detail: `/activiti/${of}/{id}`,
  titles: { list },
});

/** Approvals to do, done, started by me, copied to me, and all of them (supply.md E.4). */
export const flowLists = (kinds: Kinds) =>
  [
    defineDocument({
      ...ofTasks,
      name: "approval_todo",
      label: "待办审批",
      calls: calls("/act/task/todo"),
      fields: { ...head(kinds, tasks), ...waits },
      actions: {
        approve: {
          label: "通过",
          permission: "act_task_handle",
          batch: true,
          input: { comment: field.longtext("审批意见", { default: "同意", max: 500 }) },
        },
      },
      screens: screens("todo", "待办审批", "task"),
    }),
    defineDocument({
      ...ofTasks,
      name: "approval_done",
      label: "已办审批",
      calls: calls("/act/task/done"),
      fields: {
        ...head(kinds, tasks),
        status: state("处理结果", decided),
        comment: field.text("审批意见", { column: { width: 200, phone: false } }),
        endTime: later("处理时间"),
        instanceStatus: field.enum("流程状态", { options: flowStates, column: true }),
      },
      screens: screens("done", "已办审批", "task"),
    }),
    defineDocument({
      ...ofFlows,
      name: "approval_mine",
      label: "我发起的",
      calls: calls("/act/task/mine"),
      table: "act_instance",
      permission: "act_task",
      fields: { ...head(kinds, flows), ...waits, status: state("状态", flowStates), endTime: later("结束时间") },
      screens: screens("mine", "我发起的", "detail"),
    }),
    defineDocument({
      ...ofFlows,
      name: "approval_copy",
      label: "抄送我的",
      calls: calls("/act/task/cc"),
      table: "act_cc",
      permission: "act_task",
      fields: { ...head(kinds, flows), status: state("状态", flowStates), readTime: later("阅读时间") },
      screens: screens("cc", "抄送我的", "detail"),
    }),
    defineDocument({
      ...ofFlows,
      name: "approval",
      label: "全部流程",
      calls: calls("/act/instance/page"),
      table: "act_instance",
      permission: "act_admin",
      fields: { ...head(kinds, flows), ...waits, status: state("状态", flowStates), endTime: later("结束时间") },
      screens: screens("instance", "全部流程", "detail"),
    }),
  ] as const;

/** Kinds of documents that have an approval, by name. */
export const kindsOf = (documents: readonly DocumentType[]): Kinds =>
  Object.fromEntries(documents.flatMap((d) => (d.flow ? [[d.name, { label: d.label }]] : [])));
