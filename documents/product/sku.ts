import { type Action, defineDocument, field, lackFields } from "../kit";
import {
  barcode,
  customsFields,
  measureFields,
  purchasePrice,
  skuName,
  skuStatus,
  skuTypes,
  stockFields,
  supplyFields,
} from "./sku-fields";
import { skuLines } from "./sku-lines";

/** Stopping and restarting, of SKUs and easy SKUs alike. */
export const stopActions = {
  stop: {
    label: "停用",
    permission: "edit",
    from: ["approved"],
    to: "stopped",
    undo: "restart",
    batch: true,
    danger: true,
    confirm: "停用后，新单据不能再选它。",
  },
  restart: { label: "启用", permission: "edit", from: ["stopped"], to: "approved", undo: "stop", batch: true },
} as const satisfies Record<string, Action>;

const saleStatuses = {
  developing: { label: "开发中", tone: "grey" },
  onSale: { label: "在售", tone: "green" },
  clearance: { label: "清仓", tone: "orange" },
  stopped: { label: "停售", tone: "red" },
} as const;

const { purchasePrice: price, ...supply } = supplyFields();

/** What an approval asks for: a SKU that came in without one is filled in where it lacks it. */
export const ASKED = ["grossWeightG", "declareNameCn", "pkgLengthCm", "pkgWidthCm", "pkgHeightCm"] as const;

const typed = { inline: true, column: { width: 110, hide: true } } as const;

/** Worked out for its page alone. */
const figure = { virtual: true, computed: true, hiddenIn: ["view"] } as const;

/** Everything about a SKU that is a column; shared by the form of the administrator. */
export const skuFields = {
  images: field.images("图片", { help: "第一张是主图", wide: true, column: { width: 50, phone: false } }),
  skuCode: field.text("SKU编码", {
    required: true,
    pattern: [/^[A-Z0-9][A-Z0-9-]{2,31}$/, "SKU编码为3到32位大写字母、数字或横线"],
    unique: "SKU编码已存在",
    uniqueForever: true,
    column: { width: 124, fixed: "left", sortable: true },
  }),
  name: skuName(),
  nameEn: field.text("英文名", { max: 200 }),
  barcode: barcode(),
  saleStatus: field.enum("销售状态", {
    default: "developing",
    computed: true,
    options: saleStatuses,
    column: true,
    filter: "in",
  }),
  ...stockFields(),
  skuType: field.enum("类型", {
    required: true,
    default: "normal",
    options: skuTypes,
    column: { width: 60 },
    filter: "in",
  }),
  spuId: field.ref("SPU", { to: "spu", help: "普通SKU必填", column: true }),
  attrList: field.texts("规格", { virtual: true, help: "每行一项，如 颜色:黑色", max: 80, column: { width: 110 } }),
  attrs: field.json("规格", { computed: true, hiddenIn: ["view"] }),
  unit: field.dict("单位", { type: "unit", required: true, default: "pcs" }),
  isCustomized: field.bool("定制"),
  buyerId: field.ref("采购员", { to: "user", holds: "purchase_order_add", filter: "in" }),
  ...measureFields(),
  ...customsFields(),
  purchasePrice: price ?? purchasePrice(),
  ...supply,
  qcStandard: field.longtext("质检标准", { section: "质检", max: 2000, wide: true, help: "不填则用SPU的质检标准" }),
  qcImages: field.images("质检图片", { wide: true }),
  categoryId: field.dict("品类", {
    type: "product_category",
    virtual: true,
    computed: true,
    hiddenIn: ["view"],
    filter: "in",
  }),
  supplierId: field.ref("供应商", { to: "supplier", virtual: true, computed: true, hiddenIn: ["view"], filter: "in" }),
  listingKeyword: field.text("FNSKU / MSKU", { virtual: true, computed: true, hiddenIn: ["view"], filter: "like" }),
  sales30d: field.int("近30天销量", { ...figure, unit: "件" }),
  avgCost: field.decimal("均价", { ...figure, unit: "CNY", mask: "stock_cost_view" }),
  spec: field.text("规格说明", { computed: true, hiddenIn: ["view"] }),
};

