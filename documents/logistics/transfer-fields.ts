import { field } from "../kit";
import { declarationStates } from "./customs-words";
import { feeShareTypes, transferTypes } from "./transfer-words";

const FBA = { when: ["transferType", "3", "4"] } as const;
const EXPORT = { when: ["transferType", "2", "3"] } as const;
const PRICED = { when: ["transferType", "2", "3", "4", "5"] } as const;
const SHIPPED = ["shipped", "partReceived", "done", "closed"] as const;
const SENT = { when: ["status", ...SHIPPED] } as const;
const BILLED = { when: ["status", "packed", ...SHIPPED] } as const;
const count = (label: string) =>
  field.int({ label, computed: true, column: { width: 84, summary: "sum" } });
const money = { computed: true, mask: "stock_cost_view", hiddenIn: ["add", "edit"] } as const;
const day = (label: string) =>
  field.date({ label, column: { width: 110, sortable: true, hide: true }, filter: "range" });

/** Where goods go, and what FBA and carriers call it. */
const placeFields = {
  transferType: field.enum({
    ...{ label: "类型", required: true, options: transferTypes, readonlyIn: ["edit"] },
    column: { width: 120 },
    filter: "in",
  }),
  fromWarehouseId: field.ref({
    ...{ label: "调出仓", to: "warehouse", required: true, column: { width: 100 } },
    filter: "in",
  }),
  toWarehouseId: field.ref({
    ...{ label: "调入仓", to: "warehouse", required: true, column: { width: 100 } },
    filter: "in",
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", column: { width: 120 }, filter: "in", ...FBA },
    help: "不填则为FBA仓的店铺",
  }),
  site: field.text({ label: "站点", computed: true, ...FBA }),
  shipmentId: field.text({
    ...{ label: "货件号", column: { width: 130 }, filter: "prefix", ...FBA },
    pattern: [/^FBA[A-Z0-9]{9,10}$/, "货件号为FBA加9到10位大写字母或数字"],
  }),
  referenceId: field.text({ label: "参考号", max: 40, ...FBA }),
  fcCode: field.text({
    ...{ label: "FC", ...FBA, column: { width: 70, hide: true } },
    pattern: [/^[A-Z0-9]{3,6}$/, "FC为3到6位大写字母或数字"],
  }),
  inboundNo: field.text({
    ...{ label: "入库预约号", max: 40, help: "三方仓的预约号", when: ["transferType", "2"] },
  }),
  bolNo: field.text({ label: "BOL/PRO号", max: 40, when: ["transferType", "4"] }),
  sourceType: field.enum({
    ...{ label: "来源", computed: true, default: "manual" },
    options: {
      manual: { label: "手工" },
      turn: { label: "转调拨" },
      plan: { label: "发货计划" },
    },
  }),
  sourceNo: field.text({
    ...{ label: "来源单号", computed: true, numbersOf: ["turn_requisition"] },
    when: ["sourceType", "turn", "plan"],
    column: { width: 130, hide: true },
  }),
};

