import { defineDocument, field, ownStatus, reason } from "../kit";
import { directions, sendStates, slaStates, threadStates } from "./all-order";
import { threadSends } from "./words";

const threadFields = {
  subject: field.text("主题", { computed: true, max: 200, column: { width: 220, fixed: "left" } }),
  slaState: field.enum("时效", { computed: true, virtual: true, options: slaStates, filter: "in", column: true }),
  storeId: field.ref("店铺", { to: "store", computed: true, column: true, filter: "in" }),
  siteId: field.ref("站点", { to: "site", computed: true, filter: "in", column: { width: 70, hide: true } }),
  platformOrderId: field.ref("平台订单", {
    to: "platform_order",
    computed: true,
    filter: "in",
    linked: true,
    hiddenIn: ["view"],
  }),
  platformOrderNo: field.text("订单号", {
    computed: true,
    max: 50,
    numbersOf: ["platform_order"],
    filter: "prefix",
    column: { width: 190 },
  }),
  buyerKey: field.text("买家编号", { computed: true, max: 80, hiddenIn: ["view"], filter: "in", linked: true }),
  category: field.dict("类别", { type: "cs_category", computed: true, filter: "in", column: true }),
  lastTime: field.datetime("收到时间", { computed: true, filter: "range", column: { sortable: true } }),
  dueTime: field.datetime("应回复时间", {
    computed: true,
    column: { hide: true, sortable: true },
    help: "第一条未回复的来信后24小时",
  }),
  remainHours: field.decimal("剩余时效", {
    unit: "小时",
    scale: 1,
    below: "已超时",
    computed: true,
    virtual: true,
    column: { tooltip: "到应回复时间还有几小时，负数已超时" },
  }),
  assigneeId: field.ref("负责人", { to: "user", computed: true, column: true, filter: "in" }),
  unread: field.int("未回复条数", { computed: true, default: 0, column: { hide: true } }),
  language: field.text("语言", { computed: true, max: 20 }),
  firstMinutes: field.int("首次响应", {
    unit: "分钟",
    computed: true,
    virtual: true,
    column: { hide: true, summary: "avg" },
  }),
  lastSentTime: field.datetime("最近回复", { computed: true }),
  pendReason: field.text("挂起原因", { computed: true, max: 200 }),
  resolvedTime: field.datetime("解决时间", { computed: true }),
  draftText: field.longtext("草稿", { computed: true, max: 4000, hiddenIn: ["view"] }),
  mergedIntoId: field.ref("已并入", { to: "cs_thread", computed: true }),
  /** Whoever may see the list sees what nobody has taken. */
  unassigned: field.bool("未分配", { computed: true, default: true, filter: "in" }),
} as const;

const threadMessage = {
  direction: field.enum("方向", { required: true, options: directions }),
  messageTime: field.datetime("时间", { required: true }),
  subject: field.text("主题", { max: 200 }),
  content: field.longtext("内容", { required: true, max: 4000 }),
  attachments: field.files("附件", { max: 5 }),
  language: field.text("语言", { max: 20 }),
  translatedText: field.longtext("译文", { max: 4000 }),
  templateId: field.text("话术模板", { max: 20 }),
  externalId: field.text("平台消息号", { max: 80, filter: "in" }),
  sendState: field.enum("发送状态", { options: sendStates }),
  sendNote: field.text("发送说明", { max: 300 }),
  answered: field.bool("已答复", { default: false }),
} as const;

const category = field.dict("类别", { type: "cs_category", required: true });
const LIVE = ["open", "pending", "replied", "resolved"] as const;

