import { defineDocument } from "../kit";
import { threadActions } from "./thread-actions";
import { threadFields, threadMessage } from "./thread-fields";
import { threadStates } from "./thread-words";

/** 站内信 (market.md 3): what a buyer and we wrote each other about an order. */
export const csThread = defineDocument({
  name: "cs_thread",
  label: "站内信",
  module: "customerservice",
  api: "/customerservice/message",
  permission: "cs_message",
  menu: {
    ...{ group: "service", icon: "mail", sort: 20, label: "站内信" },
    words: {
      ...{ add: "回复与处理", edit: false, del: false, submit: false, approve: false },
      ...{ void: false, export: false, print: false, assign: "分配" },
    },
  },
  number: "XX",
  many: true,
  can: { add: false, edit: false, del: false, export: false },
  scopeBy: { dept: "deptId", user: "assigneeId", common: "unassigned" },
  keyword: ["no", "subject", "platformOrderNo"],
  finds: ["no", "platformOrderNo"],
  formColumns: 3,
  statusTabs: true,
  sort: [{ by: "dueTime" }, { by: "id" }],
  status: {
    field: "status",
    initial: "open",
    editable: [],
    values: threadStates,
    path: ["open", "replied", "resolved", "closed"],
  },
  figures: [{ field: "remainHours" }, { field: "unread" }, { field: "firstMinutes" }],
  brief: { qty: "unread", date: "dueTime" },
  queues: [
    {
      ...{ label: "待回复消息", where: { status: "open" }, about: "subject" },
      ...{ permission: "add", due: "dueTime" },
    },
  ],
  alerts: [
    {
      ...{ name: "overdue", label: "消息超时未回复", where: { slaState: "overdue" } },
      ...{ measure: { daysSince: "lastTime" }, unit: "天", threshold: 1 },
    },
  ],
  related: {
    refunds: {
      label: "退款",
      document: "cs_refund",
      by: { platformOrderId: "platformOrderId" },
    },
    others: { label: "该买家的会话", document: "cs_thread", by: { buyerKey: "buyerKey" } },
  },
  fields: threadFields,
  lines: {
    messages: {
      ...{ label: "往来消息", table: "cs_message", max: 2000, computed: true },
      fields: threadMessage,
    },
  },
  actions: threadActions,
  screens: {
    list: "/customerservice/message/index",
    detail: "/customerservice/message/openTag/detail",
    titles: { list: "站内信", detail: "会话" },
  },
});
