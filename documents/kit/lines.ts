import { field } from "./field";

/** L-SKU (supply.md 0.1): a line that names a SKU; the rest is copied at submit and kept. */
export const skuLine = () => ({
  skuId: field.ref({ label: "SKU", to: "sku", required: true }),
  skuName: field.text({ label: "品名", computed: true, from: "skuId.name" }),
  spec: field.text({ label: "规格", computed: true, from: "skuId.specText" }),
  unit: field.text({ label: "单位", computed: true, from: "skuId.unit" }),
  skuCode: field.text({ label: "SKU编码", computed: true, hidden: true }),
  imageUrl: field.text({ label: "图片", computed: true, hidden: true }),
});

/** The same for a line whose SKU is that of its source line. */
export const sourceSkuLine = () => ({
  ...skuLine(),
  skuId: field.ref({ label: "SKU", to: "sku", required: true, computed: true }),
});

export const lineRemark = () => field.text({ label: "备注", max: 200 });
