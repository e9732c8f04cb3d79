import { field } from "../kit";
import { cxHealths, severities, verdicts, vocSources } from "./words";

const ncx = { when: ["source", "ncx"] } as const;
const handled = { computed: true, hiddenIn: ["add", "edit"], section: "处理" } as const;
const told = (label: string) =>
  field.longtext({ label, max: 2000, computed: true, hiddenIn: ["add", "edit"], wide: true });

export const vocFields = {
  source: field.enum({
    ...{ label: "来源", required: true, options: vocSources, filter: "in" },
    column: { width: 90 },
  }),
  platformOrderId: field.ref({
    ...{ label: "关联订单", to: "platform_order", help: "站内信、退货必填", filter: "in" },
    column: { width: 180, hide: true },
  }),
  platformOrderNo: field.text({
    ...{ label: "订单号", computed: true, max: 50, hiddenIn: ["view"], filter: "prefix" },
    linked: true,
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", help: "有关联订单时不填", filter: "in" },
    column: { width: 130, hide: true },
  }),
  siteId: field.ref({
    ...{ label: "站点", to: "site", computed: true, column: { width: 70 }, filter: "in" },
  }),
  skuId: field.ref({
    ...{ label: "SKU", to: "sku", required: true, column: { width: 180 }, filter: "in" },
  }),
  skuImages: field.images({
    ...{ label: "SKU图片", computed: true, virtual: true, hiddenIn: ["add", "edit", "view"] },
    column: { width: 60, phone: false },
  }),
  asin: field.text({
    ...{ label: "ASIN", computed: true, max: 20, filter: "prefix" },
    column: { width: 120, hide: true },
  }),
  category1: field.dict({
    ...{ label: "问题大类", type: "voc_category", top: true, filter: "in" },
    ...{ computed: true, hiddenIn: ["add", "edit"], column: { width: 90, hide: true } },
  }),
  category2: field.dict({
    ...{ label: "问题小类", type: "voc_category", required: true, filter: "in" },
    column: { width: 110 },
  }),
  severity: field.enum({
    ...{ label: "严重度", required: true, options: severities, filter: "in" },
    ...{
      column: { width: 84, sortable: true },
      help: "一般15天、较重7天、严重3天、安全24小时内处理",
    },
  }),
  urgency: field.int({ label: "严重程度", computed: true, virtual: true, hiddenIn: ["view"] }),
  affectedQty: field.int({
    ...{ label: "涉及数量", required: true, min: 1, default: 1 },
    column: { width: 90, summary: "sum" },
  }),
  batchNo: field.text({ label: "批次", max: 60, filter: "prefix" }),
  description: field.longtext({
    ...{ label: "问题描述", required: true, min: 10, max: 2000, wide: true },
  }),
  images: field.images({ label: "图片", max: 20, wide: true, help: "安全问题至少一张" }),
  ncxOrders: field.int({ label: "NCX订单", min: 0, ...ncx }),
  totalOrders: field.int({ label: "总订单", min: 1, ...ncx }),
  cxHealth: field.enum({ label: "CX健康度", options: cxHealths, ...ncx }),
  ncxRate: field.percent({
    ...{ label: "NCX率", unit: "%", computed: true, virtual: true, when: ["source", "ncx"] },
    column: { width: 84 },
  }),
  handlerDept: field.ref({ label: "责任部门", to: "dept", ...handled, filter: "in" }),
  handlerId: field.ref({
    ...{ label: "处理人", to: "user", computed: true, hiddenIn: ["add", "edit"] },
    ...{ column: { width: 90 }, filter: "in" },
  }),
  submitDate: field.date({ label: "提交日期", computed: true }),
  dueDate: field.date({
    ...{ label: "期限", computed: true, column: { width: 110, sortable: true }, filter: "range" },
  }),
  overdue: field.enum({
    ...{ label: "超期", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" },
    ...{ options: { yes: { label: "已超期", tone: "red" } }, column: { width: 84 } },
  }),
  ngCount: field.int({ label: "验证无效次数", computed: true, default: 0 }),
  supplierId: field.ref({
    ...{ label: "供应商", to: "supplier", computed: true, filter: "in" },
    column: { width: 140, hide: true },
  }),
  rootCause: told("原因"),
  action: told("措施"),
  preventAction: told("预防"),
  verifyResult: field.enum({
    ...{ label: "验证结论", options: verdicts, computed: true, hiddenIn: ["add", "edit"] },
  }),
  verifyNote: field.text({ label: "验证说明", max: 500, computed: true }),
  verifyProof: field.files({ label: "验证证明", max: 9, computed: true, wide: true }),
  verifyBy: field.ref({ label: "验证人", to: "user", computed: true }),
  closeTime: field.datetime({ label: "关闭时间", computed: true, filter: "range" }),
  standardPoint: field.text({ label: "已补充质检标准", max: 200, computed: true }),
  buyerKey: field.text({
    ...{ label: "买家编号", computed: true, max: 80, hiddenIn: ["view"] },
    ...{ filter: "in", linked: true },
  }),
  createTime: field.datetime({
    ...{ label: "创建时间", computed: true, column: { width: 160, hide: true }, filter: "range" },
  }),
} as const;
