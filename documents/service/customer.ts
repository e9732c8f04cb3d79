import { defineDocument, field } from "../kit";
import { customerFields } from "./customer-fields";

const KNOWN = ["normal", "blacklisted"] as const;

/** 客户 (market.md 3): who bought more than once is one row; only the sync of orders makes it. */
export const customer = defineDocument({
  name: "customer",
  label: "客户",
  module: "customerservice",
  api: "/customerservice/customer",
  permission: "cs_customer",
  menu: {
    ...{ group: "service", icon: "users", sort: 50, label: "客户管理" },
    words: {
      ...{ add: false, del: false, submit: false, void: false, print: false },
      ...{ edit: "打标与备注", approve: "拉黑与移出" },
    },
  },
  number: "KH",
  many: true,
  can: { add: false, edit: false, del: false },
  // A buyer is everybody's who serves buyers.
  scopeBy: undefined,
  keyword: ["no"],
  formColumns: 3,
  statusTabs: true,
  sort: [{ by: "lastOrderTime", desc: true }, { by: "id" }],
  status: {
    field: "status",
    initial: "normal",
    editable: [],
    values: {
      normal: { label: "正常", tone: "green" },
      blacklisted: { label: "黑名单", tone: "red" },
      purged: { label: "已脱敏清除", tone: "grey" },
    },
  },
  figures: [
    { field: "orderCount" },
    { field: "orderAmountCny" },
    { field: "refundCount" },
    { field: "refundRate" },
    { field: "vocCount" },
  ],
  brief: { amount: "orderAmountCny", qty: "orderCount", date: "lastOrderTime" },
  related: {
    orders: { label: "订单", document: "all_order", by: { buyerKey: "buyerKey" } },
    threads: { label: "消息", document: "cs_thread", by: { buyerKey: "buyerKey" } },
    refunds: { label: "退款", document: "cs_refund", by: { buyerKey: "buyerKey" } },
    vocs: { label: "VOC", document: "voc", by: { buyerKey: "buyerKey" } },
  },
  fields: customerFields,
  actions: {
    tag: {
      ...{ label: "打标", permission: "edit", from: KNOWN, batch: true },
      input: {
        add: field.dict({ label: "加标签", type: "customer_tag", asked: true }),
        remove: field.dict({ label: "去标签", type: "customer_tag", asked: true }),
      },
    },
    writeNote: {
      ...{ label: "备注", permission: "edit", from: KNOWN },
      input: {
        note: field.longtext({ label: "客户备注", max: 1000, help: "不能有邮箱、电话等个人信息" }),
      },
    },
    blacklist: {
      ...{ label: "拉黑", permission: "approve", from: ["normal"], to: "blacklisted" },
      ...{ danger: true, batch: true },
      input: {
        reason: field.text({ label: "拉黑原因", required: true, min: 5, max: 200, asked: true }),
        until: field.date({ label: "拉黑截止", asked: true, help: "不填则不自动移出" }),
      },
    },
    restore: {
      ...{ label: "移出黑名单", permission: "approve", from: ["blacklisted"], to: "normal" },
      ...{ next: true, batch: true },
      input: {
        reason: field.text({ label: "移出原因", required: true, min: 5, max: 200, asked: true }),
      },
    },
  },
  screens: {
    list: "/customerservice/customerManage/index",
    detail: "/customerservice/customerManage/openTag/detail/{id}",
    titles: { list: "客户管理" },
  },
});
