import { defineDocument, field } from "../kit";
import { stopActions } from "./sku";
import {
  barcode,
  packageFields,
  purchasePrice,
  skuStatus,
  skuTypes,
  stockFields,
} from "./sku-fields";

const { auditing: _flow, rejected: _no, ...states } = skuStatus.values;

/** 简易SKU (supply.md 1): packaging, gifts, samples; rows of the SKU table. */
export const easySku = defineDocument({
  name: "easy_sku",
  label: "简易SKU",
  module: "product",
  table: "sku",
  of: "sku",
  fixed: { skuType: "easy" },
  menu: { on: "sku" },
  coded: true,
  many: true,
  display: "skuCode",
  scopeBy: undefined,
  keyword: ["skuCode", "name", "nameEn", "barcode"],
  formColumns: 3,
  prefill: { spuId: "spu" },
  status: {
    ...skuStatus,
    deletable: ["draft"],
    values: { ...states, approved: { label: "启用", tone: "blue" } },
  },
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
    images: field.images({
      label: "图片",
      max: 5,
      wide: true,
      column: { width: 56, phone: false },
    }),
    skuCode: field.text({
      label: "编码",
      required: true,
      pattern: [/^E-[A-Z0-9-]{2,29}$/, "编码为E-加2到29位大写字母、数字或横线"],
      unique: "SKU编码已存在",
      uniqueForever: true,
      column: { width: 130, fixed: "left", sortable: true },
    }),
    name: field.text({ label: "名称", required: true, max: 100, column: { width: 150 } }),
    nameEn: field.text({ label: "英文名", max: 100 }),
    barcode: barcode(),
    ...stockFields(),
    easyType: field.enum({
      label: "简易类型",
      required: true,
      options: {
        packing: { label: "包材" },
        gift: { label: "赠品" },
        sample: { label: "样品" },
        accessory: { label: "配件" },
        consumable: { label: "耗材" },
      },
      column: { width: 80 },
      filter: "in",
    }),
    spuId: field.ref({ label: "关联SPU", to: "spu", column: { width: 110 } }),
    unit: field.dict({ label: "单位", type: "unit", required: true, default: "pcs" }),
    spec: field.text({ label: "规格", max: 100, column: { width: 140 } }),
    skuType: field.enum({ label: "类型", computed: true, options: skuTypes, hiddenIn: ["view"] }),
    purchasePrice: purchasePrice(),
    isFree: field.bool({ label: "免费物料", help: "参考价记为0" }),
    defaultSupplierId: field.ref({ label: "默认供应商", to: "supplier" }),
    ...packageFields(),
    safetyQty: field.int({ label: "安全库存", min: 0 }),
  },
  actions: {
    enable: { label: "启用", next: true, permission: "add", from: ["draft"], to: "approved" },
    specialEdit: {
      label: "特殊编辑",
      amends: true,
      permission: "product_skuspecial_add",
      from: ["approved"],
      opens: {
        document: "sku_special_edit",
        param: "skuId",
        path: "/product/openTag/specialEditEasySku/{skuId}",
      },
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
