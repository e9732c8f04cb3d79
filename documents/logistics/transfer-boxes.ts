import { field } from "../kit";

const cm = (label: string) => field.decimal(label, { unit: "cm", scale: 2, min: 0.01 });

/** Measures of a box. */
const boxMeasures = () => ({
  lengthCm: cm("长"),
  widthCm: cm("宽"),
  heightCm: cm("高"),
  weightKg: field.decimal("重量", { unit: "kg", scale: 2, min: 0.01 }),
});

/** One box with its contents: 装箱 writes them. */
export const transferBox = {
  boxNo: field.int("箱号", { computed: true }),
  ...boxMeasures(),
  contents: field.json("箱内", { computed: true, hidden: true }),
  contentsText: field.text("箱内", { computed: true, max: 2000, wide: true }),
  qty: field.int("数量", { computed: true, sum: true }),
  chargeWeightKg: field.decimal("计费重", { unit: "kg", scale: 2, computed: true }),
  mark: field.text("提示", { computed: true }),
};

/** Equal boxes as they are packed; a row without measures adds its SKU to the box of that number. */
export const packRow = {
  boxNo: field.int("起始箱号", { min: 1, help: "不填则接着上一箱" }),
  boxes: field.int("箱数", { required: true, min: 1, max: 999, default: 1, sum: true }),
  skuId: field.ref("SKU", { to: "sku", required: true }),
  qty: field.int("每箱数量", { required: true, min: 1 }),
  ...boxMeasures(),
};
