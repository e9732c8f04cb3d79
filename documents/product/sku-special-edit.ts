import { z } from "zod";
import { defineDocument, eachOf, field, flowStatus } from "../kit";
import { customsFields, measureFields, supplyFields } from "./sku-fields";

const { void: _none, ...states } = flowStatus({ approved: { label: "已生效", tone: "green" } }).values;

/** What a special edit does to each field. */
export const fieldChanges = z.array(
  z.object({ field: z.string(), label: z.string(), old: z.unknown(), new: z.unknown() }),
);

/** Values of a SKU that only a special edit changes after its approval. */
export const specialFields = {
  name: field.text("品名", { max: 200, section: "新的资料" }),
  ...measureFields(),
  ...customsFields(),
  ...supplyFields(),
};

/** Fields that customs read: their change asks the head of logistics. */
export const CUSTOMS: ReadonlySet<string> = new Set(Object.keys(customsFields()));

/** What an easy SKU has of them. */
export const EASY: ReadonlySet<string> = new Set([
  "name",
  "pkgLengthCm",
  "pkgWidthCm",
  "pkgHeightCm",
  "grossWeightG",
  "purchasePrice",
]);

const asked = eachOf(specialFields, (f) => ({
  ...f,
  ...({ virtual: true, column: undefined, hiddenIn: ["view"] } as const),
}));

/** SKU特殊编辑单 (supply.md 1). */
export const skuSpecialEdit = defineDocument({
  name: "sku_special_edit",
  label: "SKU特殊编辑单",
  module: "product",
  inSetup: true,
  calls: { sends: { changes: fieldChanges } },
  api: "/product/skuspecial",
  permission: "product_skuspecial",
  menu: { group: "product", icon: "edit", sort: 40 },
  number: "TS",
  flow: {},
  scopeBy: undefined,
  keyword: ["no", "skuId"],
  lookup: { foundBy: ["skuId", "createBy"] },
  start: { prefill: { skuId: "sku" } },
  list: { tabs: true },
  status: { ...flowStatus(), values: states },
  fields: {
    skuId: field.ref("SKU", { to: "sku", required: true, readonlyIn: ["edit"], column: true, filter: "in" }),
    changedFields: field.text("变更字段", { computed: true, hiddenIn: ["view"], column: { width: 240 } }),
    reason: field.longtext("变更原因", { required: true, min: 5, wide: true, column: { width: 200 } }),
    effectiveScope: field.enum("生效范围", {
      default: "newOnly",
      required: true,
      options: { newOnly: { label: "新单据" }, openDocs: { label: "未完结单据" } },
    }),
    createBy: field.ref("创建人", { to: "user", computed: true, hiddenIn: ["add", "edit"], column: true }),
    changes: field.json("变更内容", { computed: true, hiddenIn: ["view"] }),
    ...asked,
  },
  screens: {
    list: "/product/skuSpecialEdit/index",
    create: "/product/openTag/specialEditSku/{skuId}",
    edit: "/product/skuSpecialEdit/edit/{id}",
    detail: "/product/skuSpecialEdit/detail/{id}",
    titles: { create: "SKU特殊编辑" },
    also: [{ path: "/product/openTag/specialEditEasySku/{skuId}", title: "简易SKU特殊编辑" }],
  },
});
