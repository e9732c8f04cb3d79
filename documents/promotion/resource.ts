import { defineDocument, field, reason, unmaskSecret } from "../kit";
import { levels, payMethods, resourceTypes } from "./words";

const count = (label: string) =>
  field.int({
    ...{ label, computed: true, virtual: true, default: 0, hiddenIn: ["add", "edit"] },
    column: { width: 90, summary: "sum" },
  });
const paidOut = { when: ["payMethod", "bank", "paypal", "alipay"] } as const;

/** 测评资源 (market.md 1): who brings participants, what they cost, and who gets the money. */
export const evaluationResource = defineDocument({
  name: "evaluation_resource",
  label: "测评资源",
  module: "evaluation",
  api: "/evaluation/resource",
  permission: "promo_resource",
  menu: {
    ...{ group: "promotion", icon: "users", sort: 10, label: "测评资源" },
    words: { submit: false, void: false, print: false, unmask: "查看完整收款账号" },
  },
  number: "CPZY",
  display: "resourceName",
  master: true,
  typedFilter: true,
  copy: false,
  scopeBy: { dept: "deptId", user: "ownerId" },
  keyword: ["no", "resourceName"],
  finds: ["resourceName", "no"],
  foundBy: ["ownerId"],
  optionFacts: { name: "no", words: ["level"], figures: ["serviceFee"] },
  formColumns: 3,
  statusTabs: true,
  sort: [{ by: "updateTime", desc: true }, { by: "id" }],
  status: {
    ...{ field: "status", initial: "draft", editable: ["draft", "enabled", "disabled"] },
    deletable: ["draft"],
    path: ["draft", "enabled"],
    values: {
      draft: { label: "待完善", tone: "grey" },
      enabled: { label: "启用", tone: "green" },
      disabled: { label: "停用", tone: "orange" },
      blacklisted: { label: "黑名单", tone: "red" },
    },
  },
  figures: [
    { field: "totalOrders" },
    { field: "completedOrders", label: "完成 / 累计", of: "totalOrders" },
    { field: "abnormalOrders" },
    { field: "completionRate" },
  ],
  fields: {
    resourceName: field.text({
      ...{ label: "资源名称", required: true, min: 2, max: 50, unique: "资源名称已存在" },
      column: { width: 160 },
      filter: "like",
    }),
    resourceType: field.enum({
      ...{ label: "资源类型", required: true, default: "vine", options: resourceTypes },
      column: { width: 100 },
      filter: "in",
    }),
    siteIds: field.refs({
      ...{ label: "可服务站点", to: "site", required: true, column: { width: 140 }, filter: "in" },
    }),
    category: field.dict({ label: "擅长类目", type: "product_category", filter: "in" }),
    level: field.enum({
      ...{ label: "等级", default: "C", options: levels, column: { width: 70 }, filter: "in" },
    }),
    dailyCapacity: field.int({ label: "日接单上限", required: true, min: 1, max: 500 }),
    ownerId: field.ref({
      ...{ label: "负责人", to: "user", help: "不填则为当前用户", column: { width: 90 } },
      filter: "in",
    }),
    contactName: field.text({
      ...{ label: "联系人", required: true, max: 50, personal: true, section: "联系方式" },
    }),
    contactMobile: field.text({ label: "手机", input: "tel", max: 30 }),
    contactEmail: field.text({
      ...{ label: "邮箱", input: "email", max: 100, help: "手机和邮箱至少填写一项" },
    }),
    payMethod: field.enum({
      ...{ label: "收款方式", required: true, default: "bank", options: payMethods },
      section: "结算",
    }),
    payeeName: field.text({ label: "收款人", max: 100, personal: true, ...paidOut }),
    payeeAccount: field.secret({ label: "收款账号", max: 60, ...paidOut }),
    payeeBank: field.text({ label: "开户行", max: 100, when: ["payMethod", "bank"] }),
    payeeTail: field.text({ label: "账号尾号", computed: true, max: 20, ...paidOut }),
    payeeHash: field.text({ label: "账号摘要", computed: true, max: 64, hiddenIn: ["view"] }),
    currency: field.dict({ label: "结算币种", type: "currency", required: true, default: "USD" }),
    serviceFee: field.money({
      ...{ label: "单均服务费", currency: "currency", min: 0, default: 0 },
      column: { width: 110 },
    }),
    handlingRate: field.percent({
      ...{ label: "手续费率", unit: "%", min: 0, max: 10, default: 0 },
    }),
    rebateRate: field.percent({ label: "返点率", unit: "%", min: 0, max: 20, default: 0 }),
    complianceSigned: field.bool({ label: "已签署合规承诺书", section: "合规" }),
    complianceFile: field.files({ label: "合规承诺书", wide: true }),
    totalOrders: count("累计单数"),
    completedOrders: count("完成单数"),
    abnormalOrders: count("异常单数"),
    completionRate: field.percent({
      ...{ label: "完成率", unit: "%", computed: true, virtual: true },
      hiddenIn: ["add", "edit"],
      column: { width: 90, summary: "avg" },
    }),
  },
  actions: {
    enable: {
      ...{ label: "启用", permission: "approve", from: ["draft", "disabled"], to: "enabled" },
      next: true,
      batch: true,
    },
    disable: {
      ...{ label: "停用", permission: "edit", from: ["enabled"], to: "disabled" },
      confirm: "停用后不能再用于新的测评任务。",
      batch: true,
    },
    blacklist: {
      ...{ label: "拉黑", permission: "approve", from: ["enabled", "disabled"] },
      ...{ to: "blacklisted", danger: true },
      confirm: "拉黑后不能恢复；进行中的任务会加上警示，未付的返款仍可支付。",
      input: reason("拉黑原因", "请填写拉黑原因"),
    },
    unmask: unmaskSecret("查看收款账号"),
  },
  related: {
    tasks: { label: "测评任务", document: "evaluation", by: { resourceId: "id" } },
  },
  screens: {
    list: "/evaluation/resource/index",
    create: "/evaluation/openTag/resourceEdit",
    edit: "/evaluation/openTag/resourceEdit",
    detail: "/evaluation/openTag/resourceDetail",
    titles: {
      ...{ list: "测评资源", create: "新建资源", edit: "编辑资源", detail: "资源详情" },
    },
  },
});
