import { defineDocument, field } from "../kit";
import { skuFields } from "./sku";
import { skuStatus } from "./sku-fields";
import { skuLines } from "./sku-lines";

const fields = {
  reason: field.text("修改原因", {
    virtual: true,
    required: true,
    requiredMessage: "请填写修改原因(不少于5个字)",
    wide: true,
  }),
  ...skuFields,
  status: field.enum("状态", { computed: true, options: skuStatus.values, column: true }),
};

/** 管理员编辑 (supply.md 1, adminEdit): every field of a SKU in any state, with a reason. */
export const skuAdmin = defineDocument({
  name: "sku_admin",
  label: "SKU",
  module: "product",
  table: "sku",
  of: "sku",
  derived: true,
  permission: "product_sku",
  permissions: { edit: "adminedit" },
  display: "skuCode",
  many: true,
  can: { add: false, del: false, export: false },
  fields,
  lines: skuLines,
  screens: {
    list: "/product/sku/index",
    edit: "/product/openTag/adminEditSku/{id}",
    detail: "/product/sku/detail/{id}",
    titles: { edit: "SKU管理员编辑" },
  },
});
