import { field, flowStatus } from "../kit";

const { void: _none, ...states } = flowStatus({
  approved: { label: "已审核", tone: "blue" },
  stopped: { label: "停用", tone: "red" },
}).values;

/** States of SKUs and easy SKUs: one column of one table. */
export const skuStatus = {
  ...flowStatus(),
  values: states,
  editable: ["draft", "rejected", "approved"],
  deletable: ["draft", "rejected"],
};

export const skuTypes = { normal: { label: "普通" }, combo: { label: "组合" }, easy: { label: "简易" } };

export const purchasePrice = () =>
  field.decimal("参考采购价(不含税)", {
    unit: "CNY",
    min: 0,
    mask: "purchase_price_view",
    column: { width: 150, sortable: true },
  });

export const skuName = () => field.text("品名", { required: true, max: 200, column: true });

/** What stands below the bars on the goods: scanners find the SKU by it. */
export const barcode = () =>
  field.text("条码", {
    max: 48,
    help: "商品上的EAN、UPC或自有条码",
    pattern: [/^[A-Z0-9][A-Z0-9-]{3,47}$/, "条码为4到48位大写字母、数字或横线"],
    unique: "条码已被其他SKU使用",
    column: { hide: true },
  });

const size = (label: string, section?: string) => field.decimal(label, { unit: "cm", scale: 2, min: 0.01, section });

const weight = (label: string, unit: string, section?: string) =>
  field.decimal(label, { unit, scale: 2, min: 0.01, section });

/** Package measures and gross weight, which easy SKUs have too. */
export const packageFields = () => ({
  pkgLengthCm: size("单品包装长", "包装"),
  pkgWidthCm: size("单品包装宽"),
  pkgHeightCm: size("单品包装高"),
  grossWeightG: weight("毛重", "g"),
});

/** Measures, weights and carton. */
export const measureFields = () => ({
  lengthCm: size("产品长", "尺寸与重量"),
  widthCm: size("产品宽"),
  heightCm: size("产品高"),
  netWeightG: weight("净重", "g"),
  ...packageFields(),
  cartonLengthCm: size("外箱长", "外箱"),
  cartonWidthCm: size("外箱宽"),
  cartonHeightCm: size("外箱高"),
  cartonWeightKg: weight("箱重", "kg"),
  pcsPerCarton: field.int("单箱数量", { min: 1 }),
});

/** What customs ask for. */
export const customsFields = () => ({
  hsCode: field.text("海关编码", { section: "报关", pattern: [/^[0-9]{10}$/, "海关编码为10位数字"] }),
  declareNameCn: field.text("申报中文品名", { max: 100 }),
  declareNameEn: field.text("申报英文品名", { max: 200 }),
  declareElements: field.text("申报要素", { max: 500 }),
  declareUnit: field.text("申报单位", { max: 20 }),
  originCountry: field.dict("原产国", { type: "country" }),
  declarePrice: field.money("申报单价", { unit: "USD", min: 0 }),
  exportRefundRate: field.percent("退税率%", { min: 0, max: 13 }),
});

/** What purchasing asks for. */
export const supplyFields = () => ({
  purchasePrice: { ...purchasePrice(), section: "采购" },
  leadDays: field.int("交期", { unit: "天", min: 0 }),
  moq: field.int("起订量", { min: 1 }),
  inspectExempt: field.bool("免检"),
  sealRequired: field.bool("需封样"),
  batchManaged: field.bool("管理批次"),
  shelfDays: field.int("有效期天数", { unit: "天", min: 1, max: 36_500 }),
});

/** A phone's card tells what can be taken and what is to come. */
const PLAIN = new Set(["良品", "在途"]);

const qty = (label: string, summary = true) =>
  field.int(label, {
    computed: true,
    later: true,
    column: {
      width: summary ? 108 : 60,
      ...(PLAIN.has(label) && { phone: false }),
      ...(summary && { summary: "sum" as const }),
    },
  });

/** Quantities that warehouse and purchasing documents keep; of what was never stocked none is known. */
export const stockFields = () => ({
  goodQty: qty("良品"),
  availableQty: qty("可用"),
  inTransitQty: qty("在途", false),
  onOrderQty: qty("在订"),
});
