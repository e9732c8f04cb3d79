import { defineDocument, field, ownStatus } from "../kit";
import { customerLevels, customerSends } from "./words";

const count = (label: string) =>
  field.int(label, { computed: true, default: 0, column: { sortable: true, summary: "sum" } });
const cny = (label: string) =>
  field.money(label, { unit: "CNY", computed: true, default: "0", column: { sortable: true, summary: "sum" } });

const customerFields = {
  buyerAlias: field.address("买家代号", { computed: true, column: { width: 150 } }),
  buyerKey: field.text("买家标识", {
    computed: true,
    max: 80,
    filter: "in",
    column: { hide: true },
    help: "由邮箱算出，不能还原；同一买家的订单相同",
  }),
  siteIds: field.refs("站点", { to: "site", computed: true, column: true, filter: "in" }),
  level: field.enum("等级", {
    computed: true,
    options: customerLevels,
    filter: "in",
    column: true,
    help: "1单新客，2–4单复购，5单起VIP",
  }),
  orderCount: count("订单数"),
  orderAmountCny: cny("订单金额"),
  refundCount: count("退款数"),
  refundAmountCny: cny("退款金额"),
  refundRate: field.percent("退款率", {
    unit: "%",
    computed: true,
    virtual: true,
    column: { sortable: true, tooltip: "退款数÷订单数" },
  }),
  vocCount: count("客诉数"),
  firstOrderTime: field.datetime("首单", { computed: true, column: { hide: true }, filter: "range" }),
  lastOrderTime: field.datetime("末单", { computed: true, column: { sortable: true }, filter: "range" }),
  tags: field.texts("标签", { computed: true, column: { width: 120 } }),
  blacklist: field.bool("黑名单", { computed: true, default: false, filter: "in", column: true }),
  blacklistReason: field.text("拉黑原因", { computed: true, max: 200 }),
  blacklistUntil: field.date("拉黑截止", { computed: true, filter: "range" }),
  note: field.longtext("客户备注", { computed: true, max: 1000, wide: true }),
} as const;

const KNOWN = ["normal", "blacklisted"] as const;

/** 客户 (market.md 3): who bought more than once is one row; only the sync of orders makes it. */
export const customer = defineDocument({
  name: "customer",
  label: "客户",
  module: "customerservice",
  api: "/customerservice/customer",
  permission: "cs_customer",
  calls: { sends: customerSends },
  menu: {
    group: "service",
    icon: "users",
    sort: 50,
    label: "客户管理",
    words: {
      add: false,
      del: false,
      submit: false,
      void: false,
      print: false,
      edit: "打标与备注",
      approve: "拉黑与移出",
    },
  },
  number: "KH",
  many: true,
  can: { add: false, edit: false, del: false },
  // A buyer is everybody's who serves buyers.
  scopeBy: undefined,
  keyword: ["no"],
  list: { tabs: true, sort: [{ by: "lastOrderTime", desc: true }, { by: "id" }] },
  status: ownStatus(
    {
      normal: { label: "正常", tone: "green" },
      blacklisted: { label: "黑名单", tone: "red" },
      purged: { label: "已脱敏清除", tone: "grey" },
    },
    { initial: "normal", editable: [] },
  ),
  glance: {
    figures: [
      { field: "orderCount" },
      { field: "orderAmountCny" },
      { field: "refundCount" },
      { field: "refundRate" },
      { field: "vocCount" },
    ],
    brief: { amount: "orderAmountCny", qty: "orderCount", date: "lastOrderTime" },
  },
  related: {
    orders: { label: "订单", document: "all_order", by: { buyerKey: "buyerKey" } },
    threads: { label: "消息", document: "cs_thread", by: { buyerKey: "buyerKey" } },
    refunds: { label: "退款", document: "cs_refund", by: { buyerKey: "buyerKey" } },
    vocs: { label: "VOC", document: "voc", by: { buyerKey: "buyerKey" } },
  },
  fields: customerFields,
  actions: {
    tag: {
      label: "打标",
      permission: "edit",
      from: KNOWN,
      batch: true,
      input: {
        add: field.dict("加标签", { type: "customer_tag", asked: true }),
        remove: field.dict("去标签", { type: "customer_tag", asked: true }),
      },
    },
    writeNote: {
      label: "备注",
      permission: "edit",
      from: KNOWN,
      input: { note: field.longtext("客户备注", { max: 1000, help: "不能有邮箱、电话等个人信息" }) },
    },
    blacklist: {
      label: "拉黑",
      permission: "approve",
      from: ["normal"],
      to: "blacklisted",
      danger: true,
      batch: true,
      input: {
        reason: field.text("拉黑原因", { required: true, min: 5, max: 200, asked: true }),
        until: field.date("拉黑截止", { asked: true, help: "不填则不自动移出" }),
      },
    },
    restore: {
      label: "移出黑名单",
      permission: "approve",
      from: ["blacklisted"],
      to: "normal",
      next: true,
      batch: true,
      input: { reason: field.text("移出原因", { required: true, min: 5, max: 200, asked: true }) },
    },
  },
  screens: {
    list: "/customerservice/customerManage/index",
    detail: "/customerservice/customerManage/openTag/detail/{id}",
    titles: { list: "客户管理" },
  },
});