/** Typed in the rows of the list: what is asked of SKUs that lack it, and what purchasing goes by. */
const typedFields = {
  barcode: { ...skuFields.barcode, inline: true },
  purchasePrice: { ...skuFields.purchasePrice, inline: true },
  leadDays: { ...skuFields.leadDays, ...typed },
  moq: { ...skuFields.moq, ...typed },
  grossWeightG: { ...skuFields.grossWeightG, ...typed },
  declareNameCn: { ...skuFields.declareNameCn, ...typed },
  pkgLengthCm: { ...skuFields.pkgLengthCm, ...typed },
  pkgWidthCm: { ...skuFields.pkgWidthCm, ...typed },
  pkgHeightCm: { ...skuFields.pkgHeightCm, ...typed },
};

/** What lines learn of a SKU that they name. */
const lineFacts = {
  specText: field.text("规格", figure),
  lastPrice: field.decimal("上次采购价", { mask: "purchase_price_view", ...figure }),
};

/** SKU (supply.md 1). */
export const sku = defineDocument({
  name: "sku",
  label: "SKU",
  module: "product",
  can: { undelete: false },
  inSetup: true,
  menu: { group: "product", icon: "barcode", sort: 30 },
  coded: true,
  many: true,
  display: "skuCode",
  flow: {},
  scopeBy: undefined,
  keyword: ["skuCode", "name", "nameEn", "barcode"],
  lookup: {
    finds: ["skuCode", "name", "nameEn", "barcode", "listings.msku", "listings.fnsku"],
    codes: ["skuCode", "barcode", "listings.fnsku", "listings.msku"],
    facts: {
      picture: "images",
      name: "name",
      words: ["specText", "unit"],
      figures: ["availableQty", "purchasePrice"],
      known: ["inTransitQty", "onOrderQty", "sales30d", "lastPrice", "moq"],
    },
  },
  start: { prefill: { spuId: "spu" } },
  import: { key: ["skuCode"], update: true },
  list: { tabs: true, remark: true, bulk: ["categoryId", "remark"] },
  status: skuStatus,
  openFields: {
    approved: {
      fields: [
        ...(["images", "nameEn", "barcode", "qcStandard", "qcImages", "listings", "prices"] as const),
        ...(["remark", "attachments"] as const),
        ...ASKED,
      ],
      note: "SKU已审核：灰色的资料需走特殊编辑，采购员用“改采购员”；毛重、包装尺寸、申报中文品名只在空缺时补填",
    },
  },
  glance: {
    lacks: "lacks",
    queues: [{ label: "SKU待补资料", where: { lacking: "true" }, permission: "edit", about: "lacks" }],
    figures: [
      { field: "availableQty" },
      { field: "inTransitQty" },
      { field: "onOrderQty" },
      { field: "sales30d" },
      { field: "avgCost" },
    ],
  },
  fields: { ...skuFields, ...typedFields, ...lineFacts, ...lackFields() },
  lines: { ...skuLines, combo: { ...skuLines.combo, when: ["skuType", "combo"], rare: true } },
  actions: {
    specialEdit: {
      label: "特殊编辑",
      amends: true,
      permission: "product_skuspecial_add",
      from: ["approved"],
      opens: { document: "sku_special_edit", param: "skuId" },
    },
    adminEdit: {
      label: "管理员编辑",
      amends: true,
      permission: "adminedit",
      opens: { document: "sku_admin", param: "id" },
    },
    sealSample: {
      label: "封样",
      permission: "product_sealsample_add",
      from: ["approved"],
      opens: { document: "seal_sample", param: "skuId" },
    },
    ...stopActions,
    setBuyer: {
      label: "改采购员",
      permission: "edit",
      batch: true,
      input: { buyerId: field.ref("采购员", { to: "user", holds: "purchase_order_add", required: true }) },
    },
    setSale: {
      label: "改销售状态",
      permission: "edit",
      from: ["approved", "stopped"],
      batch: true,
      input: { saleStatus: field.enum("销售状态", { required: true, options: saleStatuses }) },
    },
  },
  screens: {
    list: "/product/sku/index",
    create: "/product/openTag/createSku/{spuId}",
    edit: "/product/openTag/editSku/{id}",
    editReads: true,
    detail: "/product/sku/detail/{id}",
    print: "/product/sku/print",
    tabs: ["sku", "easy_sku"],
    titles: { print: "打印FNSKU标签" },
  },
});
