import { field, lineRemark, skuLine } from "../kit";

const worked = { computed: true as const, hiddenIn: ["add" as const, "edit" as const] };
const cost = { unit: "CNY", mask: "stock_cost_view", ...worked } as const;
/** Of kinds of transfer or of states that not every document has. */
const sometimes = { whenFilled: true } as const;
const pieces = (label: string) => field.int({ label, ...worked, sum: true });

/** One line of a transfer: what is sent of a SKU, and what became of it. */
export const transferLine = {
  replenishId: field.ref({ label: "补货建议", to: "replenish", hidden: true }),
  turnLineId: field.line({ label: "转采明细", table: "turn_requisition_line", hidden: true }),
  ...skuLine(),
  goodQty: field.int({ label: "良品", required: true, min: 0, default: 0, sum: true }),
  badQty: field.int({ label: "次品", required: true, min: 0, default: 0, sum: true }),
  fnsku: field.text({
    ...{ label: "FNSKU", max: 20, ...sometimes },
    help: "发往FBA必填，不填则取店铺的平台映射",
  }),
  msku: field.text({
    ...{ label: "MSKU", max: 60, ...sometimes },
    help: "发往FBA必填，不填则取店铺的平台映射",
  }),
  shippedQty: pieces("发货"),
  receivedGoodQty: pieces("收良"),
  receivedBadQty: pieces("收次"),
  lostQty: pieces("差异"),
  outAmount: field.money({ label: "出库成本", ...cost, sum: true }),
  feeAmount: field.money({ label: "头程", ...cost, ...sometimes, sum: true }),
  // What of the freight has joined the cost of pieces that came in.
  feePosted: field.money({ label: "已入成本头程", ...cost, hidden: true }),
  inAmount: field.money({ label: "入库成本", ...cost, ...sometimes, sum: true }),
  lostAmount: field.money({ label: "差异金额", ...cost, ...sometimes, sum: true }),
  inUnitCost: field.decimal({ label: "入库单位成本", scale: 6, ...cost, ...sometimes }),
  remark: { ...lineRemark(), ...sometimes },
};

const cm = (label: string) => field.decimal({ label, unit: "cm", scale: 2, min: 0.01 });

/** Measures of a box. */
export const boxMeasures = () => ({
  lengthCm: cm("长"),
  widthCm: cm("宽"),
  heightCm: cm("高"),
  weightKg: field.decimal({ label: "重量", unit: "kg", scale: 2, min: 0.01 }),
});

/** One box with its contents: 装箱 writes them. */
export const transferBox = {
  boxNo: field.int({ label: "箱号", computed: true }),
  ...boxMeasures(),
  contents: field.json({ label: "箱内", computed: true, hidden: true }),
  contentsText: field.text({ label: "箱内", computed: true, max: 2000, wide: true }),
  qty: field.int({ label: "数量", computed: true, sum: true }),
  chargeWeightKg: field.decimal({ label: "计费重", unit: "kg", scale: 2, computed: true }),
  mark: field.text({ label: "提示", computed: true }),
};

/** Equal boxes as they are packed; a row without measures adds its SKU to the box of that number. */
export const packRow = {
  boxNo: field.int({ label: "起始箱号", min: 1, help: "不填则接着上一箱" }),
  boxes: field.int({ label: "箱数", required: true, min: 1, max: 999, default: 1, sum: true }),
  skuId: field.ref({ label: "SKU", to: "sku", required: true }),
  qty: field.int({ label: "每箱数量", required: true, min: 1 }),
  ...boxMeasures(),
};

/** What an action moves of each line. `word`: 发 or 收. */
export const movedRow = (word: string) => ({
  lineId: field.line({ label: "明细", table: "transfer_line", hidden: true }),
  skuId: field.ref({ label: "SKU", to: "sku", computed: true }),
  leftQty: field.int({ label: `待${word}`, computed: true }),
  goodQty: field.int({ label: `${word}良品`, min: 0, default: 0, sum: true }),
  badQty: field.int({ label: `${word}次品`, min: 0, default: 0, sum: true }),
});