/** How they go there, and what that costs. */
const freightFields = {
  logisticsProviderId: field.ref({
    ...{ label: "物流商", to: "supplier", help: "发往海外、FBA提交前必填" },
    section: "物流",
    ...{ column: { width: 130, hide: true }, filter: "in" },
  }),
  transportMode: field.dict({
    ...{ label: "运输方式", type: "transport_mode" },
    ...{ column: { width: 90, hide: true }, filter: "in" },
    ...PRICED,
  }),
  freightTemplateId: field.ref({
    ...{ label: "运费模板", to: "freight_template", help: "发往海外、FBA提交前必填" },
    ...{ column: { width: 150, hide: true }, filter: "in" },
    ...PRICED,
  }),
  freightTemplateVersion: field.int({
    ...{ label: "模板版本", computed: true, hiddenIn: ["view"] },
  }),
  carrier: field.text({ label: "承运", max: 50 }),
  trackingNo: field.text({ label: "跟踪号", max: 60, column: { width: 130 } }),
  feeShareType: field.enum({
    ...{ label: "头程分摊", required: true, default: "weight", options: feeShareTypes },
  }),
  expectShipDate: day("预计发货"),
  expectArriveDate: { ...day("预计到达"), column: { width: 110, sortable: true } },
  shipTime: field.datetime({
    ...{ label: "发货时间", computed: true, ...SENT, column: { width: 160, hide: true } },
  }),
  receiveTime: field.datetime({ label: "最近收货", computed: true, ...SENT }),
  clearanceFiles: field.files({
    ...{ label: "清关资料", wide: true, help: "跨国调拨必填", when: ["transferType", "5"] },
  }),
  freightCurrency: field.dict({ label: "报价币种", type: "currency", computed: true, ...PRICED }),
  quotedFreight: field.money({
    ...{ label: "报价运费", currency: "freightCurrency", computed: true, ...PRICED },
    column: { width: 110, summary: "currency" },
  }),
  feeCurrency: field.dict({ label: "费用币种", type: "currency", computed: true, ...BILLED }),
  actualFreight: field.money({
    ...{ label: "实际运费", currency: "feeCurrency", computed: true, ...BILLED },
    column: { width: 110, summary: "currency" },
  }),
  otherFee: field.money({ label: "其他费", currency: "feeCurrency", computed: true, ...BILLED }),
  freightCny: field.money({
    ...{ label: "运费", unit: "CNY", computed: true },
    column: { width: 110, summary: "sum" },
  }),
};

/** What was counted and worked out. */
const countedFields = {
  actualWeightKg: field.decimal({
    ...{ label: "实重", unit: "kg", scale: 2, computed: true, section: "数量与金额" },
    column: { width: 90, hide: true, summary: "sum" },
  }),
  volumeM3: field.decimal({
    ...{ label: "体积", unit: "m³", scale: 4, computed: true },
    column: { width: 90, hide: true, summary: "sum" },
  }),
  totalQty: count("数量"),
  shippedQty: { ...count("发货"), ...SENT },
  receivedQty: count("收货"),
  lostQty: { ...count("差异"), ...SENT },
  cartons: count("箱数"),
  chargeWeightKg: field.decimal({
    ...{ label: "计费重", unit: "kg", scale: 2, computed: true },
    column: { width: 100, summary: "sum" },
  }),
  outAmount: field.money({ label: "出库成本", unit: "CNY", ...money, ...SENT }),
  feeAmount: field.money({ label: "头程", unit: "CNY", ...money, ...SENT }),
  lostAmount: field.money({ label: "差异金额", unit: "CNY", ...money, ...SENT }),
  customsId: field.ref({
    ...{ label: "报关单", to: "customs_declaration", computed: true, ...EXPORT },
    section: "报关与船期",
    column: { width: 130, hide: true },
  }),
  customsStatus: field.enum({
    ...{ label: "报关状态", virtual: true, computed: true, hiddenIn: ["add", "edit"] },
    ...EXPORT,
    options: declarationStates,
    column: { width: 90 },
    filter: "in",
  }),
  cabinetId: field.ref({
    ...{ label: "组柜单", to: "cabinet_combination", computed: true, ...EXPORT },
    column: { width: 130, hide: true },
    filter: "in",
  }),
  skuCodes: field.text({ label: "SKU", computed: true, hiddenIn: ["view"], max: 4000 }),
  etd: field.date({ label: "预计开船", computed: true, ...EXPORT }),
  eta: field.date({ label: "预计到港", computed: true, ...EXPORT }),
  atd: field.date({ label: "实际开船", computed: true, ...EXPORT }),
  ata: field.date({ label: "实际到港", computed: true, ...EXPORT }),
};

/** Fields of a transfer in reading order. */
export const transferFields = { ...placeFields, ...freightFields, ...countedFields };
