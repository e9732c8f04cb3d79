import { field, reason } from "../kit";

const category = field.dict({ label: "类别", type: "cs_category", required: true });
const LIVE = ["open", "pending", "replied", "resolved"] as const;

/** What people do with what a buyer wrote (market.md 3). */
export const threadActions = {
  reply: {
    ...{ label: "回复", permission: "add", part: true },
    from: ["open", "pending", "replied", "resolved"],
    to: "replied",
    input: {
      content: field.longtext({ label: "回复内容", required: true, max: 4000, asked: true }),
      templateId: field.text({ label: "话术模板", max: 20, asked: true, hidden: true }),
      attachments: field.files({ label: "附件", max: 5, asked: true }),
    },
  },
  saveDraft: {
    ...{ label: "存草稿", permission: "add", part: true },
    from: ["open", "pending", "replied"],
    input: { content: field.longtext({ label: "回复内容", max: 4000, asked: true }) },
  },
  resend: {
    ...{ label: "重新发送", permission: "add", next: true },
    from: ["replied", "resolved"],
  },
  noReply: {
    ...{ label: "无需回复", permission: "add" },
    to: "resolved",
    from: ["open"],
    input: { category },
  },
  resolve: {
    ...{ label: "解决", permission: "add", next: true },
    to: "resolved",
    from: ["replied"],
    input: { category },
  },
  close: {
    ...{ label: "关闭", permission: "add", batch: true },
    to: "closed",
    from: ["resolved"],
  },
  pend: {
    ...{ label: "挂起", permission: "add" },
    to: "pending",
    from: ["open"],
    input: reason("挂起原因", "请填写挂起原因"),
  },
  classify: {
    ...{ label: "设类别", permission: "add", from: LIVE, batch: true },
    input: { category },
  },
  take: {
    ...{ label: "领取", permission: "add", batch: true },
    from: ["open", "pending", "replied"],
  },
  assign: {
    ...{ label: "分配", permission: "assign", from: LIVE, batch: true },
    input: {
      assigneeId: field.ref({ label: "负责人", to: "user", required: true, asked: true }),
    },
  },
  merge: {
    ...{ label: "并入", permission: "add" },
    to: "closed",
    from: ["open", "pending", "replied"],
    input: {
      intoId: field.ref({
        ...{ label: "并入会话", to: "cs_thread", required: true, asked: true },
        help: "同一店铺同一买家的另一会话；往来消息一并移过去",
      }),
    },
  },
} as const;
