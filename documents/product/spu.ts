import { z } from "zod";
import { defineDocument, field, labelled, lackFields, ownStatus, texts } from "../kit";

const text = z.string().nullable();

/** What the page of an SPU is sent besides its fields: every combination, and its SKUs, prices and samples. */
const spuSends = {
  matrix: z.array(z.object({ text: z.string(), skuCode: text })),
  tabs: z.object({
    skus: z.array(
      z.object({ id: z.string(), skuCode: text, name: text, status: z.string(), purchasePrice: text.optional() }),
    ),
    offers: z.array(
      z.object({
        skuCode: text,
        supplier: text,
        currency: text,
        minQty: z.number().nullable(),
        price: text,
        leadDays: z.number().nullable(),
        validTo: text,
        isDefault: z.boolean().nullable(),
      }),
    ),
    samples: z.array(
      z.object({
        ...texts("id", "no", "status"),
        skuCode: text,
        supplier: text,
        version: z.number().nullable(),
        sealNo: text,
        validUntil: text,
      }),
    ),
  }),
};

/** SPU 款 (supply.md 1): one style with its specification dimensions. */
export const spu = defineDocument({
  name: "spu",
  label: "SPU",
  module: "product",
  can: { undelete: false },
  inSetup: true,
  calls: { sends: spuSends },
  menu: { group: "product", icon: "layers", sort: 20 },
  coded: true,
  many: true,
  display: "spuCode",
  scopeBy: undefined,
  keyword: ["spuCode", "name", "nameEn", "modelCode"],
  lookup: { finds: ["spuCode", "name", "nameEn", "modelCode"] },
  start: { prefill: { productId: "product" } },
  status: ownStatus(
    {
      draft: { label: "草稿", tone: "grey" },
      enabled: { label: "启用", tone: "blue" },
      disabled: { label: "停用", tone: "red" },
    },
    { editable: ["draft", "enabled", "disabled"], deletable: ["draft"] },
  ),
  list: { bulk: ["categoryId", "buyerId"] },
  glance: {
    lacks: "lacks",
    queues: [{ label: "SPU待补资料", where: { lacking: "true" }, permission: "product_product_edit", about: "lacks" }],
  },
  fields: {
    spuCode: field.text("SPU编码", {
      required: true,
      pattern: [/^[A-Z]{2,4}[0-9]{4}$/, "SPU编码为2到4位大写字母加4位数字"],
      unique: "SPU编码已存在",
      help: "生成SKU后不能修改",
      column: { width: 110, fixed: "left", sortable: true },
    }),
    images: field.images("图片", { wide: true, column: { width: 50, phone: false } }),
    productId: field.ref("所属产品", { to: "product", required: true, column: true, filter: "in" }),
    name: field.text("款名", { required: true, max: 100, column: true }),
    nameEn: field.text("英文名", { max: 100 }),
    modelCode: field.text("型号", { max: 32, help: "不填则为SPU编码" }),
    categoryId: field.dict("品类", {
      type: "product_category",
      help: "不填则取产品的品类",
      column: true,
      filter: "in",
    }),
    brandId: field.dict("品牌", { type: "brand", filter: "in" }),
    unit: field.dict("单位", { type: "unit", required: true, default: "pcs" }),
    defaultSupplierId: field.ref("默认供应商", { to: "supplier" }),
    buyerId: field.ref("采购员", { to: "user", holds: "purchase_order_add", column: true, filter: "in" }),
    material: field.text("材质", { max: 200 }),
    specialAttrs: field.enums("特殊属性", {
      wide: true,
      options: labelled({
        battery: "含电",
        pureBattery: "纯电",
        liquid: "液体",
        powder: "粉末",
        paste: "膏体",
        magnetic: "带磁",
        fragile: "易碎",
      }),
    }),
    qcStandard: field.longtext("质检标准", { max: 2000, wide: true }),
    skuCount: field.int("SKU数", { computed: true, column: true }),
    onHandQty: field.int("在库", { computed: true, later: true, column: { summary: "sum" } }),
    ...lackFields(),
  },
  lines: {
    specs: {
      label: "规格维度",
      table: "spu_spec",
      max: 3,
      fields: {
        attrName: field.text("规格名", { required: true, max: 20 }),
        attrValues: field.texts("规格值", { required: true, max: 50, help: "每行一个值" }),
        sort: field.int("排序", { default: 0 }),
      },
    },
  },
  actions: {
    enable: { label: "启用", next: true, permission: "add", from: ["draft", "disabled"], to: "enabled" },
    generateSku: {
      label: "生成SKU",
      permission: "product_sku_add",
      from: ["enabled"],
      part: true,
      input: {
        combinations: field.texts("规格组合", {
          required: true,
          wide: true,
          max: 200,
          requiredMessage: "请选择规格组合",
        }),
      },
    },
    createSku: {
      label: "新建SKU",
      permission: "product_sku_add",
      from: ["enabled"],
      opens: { document: "sku", param: "spuId" },
    },
    disable: {
      label: "停用",
      permission: "edit",
      from: ["enabled"],
      to: "disabled",
      danger: true,
      confirm: "停用后，它的SKU全部停用。",
    },
  },
  screens: {
    list: "/product/spu/index",
    create: "/product/openTag/createSpu",
    edit: "/product/openTag/editSpu/{id}",
    detail: "/product/detail/{id}",
  },
});
