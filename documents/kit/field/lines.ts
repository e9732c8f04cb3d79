import { field } from "./field";

/** L-SKU (supply.md 0.1): a line that names a SKU; the rest is copied at submit and kept. */
export const skuLine = () => ({
  skuId: field.ref("SKU", { to: "sku", required: true }),
  skuName: field.text("品名", { computed: true, from: "skuId.name" }),
  spec: field.text("规格", { computed: true, from: "skuId.specText" }),
  unit: field.text("单位", { computed: true, from: "skuId.unit" }),
  skuCode: field.text("SKU编码", { computed: true, hidden: true }),
  imageUrl: field.text("图片", { computed: true, hidden: true }),
});

/** The same for a line whose SKU is that of its source line. */
export const sourceSkuLine = () => ({
  ...skuLine(),
  skuId: field.ref("SKU", { to: "sku", required: true, computed: true }),
});

export const lineRemark = () => field.text("备注", { max: 200 });

/** What others work out: in no form, a column only where there is something to read. */
export const worked = { computed: true, hiddenIn: ["add", "edit"] } as const;

/** What lists are searched by and pages do not show. */
export const unshown = { computed: true, hiddenIn: ["view" as const] };
