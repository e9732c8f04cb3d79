import { field } from "../kit";
import { directions, sendStates, slaStates } from "./thread-words";

export const threadFields = {
  subject: field.text({
    ...{ label: "主题", computed: true, max: 200, column: { width: 220, fixed: "left" } },
  }),
  slaState: field.enum({
    ...{ label: "时效", computed: true, virtual: true, options: slaStates, filter: "in" },
    column: { width: 96 },
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", computed: true, column: { width: 130 }, filter: "in" },
  }),
  siteId: field.ref({
    ...{
      label: "站点",
      to: "site",
      computed: true,
      filter: "in",
      column: { width: 70, hide: true },
    },
  }),
  platformOrderId: field.ref({
    ...{ label: "平台订单", to: "platform_order", computed: true, filter: "in" },
    ...{ linked: true, hiddenIn: ["view"] },
  }),
  platformOrderNo: field.text({
    ...{
      label: "订单号",
      computed: true,
      max: 50,
      numbersOf: ["platform_order"],
      filter: "prefix",
    },
    column: { width: 190 },
  }),
  buyerKey: field.text({
    ...{ label: "买家编号", computed: true, max: 80, hiddenIn: ["view"], filter: "in" },
    linked: true,
  }),
  category: field.dict({
    ...{ label: "类别", type: "cs_category", computed: true, filter: "in", column: { width: 84 } },
  }),
  lastTime: field.datetime({
    ...{
      label: "收到时间",
      computed: true,
      filter: "range",
      column: { width: 160, sortable: true },
    },
  }),
  dueTime: field.datetime({
    ...{ label: "应回复时间", computed: true, column: { width: 160, hide: true, sortable: true } },
    help: "第一条未回复的来信后24小时",
  }),
  remainHours: field.decimal({
    ...{ label: "剩余时效", unit: "小时", scale: 1, computed: true, virtual: true },
    column: { width: 100, tooltip: "到应回复时间还有几小时，负数已超时" },
  }),
  assigneeId: field.ref({
    ...{ label: "负责人", to: "user", computed: true, column: { width: 90 }, filter: "in" },
  }),
  unread: field.int({
    ...{ label: "未回复条数", computed: true, default: 0, column: { width: 90, hide: true } },
  }),
  language: field.text({ label: "语言", computed: true, max: 20 }),
  firstMinutes: field.int({
    ...{ label: "首次响应", unit: "分钟", computed: true, virtual: true },
    column: { width: 90, hide: true, summary: "avg" },
  }),
  lastSentTime: field.datetime({ label: "最近回复", computed: true }),
  pendReason: field.text({ label: "挂起原因", computed: true, max: 200 }),
  resolvedTime: field.datetime({ label: "解决时间", computed: true }),
  draftText: field.longtext({ label: "草稿", computed: true, max: 4000, hiddenIn: ["view"] }),
  mergedIntoId: field.ref({ label: "已并入", to: "cs_thread", computed: true }),
  /** Whoever may see the list sees what nobody has taken. */
  unassigned: field.bool({ label: "未分配", computed: true, default: true, filter: "in" }),
} as const;

export const threadMessage = {
  direction: field.enum({ label: "方向", required: true, options: directions }),
  messageTime: field.datetime({ label: "时间", required: true }),
  subject: field.text({ label: "主题", max: 200 }),
  content: field.longtext({ label: "内容", required: true, max: 4000 }),
  attachments: field.files({ label: "附件", max: 5 }),
  language: field.text({ label: "语言", max: 20 }),
  translatedText: field.longtext({ label: "译文", max: 4000 }),
  templateId: field.text({ label: "话术模板", max: 20 }),
  externalId: field.text({ label: "平台消息号", max: 80, filter: "in" }),
  sendState: field.enum({ label: "发送状态", options: sendStates }),
  sendNote: field.text({ label: "发送说明", max: 300 }),
  answered: field.bool({ label: "已答复", default: false }),
} as const;