/** What people do with what a buyer wrote (market.md 3). */
const threadActions = {
  reply: {
    label: "回复",
    permission: "add",
    part: "content",
    onward: "open",
    from: ["open", "pending", "replied", "resolved"],
    to: "replied",
    input: {
      content: field.longtext("回复内容", { required: true, max: 4000, asked: true }),
      templateId: field.text("话术模板", { max: 20, asked: true, hidden: true }),
      attachments: field.files("附件", { max: 5, asked: true }),
    },
  },
  saveDraft: {
    label: "存草稿",
    permission: "add",
    part: true,
    from: ["open", "pending", "replied"],
    input: { content: field.longtext("回复内容", { max: 4000, asked: true }) },
  },
  resend: { label: "重新发送", permission: "add", next: true, from: ["replied", "resolved"] },
  noReply: { label: "无需回复", permission: "add", to: "resolved", from: ["open"], input: { category } },
  resolve: { label: "解决", permission: "add", next: true, to: "resolved", from: ["replied"], input: { category } },
  close: { label: "关闭", permission: "add", batch: true, to: "closed", from: ["resolved"] },
  pend: {
    label: "挂起",
    permission: "add",
    to: "pending",
    from: ["open"],
    input: reason("挂起原因", "请填写挂起原因"),
  },
  classify: { label: "设类别", permission: "add", from: LIVE, batch: true, input: { category } },
  take: { label: "领取", permission: "add", batch: true, from: ["open", "pending", "replied"] },
  assign: {
    label: "分配",
    permission: "assign",
    from: LIVE,
    batch: true,
    input: { assigneeId: field.ref("负责人", { to: "user", required: true, asked: true }) },
  },
  merge: {
    label: "并入",
    permission: "add",
    to: "closed",
    from: ["open", "pending", "replied"],
    input: {
      intoId: field.ref("并入会话", {
        to: "cs_thread",
        required: true,
        asked: true,
        help: "同一店铺同一买家的另一会话；往来消息一并移过去",
      }),
    },
  },
} as const;

/** 站内信 (market.md 3): what a buyer and we wrote each other about an order. */
export const csThread = defineDocument({
  name: "cs_thread",
  label: "站内信",
  module: "customerservice",
  api: "/customerservice/message",
  permission: "cs_message",
  calls: { sends: threadSends },
  menu: {
    group: "service",
    icon: "mail",
    sort: 20,
    label: "站内信",
    words: {
      add: "回复与处理",
      edit: false,
      del: false,
      submit: false,
      approve: false,
      void: false,
      export: false,
      print: false,
      assign: "分配",
    },
  },
  number: "XX",
  many: true,
  can: { add: false, edit: false, del: false, export: false },
  scopeBy: { dept: "deptId", user: "assigneeId", common: "unassigned" },
  keyword: ["no", "subject", "platformOrderNo"],
  lookup: { finds: ["no", "platformOrderNo"] },
  list: { tabs: true, sort: [{ by: "dueTime" }, { by: "id" }] },
  status: ownStatus(threadStates, { initial: "open", editable: [], path: ["open", "replied", "resolved", "closed"] }),
  glance: {
    figures: [{ field: "remainHours" }, { field: "unread" }, { field: "firstMinutes" }],
    brief: { qty: "unread", date: "dueTime" },
    queues: [{ label: "待回复消息", where: { status: "open" }, about: "subject", permission: "add", due: "dueTime" }],
    alerts: [
      {
        name: "overdue",
        label: "消息超时未回复",
        where: { slaState: "overdue" },
        measure: { daysSince: "lastTime" },
        unit: "天",
        threshold: 1,
      },
    ],
  },
  related: {
    refunds: { label: "退款", document: "cs_refund", by: { platformOrderId: "platformOrderId" } },
    others: { label: "该买家的会话", document: "cs_thread", by: { buyerKey: "buyerKey" } },
  },
  fields: threadFields,
  lines: { messages: { label: "往来消息", table: "cs_message", max: 2000, computed: true, fields: threadMessage } },
  actions: threadActions,
  screens: {
    list: "/customerservice/message/index",
    detail: "/customerservice/message/openTag/detail",
    titles: { list: "站内信", detail: "会话" },
  },
});
