import { defineDocument, field, labelled } from "../kit";
import { stopActions } from "./sku";
import { barcode, packageFields, purchasePrice, skuStatus, skuTypes, stockFields } from "./sku-fields";

const { auditing: _flow, rejected: _no, ...states } = skuStatus.values;

/** 简易SKU (supply.md 1): packaging, gifts, samples; rows of the SKU table. */
export const easySku = defineDocument({
  name: "easy_sku",
  label: "简易SKU",
  module: "product",
  inSetup: true,
  table: "sku",
  of: "sku",
  fixed: { skuType: "easy" },
  menu: { on: "sku" },
  coded: true,
  many: true,
  display: "skuCode",
  scopeBy: undefined,
  keyword: ["skuCode", "name", "nameEn", "barcode"],
  start: { prefill: { spuId: "spu" } },
  status: { ...skuStatus, deletable: ["draft"], values: { ...states, approved: { label: "启用", tone: "blue" } } },
  openFields: {
    approved: {
      fields: [
        ...(["images", "nameEn", "barcode", "easyType", "spuId", "spec"] as const),
        ...(["defaultSupplierId", "safetyQty"] as const),
        ...(["remark", "attachments"] as const),
      ],
      note: "简易SKU已启用：灰色的资料需走特殊编辑",
    },
  },
  fields: {
    images: field.images("图片", { max: 5, wide: true, column: { width: 56, phone: false } }),
    skuCode: field.text("编码", {
      required: true,
      pattern: [/^E-[A-Z0-9-]{2,29}$/, "编码为E-加2到29位大写字母、数字或横线"],
      unique: "SKU编码已存在",
      uniqueForever: true,
      column: { fixed: "left", sortable: true },
    }),
    name: field.text("名称", { required: true, max: 100, column: true }),
    nameEn: field.text("英文名", { max: 100 }),
    barcode: { ...barcode(), inline: true },
    ...stockFields(),
    easyType: field.enum("简易类型", {
      required: true,
      options: labelled({ packing: "包材", gift: "赠品", sample: "样品", accessory: "配件", consumable: "耗材" }),
      column: true,
      filter: "in",
    }),
    spuId: field.ref("关联SPU", { to: "spu", column: true }),
    unit: field.dict("单位", { type: "unit", required: true, default: "pcs" }),
    spec: field.text("规格", { max: 100, column: true }),
    skuType: field.enum("类型", { computed: true, options: skuTypes, hiddenIn: ["view"] }),
    purchasePrice: { ...purchasePrice(), inline: true },
    isFree: field.bool("免费物料", { help: "参考价记为0" }),
    defaultSupplierId: field.ref("默认供应商", { to: "supplier" }),
    ...packageFields(),
    safetyQty: field.int("安全库存", { min: 0, inline: true, column: { hide: true } }),
  },
  actions: {
    enable: { label: "启用", next: true, permission: "add", from: ["draft"], to: "approved" },
    specialEdit: {
      label: "特殊编辑",
      amends: true,
      permission: "product_skuspecial_add",
      from: ["approved"],
      opens: { document: "sku_special_edit", param: "skuId", path: "/product/openTag/specialEditEasySku/{skuId}" },
    },
    ...stopActions,
  },
  screens: {
    list: "/product/easySku/index",
    create: "/product/openTag/createEasySku/{spuId}",
    edit: "/product/openTag/editEasySku/{id}",
    detail: "/product/easySku/detail/{id}",
    tabs: ["sku", "easy_sku"],
  },
});
