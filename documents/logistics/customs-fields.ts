import { field, flowStates, labelled } from "../kit";

/** Kinds of 报关单 by the value in their address, with the customs supervision mode (supply.md B.6). */
export const customsTypes = labelled({
  "1": "一般贸易0110",
  "2": "出口海外仓9810",
  "3": "B2B直接出口9710",
  "4": "市场采购1039",
  "5": "买单报关",
});

export type CustomsType = keyof typeof customsTypes;

/** Code and name of the supervision mode, as the sheet for customs prints them; 买单 has none of its own. */
export const supervision: Record<CustomsType, string> = {
  "1": "0110 一般贸易",
  "2": "9810 跨境电商出口海外仓",
  "3": "9710 跨境电商B2B直接出口",
  "4": "1039 市场采购",
  "5": "",
};

/** Types whose goods get tax back. */
export const refundable = ["1", "2", "3"] as const;

/** Whether goods of this type get tax back. */
export const isRefundable = (type: unknown): boolean => refundable.some((known) => known === String(type));

export const refundStates = {
  na: { label: "不适用", tone: "grey" },
  todo: { label: "待退税", tone: "orange" },
  filed: { label: "已申报", tone: "blue" },
  refunded: { label: "已退", tone: "green" },
} as const;

/** What customs do with a declaration that was approved. */
export const customsStates = {
  approved: { label: "待申报", tone: "blue" },
  declared: { label: "已申报", tone: "blue" },
  inspecting: { label: "查验中", tone: "orange" },
  released: { label: "已放行", tone: "green" },
  done: { label: "已结关", tone: "green" },
} as const;

/** States of a declaration as its transfers show them. */
export const declarationStates = {
  draft: flowStates.draft,
  auditing: flowStates.auditing,
  rejected: flowStates.rejected,
  ...customsStates,
} as const;

/** States of a declaration in which its goods may leave the country. */
export const letGo = ["released", "done"] as const;

const TAX = { when: ["customsType", ...refundable] } as const;
const secret = "purchase_price_view";
const day = (label: string) =>
  field.date(label, { computed: true, column: { sortable: true, hide: true }, filter: "range" });
const weight = (label: string) =>
  field.decimal(label, { unit: "kg", scale: 2, computed: true, column: { summary: "sum" } });

/** Whose goods go where, under which terms. */
const base = {
  customsType: field.enum("报关方式", {
    required: true,
    options: customsTypes,
    readonlyIn: ["edit"],
    column: { width: 140 },
    filter: "in",
  }),
  transferId: field.ref("调拨单", {
    to: "transfer",
    help: "调拨单与组柜单填一个",
    column: true,
    filter: "in",
    readonlyIn: ["edit"],
    only: { transferType: ["2", "3"], status: ["packed", "shipped"] },
  }),
  cabinetId: field.ref("组柜单", {
    to: "cabinet_combination",
    column: true,
    filter: "in",
    readonlyIn: ["edit"],
    only: { status: ["draft", "booked", "loaded"] },
  }),
  companyId: field.ref("境内发货人", { to: "company", required: true }),
  brokerId: field.ref("报关行", {
    to: "supplier",
    only: { supplierType: ["customs"] },
    help: "买单报关不填",
    filter: "in",
  }),
  consignee: field.text("境外收货人", { max: 100 }),
  tradeTerm: field.dict("成交方式", { type: "trade_term", required: true, default: "FOB" }),
  currency: field.dict("币种", { type: "currency", required: true, default: "USD", column: { phone: false } }),
  rate: field.decimal("汇率", { scale: 8, computed: true, help: "申报日的汇率" }),
  freight: field.money("运费", { min: 0, currency: "currency", help: "CIF必填" }),
  insurance: field.money("保费", { min: 0, currency: "currency", help: "CIF必填" }),
};

/** How they travel, and how they are packed. */
const journey = {
  exportPort: field.dict("出境关别", {
    type: "customs_port",
    section: "运输与包装",
    help: "提交前必填",
    column: { hide: true },
    filter: "in",
  }),
  destCountry: field.dict("运抵国", { type: "country", help: "不填则为调入仓所在国" }),
  transportMode: field.dict("运输方式", { type: "transport_mode" }),
  vesselVoyage: field.text("船名航次", { max: 60 }),
  billNo: field.text("提单号", { max: 40 }),
  packageType: field.dict("包装", { type: "package_type", default: "carton" }),
  cartons: field.int("件数", { min: 1, help: "不填则为装箱的箱数", column: { summary: "sum" } }),
  grossWeightKg: weight("毛重"),
  netWeightKg: { ...weight("净重"), column: { width: 100, summary: "sum", hide: true } },
} as const;

/** What some types alone ask for. */
const blocks = {
  overseasRecordNo: field.text("海外仓备案号", {
    max: 40,
    section: "备案",
    when: ["customsType", "2"],
    help: "提交前必填",
  }),
  marketRecordNo: field.text("市场采购备案号", { max: 40, when: ["customsType", "4"], help: "提交前必填" }),
  consolidator: field.text("组货人", { max: 60, when: ["customsType", "4"], help: "提交前必填" }),
  marketPhotos: field.images("组货拍照", { wide: true, when: ["customsType", "4"], help: "提交前必填" }),
  agentName: field.text("买单抬头", { max: 100, when: ["customsType", "5"], help: "提交前必填" }),
  agentCreditCode: field.text("抬头信用代码", {
    when: ["customsType", "5"],
    pattern: [/^[0-9A-HJ-NPQRTUWXY]{18}$/, "统一社会信用代码为18位数字或大写字母"],
  }),
  docs: field.files("单证", { max: 10, wide: true, help: "合同、发票、装箱单" }),
};

/** What customs said. */
const result = {
  declarationNo: field.text("报关单号", {
    computed: true,
    max: 18,
    section: "申报结果",
    unique: "报关单号已存在",
    column: { width: 170 },
    filter: "prefix",
  }),
  declareDate: day("申报日"),
  inspectNote: field.text("查验说明", { computed: true, max: 200 }),
  releaseDate: { ...day("放行日"), column: { width: 110, sortable: true } },
  releaseScan: field.files("报关单扫描件", { computed: true, wide: true }),
  transferNos: field.text("货物来自", { computed: true, max: 2000, numbersOf: ["transfer"] }),
  totalQty: field.int("数量", { computed: true, column: { summary: "sum" } }),
  totalAmount: field.money("总价", {
    currency: "currency",
    computed: true,
    column: { width: 130, summary: "currency" },
  }),
  amountCny: field.money("折人民币", { unit: "CNY", computed: true, column: { summary: "sum" } }),
  refundStatus: field.enum("退税", {
    computed: true,
    options: refundStates,
    section: "退税",
    ...TAX,
    column: true,
    filter: "in",
  }),
  purchaseAmount: field.money("采购金额(不含税)", { unit: "CNY", computed: true, mask: secret, ...TAX }),
  refundAmount: field.money("退税额", {
    unit: "CNY",
    computed: true,
    mask: secret,
    ...TAX,
    column: { summary: "sum" },
  }),
  refundedAmount: field.money("实退金额", { unit: "CNY", computed: true, mask: secret, ...TAX }),
  refundDate: field.date("退税日期", { computed: true, ...TAX }),
  skuCodes: field.text("SKU", { computed: true, hiddenIn: ["view"], max: 4000 }),
};

/** Fields of a customs declaration in reading order. */
export const customsFields = { ...base, ...journey, ...blocks, ...result };
