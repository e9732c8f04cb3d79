import { field } from "../kit";
import { customsTypes, refundable, refundStates } from "./customs-words";

const TAX = { when: ["customsType", ...refundable] } as const;
const secret = "purchase_price_view";
const day = (label: string) =>
  field.date({
    ...{ label, computed: true, column: { width: 110, sortable: true, hide: true } },
    filter: "range",
  });
const weight = (label: string) =>
  field.decimal({
    ...{ label, unit: "kg", scale: 2, computed: true },
    column: { width: 100, summary: "sum" },
  });

/** Whose goods go where, under which terms. */
const base = {
  customsType: field.enum({
    ...{ label: "报关方式", required: true, options: customsTypes, readonlyIn: ["edit"] },
    column: { width: 140 },
    filter: "in",
  }),
  transferId: field.ref({
    ...{ label: "调拨单", to: "transfer", help: "调拨单与组柜单填一个", column: { width: 130 } },
    ...{ filter: "in", readonlyIn: ["edit"] },
    only: { transferType: ["2", "3"], status: ["packed", "shipped"] },
  }),
  cabinetId: field.ref({
    ...{ label: "组柜单", to: "cabinet_combination", column: { width: 130 }, filter: "in" },
    ...{ readonlyIn: ["edit"], only: { status: ["draft", "booked", "loaded"] } },
  }),
  companyId: field.ref({ label: "境内发货人", to: "company", required: true }),
  brokerId: field.ref({
    ...{ label: "报关行", to: "supplier", only: { supplierType: ["customs"] } },
    ...{ help: "买单报关不填", filter: "in" },
  }),
  consignee: field.text({ label: "境外收货人", max: 100 }),
  tradeTerm: field.dict({ label: "成交方式", type: "trade_term", required: true, default: "FOB" }),
  currency: field.dict({
    ...{ label: "币种", type: "currency", required: true, default: "USD" },
    column: { width: 70, phone: false },
  }),
  rate: field.decimal({ label: "汇率", scale: 8, computed: true, help: "申报日的汇率" }),
  freight: field.money({
    ...{ label: "运费", min: 0, currency: "currency", help: "CIF必填" },
  }),
  insurance: field.money({
    ...{ label: "保费", min: 0, currency: "currency", help: "CIF必填" },
  }),
};

/** How they travel, and how they are packed. */
const journey = {
  exportPort: field.dict({
    ...{ label: "出境关别", type: "customs_port", section: "运输与包装", help: "提交前必填" },
    ...{ column: { width: 110, hide: true }, filter: "in" },
  }),
  destCountry: field.dict({ label: "运抵国", type: "country", help: "不填则为调入仓所在国" }),
  transportMode: field.dict({ label: "运输方式", type: "transport_mode" }),
  vesselVoyage: field.text({ label: "船名航次", max: 60 }),
  billNo: field.text({ label: "提单号", max: 40 }),
  packageType: field.dict({ label: "包装", type: "package_type", default: "carton" }),
  cartons: field.int({
    ...{ label: "件数", min: 1, help: "不填则为装箱的箱数" },
    column: { width: 80, summary: "sum" },
  }),
  grossWeightKg: weight("毛重"),
  netWeightKg: { ...weight("净重"), column: { width: 100, summary: "sum", hide: true } },
} as const;

/** What some types alone ask for. */
const blocks = {
  overseasRecordNo: field.text({
    ...{ label: "海外仓备案号", max: 40, section: "备案", when: ["customsType", "2"] },
    help: "提交前必填",
  }),
  marketRecordNo: field.text({
    ...{ label: "市场采购备案号", max: 40, when: ["customsType", "4"], help: "提交前必填" },
  }),
  consolidator: field.text({
    ...{ label: "组货人", max: 60, when: ["customsType", "4"], help: "提交前必填" },
  }),
  marketPhotos: field.images({
    ...{ label: "组货拍照", wide: true, when: ["customsType", "4"], help: "提交前必填" },
  }),
  agentName: field.text({
    ...{ label: "买单抬头", max: 100, when: ["customsType", "5"], help: "提交前必填" },
  }),
  agentCreditCode: field.text({
    ...{ label: "抬头信用代码", when: ["customsType", "5"] },
    pattern: [/^[0-9A-HJ-NPQRTUWXY]{18}$/, "统一社会信用代码为18位数字或大写字母"],
  }),
  docs: field.files({ label: "单证", max: 10, wide: true, help: "合同、发票、装箱单" }),
};

/** What customs said. */
const result = {
  declarationNo: field.text({
    ...{ label: "报关单号", computed: true, max: 18, section: "申报结果" },
    ...{ unique: "报关单号已存在", column: { width: 170 }, filter: "prefix" },
  }),
  declareDate: day("申报日"),
  inspectNote: field.text({ label: "查验说明", computed: true, max: 200 }),
  releaseDate: { ...day("放行日"), column: { width: 110, sortable: true } },
  releaseScan: field.files({ label: "报关单扫描件", computed: true, wide: true }),
  transferNos: field.text({
    ...{ label: "货物来自", computed: true, max: 2000, numbersOf: ["transfer"] },
  }),
  totalQty: field.int({ label: "数量", computed: true, column: { width: 84, summary: "sum" } }),
  totalAmount: field.money({
    ...{ label: "总价", currency: "currency", computed: true },
    column: { width: 130, summary: "currency" },
  }),
  amountCny: field.money({
    ...{ label: "折人民币", unit: "CNY", computed: true },
    column: { width: 120, summary: "sum" },
  }),
  refundStatus: field.enum({
    ...{ label: "退税", computed: true, options: refundStates, section: "退税", ...TAX },
    column: { width: 90 },
    filter: "in",
  }),
  purchaseAmount: field.money({
    ...{ label: "采购金额(不含税)", unit: "CNY", computed: true, mask: secret, ...TAX },
  }),
  refundAmount: field.money({
    ...{ label: "退税额", unit: "CNY", computed: true, mask: secret, ...TAX },
    column: { width: 110, summary: "sum" },
  }),
  refundedAmount: field.money({
    ...{ label: "实退金额", unit: "CNY", computed: true, mask: secret, ...TAX },
  }),
  refundDate: field.date({ label: "退税日期", computed: true, ...TAX }),
  skuCodes: field.text({ label: "SKU", computed: true, hiddenIn: ["view"], max: 4000 }),
};

/** Fields of a customs declaration in reading order. */
export const customsFields = { ...base, ...journey, ...blocks, ...result };
