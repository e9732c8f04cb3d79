import type { Box, FlowRow } from "~/erp/workflow.server";
import type { Column } from "~/ui/table/column";
import { defineTable, type TableModel } from "~/ui/table/model";
import { Tag } from "~/ui/tag/tag";
import { flowStates, taskStates } from "./words";

/** Address of the page of a flow; a task opens with its own decision in view. */
export const flowHref = (row: Pick<FlowRow, "instanceId" | "taskId">) =>
  `/activiti/detail/${row.instanceId}${row.taskId ? `?taskId=${row.taskId}` : ""}`;

/** Hours after which a task is late (supply.md E.1). */
const LATE = 48;

const states = (words: typeof flowStates, key: string, label: string): Column<FlowRow> => ({
  key,
  label,
  kind: "tag",
  width: 90,
  options: Object.entries(words).map(([value, w]) => ({ value, label: w.label })),
  tone: (value) => words[value]?.tone ?? "grey",
});

const isLate = (row: FlowRow) =>
  row.waitingHours > LATE && ["todo", "running"].includes(row.status);

const waiting: Column<FlowRow> = {
  key: "waitingHours",
  label: "等待（小时）",
  kind: "custom",
  width: 110,
  align: "right",
  sortable: true,
  phone: "fact",
  cell: (row) => (isLate(row) ? <Tag tone="red">{row.waitingHours} 超时</Tag> : row.waitingHours),
};

const head: Column<FlowRow>[] = [
  {
    key: "title",
    label: "标题",
    kind: "link",
    width: 260,
    fixed: "left",
    href: flowHref,
    phone: "title",
  },
  { key: "bizTypeName", label: "单据类型", width: 100, phone: false },
  { key: "bizNo", label: "单号", width: 130, sortable: true, phone: false },
  { key: "amountCny", label: "金额（CNY）", kind: "money", width: 110, phone: "fact" },
  { key: "starterName", label: "发起人", width: 80, phone: false },
  { key: "nodeName", label: "节点", width: 130, phone: "fact" },
  {
    key: "arriveTime",
    label: "到达时间",
    kind: "datetime",
    width: 170,
    sortable: true,
    phone: false,
  },
];

const comment: Column<FlowRow> = { key: "comment", label: "审批意见", width: 200, phone: false };
const end = (label: string): Column<FlowRow> => ({
  key: "endTime",
  label,
  kind: "datetime",
  width: 170,
  phone: false,
});
const instance = states(flowStates, "instanceStatus", "流程状态");

/** A flow stands in no node once it ended; its start is when it arrived. */
const ofFlows = head.map((c) =>
  c.key === "arriveTime"
    ? { ...c, label: "发起时间" }
    : c.key === "nodeName"
      ? { ...c, label: "当前节点" }
      : c,
);

const models: Record<Box, TableModel<FlowRow>> = {
  todo: defineTable([...head, waiting, states(taskStates, "status", "状态")]),
  done: defineTable([
    ...head,
    states(taskStates, "status", "处理结果"),
    comment,
    end("处理时间"),
    instance,
  ]),
  mine: defineTable([...ofFlows, waiting, states(flowStates, "status", "状态"), end("结束时间")]),
  cc: defineTable([
    ...ofFlows,
    states(flowStates, "status", "状态"),
    { key: "readTime", label: "阅读时间", kind: "datetime", width: 170, phone: false },
  ]),
  all: defineTable([...ofFlows, waiting, states(flowStates, "status", "状态"), end("结束时间")]),
};

/** The table of a list of flows. */
export const tableOf = (box: Box) => models[box];
