import { defineDocument, field, ownStatus } from "../../kit";

/** 发送队列: what was decided here and is to be said to a system outside, kept until it was heard. */
export const outbox = defineDocument({
  name: "outbox",
  label: "发送队列",
  module: "base",
  inSetup: true,
  menu: { group: "base", icon: "outbox", sort: 130, words: { retry: "重试" } },
  display: "key",
  coded: true,
  scopeBy: undefined,
  keyword: ["key"],
  list: { sort: [{ by: "id", desc: true }], tabs: true },
  can: { add: false, edit: false, del: false, export: false },
  status: ownStatus(
    {
      pending: { label: "待发送", tone: "orange" },
      sending: { label: "发送中", tone: "blue" },
      done: { label: "已送达", tone: "green" },
      dead: { label: "失败", tone: "red" },
      dropped: { label: "已放弃", tone: "grey" },
    },
    { initial: "pending", editable: [] },
  ),
  glance: { queues: [{ label: "发送失败", where: { status: "dead" }, permission: "retry" }] },
  formColumns: 1,
  fields: {
    key: field.text("编号", { max: 200, unique: "该消息已在队列中", column: { width: 260, fixed: "left" } }),
    kind: field.text("内容", { max: 60, column: true, filter: "prefix" }),
    connectorId: field.ref("连接", { to: "connector", column: { width: 150 }, filter: "in" }),
    document: field.text("单据类型", { max: 60, hiddenIn: ["view"] }),
    documentId: field.text("单据编号", { max: 20, hiddenIn: ["view"] }),
    documentNo: field.text("单据", { max: 60, names: ["document", "documentId"], column: true }),
    payload: field.json("参数", { hiddenIn: ["view"] }),
    attempts: field.int("次数", { default: 0, column: true }),
    nextRun: field.datetime("下次发送", { column: true }),
    answer: field.longtext("回复", { column: { minWidth: 220 } }),
  },
  actions: {
    retry: { label: "重试", from: ["dead"], to: "pending", batch: true },
    drop: {
      label: "放弃",
      permission: "retry",
      from: ["dead"],
      to: "dropped",
      batch: true,
      confirm: "放弃后不再发送，请确认对方已另行处理",
      danger: true,
    },
  },
  screens: { list: "/baseSetup/outbox/index" },
});
