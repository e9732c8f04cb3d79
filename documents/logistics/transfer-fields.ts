import { field } from "../kit";
import { declarationStates } from "./customs-fields";
import { feeShareTypes, transferTypes } from "./transfer-words";

const FBA = { when: ["transferType", "3", "4"] } as const;
const EXPORT = { when: ["transferType", "2", "3"] } as const;
const PRICED = { when: ["transferType", "2", "3", "4", "5"] } as const;
const SHIPPED = ["shipped", "partReceived", "done", "closed"] as const;
const SENT = { when: ["status", ...SHIPPED] } as const;
const BILLED = { when: ["status", "packed", ...SHIPPED] } as const;
const count = (label: string) => field.int(label, { computed: true, column: { summary: "sum" } });
const money = { computed: true, mask: "stock_cost_view", hiddenIn: ["add", "edit"] } as const;
const day = (label: string) => field.date(label, { column: { sortable: true, hide: true }, filter: "range" });

/** Where goods go, and what FBA and carriers call it. */
const placeFields = {
  transferType: field.enum("类型", {
    required: true,
    options: transferTypes,
    readonlyIn: ["edit"],
    column: { width: 120 },
    filter: "in",
  }),
  fromWarehouseId: field.ref("调出仓", { to: "warehouse", required: true, column: { width: 100 }, filter: "in" }),
  toWarehouseId: field.ref("调入仓", { to: "warehouse", required: true, column: { width: 100 }, filter: "in" }),
  storeId: field.ref("店铺", { to: "store", column: true, filter: "in", ...FBA, help: "不填则为FBA仓的店铺" }),
  site: field.text("站点", { computed: true, ...FBA }),
  shipmentId: field.text("货件号", {
    column: true,
    filter: "prefix",
    ...FBA,
    pattern: [/^FBA[A-Z0-9]{9,10}$/, "货件号为FBA加9到10位大写字母或数字"],
  }),
  referenceId: field.text("参考号", { max: 40, ...FBA }),
  fcCode: field.text("FC", {
    ...FBA,
    column: { width: 70, hide: true },
    pattern: [/^[A-Z0-9]{3,6}$/, "FC为3到6位大写字母或数字"],
  }),
  inboundNo: field.text("入库预约号", { max: 40, help: "三方仓的预约号", when: ["transferType", "2"] }),
  bolNo: field.text("BOL/PRO号", { max: 40, when: ["transferType", "4"] }),
  sourceType: field.enum("来源", {
    computed: true,
    default: "manual",
    options: {
      manual: { label: "手工" },
      turn: { label: "转调拨" },
      plan: { label: "FBA入库计划" },
      opening: { label: "期初" },
    },
  }),
  openingNo: field.text("旧单号", { computed: true, max: 60, when: ["sourceType", "opening"] }),
  inboundId: field.ref("FBA入库计划", { to: "fba_inbound", computed: true, hiddenIn: ["view"] }),
  sourceNo: field.text("来源单号", {
    computed: true,
    numbersOf: ["turn_requisition", "fba_inbound"],
    when: ["sourceType", "turn", "plan"],
    column: { hide: true },
  }),
};

/** How they go there, and what that costs. */
const freightFields = {
  logisticsProviderId: field.ref("物流商", {
    to: "supplier",
    help: "发往海外、FBA提交前必填",
    section: "物流",
    column: { hide: true },
    filter: "in",
  }),
  transportMode: field.dict("运输方式", { type: "transport_mode", column: { hide: true }, filter: "in", ...PRICED }),
  freightTemplateId: field.ref("运费模板", {
    to: "freight_template",
    help: "发往海外、FBA提交前必填",
    column: { width: 150, hide: true },
    filter: "in",
    ...PRICED,
  }),
  freightTemplateVersion: field.int("模板版本", { computed: true, hiddenIn: ["view"] }),
  carrier: field.text("承运", { max: 50 }),
  trackingNo: field.text("跟踪号", { max: 60, inline: true, column: true }),
  feeShareType: field.enum("头程分摊", { required: true, default: "weight", options: feeShareTypes }),
  expectShipDate: { ...day("预计发货"), inline: true },
  expectArriveDate: { ...day("预计到达"), inline: true, column: { width: 110, sortable: true } },
  shipTime: field.datetime("发货时间", { computed: true, ...SENT, column: { hide: true } }),
  receiveTime: field.datetime("最近收货", { computed: true, ...SENT }),
  clearanceFiles: field.files("清关资料", { wide: true, help: "跨国调拨必填", when: ["transferType", "5"] }),
  freightCurrency: field.dict("报价币种", { type: "currency", computed: true, ...PRICED }),
  quotedFreight: field.money("报价运费", {
    currency: "freightCurrency",
    computed: true,
    ...PRICED,
    column: { summary: "currency" },
  }),
  feeCurrency: field.dict("费用币种", { type: "currency", computed: true, ...BILLED }),
  actualFreight: field.money("实际运费", {
    currency: "feeCurrency",
    computed: true,
    ...BILLED,
    column: { summary: "currency" },
  }),
  otherFee: field.money("其他费", { currency: "feeCurrency", computed: true, ...BILLED }),
  freightCny: field.money("运费", { unit: "CNY", computed: true, column: { summary: "sum" } }),
};

/** What was counted and worked out. */
const countedFields = {
  actualWeightKg: field.decimal("实重", {
    unit: "kg",
    scale: 2,
    computed: true,
    section: "数量与金额",
    column: { hide: true, summary: "sum" },
  }),
  volumeM3: field.decimal("体积", { unit: "m³", scale: 4, computed: true, column: { hide: true, summary: "sum" } }),
  totalQty: count("数量"),
  shippedQty: { ...count("发货"), ...SENT },
  receivedQty: count("收货"),
  lostQty: { ...count("差异"), ...SENT },
  cartons: count("箱数"),
  chargeWeightKg: field.decimal("计费重", { unit: "kg", scale: 2, computed: true, column: { summary: "sum" } }),
  outAmount: field.money("出库成本", { unit: "CNY", ...money, ...SENT }),
  feeAmount: field.money("头程", { unit: "CNY", ...money, ...SENT }),
  lostAmount: field.money("差异金额", { unit: "CNY", ...money, ...SENT }),
  customsId: field.ref("报关单", {
    to: "customs_declaration",
    computed: true,
    ...EXPORT,
    section: "报关与船期",
    column: { hide: true },
  }),
  customsStatus: field.enum("报关状态", {
    virtual: true,
    computed: true,
    hiddenIn: ["add", "edit"],
    ...EXPORT,
    options: declarationStates,
    column: true,
    filter: "in",
  }),
  cabinetId: field.ref("组柜单", {
    to: "cabinet_combination",
    computed: true,
    ...EXPORT,
    column: { hide: true },
    filter: "in",
  }),
  skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"], max: 4000 }),
  etd: field.date("预计开船", { computed: true, ...EXPORT }),
  eta: field.date("预计到港", { computed: true, ...EXPORT }),
  atd: field.date("实际开船", { computed: true, ...EXPORT }),
  ata: field.date("实际到港", { computed: true, ...EXPORT }),
};

/** Fields of a transfer in reading order. */
export const transferFields = { ...placeFields, ...freightFields, ...countedFields };
