import { defineDocument, field } from "../../kit";
import {
  externalStates,
  type MappingSystem,
  mappingStates,
  mappingSystems,
  weightTags,
} from "./words";

type MappingName =
  | "overseas_sku_mapping"
  | "xy_product_mapping"
  | "hs_goods_mapping"
  | "gc_goods_mapping"
  | "winit_goods_mapping"
  | "sf_goods_mapping";

/** What tells one of the six mappings from the others. */
interface Own {
  name: MappingName;
  label: string;
  system: MappingSystem;
  /** Last folder of its addresses. */
  key: string;
  sort: number;
  /** What the other side calls the code. */
  code: string;
  /** A mapping belongs to one of these: the unique codes are those of it. */
  of?: "warehouseId" | "appId";
  /** Fields that this system has besides the common ones, by what it calls them. */
  extras: Partial<Record<Extra, string>>;
}

type Extra =
  | "externalBarcode"
  | "labelType"
  | "referenceNo"
  | "productId"
  | "category"
  | "externalSpec"
  | "externalUnit"
  | "temperature"
  | "externalWeightG";

const NOWHERE = ["add", "edit", "view"] as const;
const UNTYPED = ["add", "edit"] as const;

/** A mapping of our SKUs to the goods of one system outside (market.md 5): six pages, one table. */
export const goodsMapping = (own: Own) => {
  const { system, of, extras, key } = own;
  /** A field of other systems is in the table, and nowhere to be seen. */
  const extra = (name: Extra, label: string) => ({
    label: extras[name] ?? label,
    ...(!(name in extras) && { hiddenIn: NOWHERE }),
  });
  const head = (name: "warehouseId" | "appId", width: number) =>
    of === name
      ? { required: true, column: { width }, filter: "in" as const }
      : { hiddenIn: NOWHERE };
  const measure = (label: string, unit: string) => ({
    // Where goods are registered with their measures, somebody types what is registered.
    ...{ label: (extras.externalWeightG ? "登记" : "对方") + label, unit, scale: 2, min: 0.01 },
    ...(!extras.externalWeightG && { hiddenIn: UNTYPED }),
  });
  const path = `/baseSetup/${key}/openTag`;
  const row = of === "appId" ? "{id}/appId/{appId}" : "{id}";
  return defineDocument({
    name: own.name,
    label: own.label,
    module: "base",
    table: "goods_mapping",
    api: `/basesetup/${key.toLowerCase()}`,
    permission: `base_${key.toLowerCase()}`,
    fixed: { system },
    menu: {
      ...{ group: "base", icon: "swap", sort: own.sort, label: own.label },
      words: { submit: false, approve: false, void: false, print: false, push: "推送" },
    },
    coded: true,
    scopeBy: undefined,
    display: "externalCode",
    keyword: ["externalCode", "externalName"],
    sort: [
      { by: "updateTime", desc: true },
      { by: "id", desc: true },
    ],
    permissions: { import: "import" },
    import: { key: of ? [of, "externalCode"] : ["externalCode"] },
    formColumns: 2,
    statusTabs: true,
    status: {
      ...{ field: "status", initial: "draft", values: mappingStates },
      ...{ editable: ["draft", "pushed", "active", "failed", "disabled"] },
      deletable: ["draft", "failed"],
    },
    openFields: {
      pushed: {
        fields: ["externalName", "siteIds", "remark", "attachments"],
        note: "已推送给对方：编码和换算不能再改",
      },
      active: {
        fields: ["externalName", "siteIds", "remark", "attachments"],
        note: "映射已生效：要改编码或换算，请先停用",
      },
    },
    gaps: { label: "待映射", button: "建立映射" },
    figures: [{ field: "ratio" }, { field: "weightDiff" }, { field: "qtyDiff" }],
    fields: {
      system: field.enum({
        ...{ label: "系统", options: mappingSystems, computed: true, hiddenIn: ["view"] },
      }),
      skuId: field.ref({ label: "SKU", to: "sku", required: true, filter: "in" }),
      skuCode: field.text({
        ...{ label: "SKU", computed: true, virtual: true, hiddenIn: ["view"] },
        column: { width: 124, fixed: "left", sortable: true },
      }),
      goodsName: field.text({
        ...{ label: "名称", computed: true, virtual: true, hiddenIn: ["view"] },
        column: { width: 130 },
      }),
      externalCode: field.text({
        ...{ label: "外部编码", required: true, help: own.code, filter: "prefix" },
        pattern: [/^[A-Za-z0-9._-]{1,64}$/, "外部编码为1到64位字母、数字、点、横线或下划线"],
        column: { width: 140, sortable: true },
      }),
      externalName: field.text({
        ...{ label: "外部名称", max: 200, column: { width: 120 }, filter: "like" },
      }),
      warehouseId: field.ref({
        ...{ label: "仓库", to: "warehouse", only: { kind: ["thirdParty", "overseas"] } },
        ...head("warehouseId", 110),
      }),
      appId: field.ref({ label: "应用", to: "external_app", ...head("appId", 100) }),
      ratio: field.int({
        ...{ label: "换算数量", default: 1, min: 1, max: 100_000, required: true },
        ...{ help: "对方1件等于我方几件", column: { width: 80 } },
      }),
      weightDiff: field.percent({
        ...{ label: "重量差异%", computed: true, virtual: true, column: { width: 92 } },
      }),
      // Here for its place among the columns.
      status: field.enum({
        ...{ label: "状态", options: mappingStates, computed: true, default: "draft" },
      }),
      weightTag: field.enum({
        ...{ label: "重量", options: weightTags, computed: true, virtual: true },
        ...{ column: { width: 96, phone: false }, filter: "in" },
      }),
      siteIds: field.refs({ label: "适用站点", to: "site", help: "不选则所有站点适用" }),
      effectiveDate: field.date({ label: "生效日期", help: "不填则为今天" }),
      externalBarcode: field.text({ ...extra("externalBarcode", "外部条码"), max: 64 }),
      labelType: field.enum({
        ...extra("labelType", "标签类型"),
        options: { FNSKU: { label: "FNSKU" }, UPC: { label: "UPC" }, self: { label: "自有标签" } },
      }),
      referenceNo: field.text({ ...extra("referenceNo", "参考号"), max: 64 }),
      productId: field.text({ ...extra("productId", "产品编号"), max: 64 }),
      category: field.text({ ...extra("category", "品类"), max: 100 }),
      externalSpec: field.text({ ...extra("externalSpec", "规格"), max: 100 }),
      externalUnit: field.text({ ...extra("externalUnit", "单位"), max: 20 }),
      temperature: field.enum({
        ...extra("temperature", "温层"),
        options: { normal: { label: "常温" }, cold: { label: "冷藏" } },
      }),
      externalWeightG: field.decimal(measure("重量", "g")),
      externalLengthCm: field.decimal(measure("长", "cm")),
      externalWidthCm: field.decimal(measure("宽", "cm")),
      externalHeightCm: field.decimal(measure("高", "cm")),
      externalState: field.enum({
        ...{ label: "对方状态", options: externalStates, computed: true, filter: "in" },
        column: { width: 96, phone: false },
      }),
      externalQty: field.int({
        ...{ label: "对方库存", hiddenIn: UNTYPED },
        column: { width: 96, tooltip: "最近一次拉取时对方的在库，按对方的单位" },
      }),
      ownQty: field.int({
        ...{ label: "我方库存", computed: true, virtual: true },
        column: { width: 96, tooltip: "我方账上该服务商仓库的在库" },
      }),
      qtyDiff: field.int({
        ...{ label: "库存差异", computed: true, virtual: true },
        column: { width: 96, signed: true, tooltip: "对方库存×换算数量−我方库存" },
      }),
      qtyTag: field.enum({
        ...{ label: "库存核对", computed: true, virtual: true, hiddenIn: ["view"], filter: "in" },
        options: { same: { label: "一致" }, off: { label: "有差异" } },
      }),
      lastPushTime: field.datetime({
        ...{ label: "推送时间", computed: true, column: { width: 170 } },
      }),
      lastPullTime: field.datetime({
        ...{ label: "拉取时间", computed: true, column: { width: 170, hide: true } },
      }),
      syncMsg: field.text({
        ...{ label: "信息", computed: true, max: 300, column: { minWidth: 200 } },
      }),
    },
    actions: {
      push: {
        ...{ label: "推送", permission: "push", from: ["draft", "failed"], batch: true },
        next: true,
      },
      pull: {
        ...{ label: "拉取", permission: "push", from: ["pushed", "active", "failed"] },
        batch: true,
      },
      activate: {
        ...{ label: "生效", permission: "edit", from: ["pushed", "disabled"], to: "active" },
        ...{ batch: true, next: true },
      },
      disable: {
        ...{ label: "停用", permission: "edit", from: ["active"], to: "disabled" },
        ...{ batch: true, danger: true, confirm: "停用后发往该服务商的包裹不能再用此编码" },
      },
    },
    screens: {
      list: `/baseSetup/${key}/index`,
      create: `${path}/create`,
      edit: `${path}/edit/${row}`,
      detail: `${path}/detail/${row}`,
      titles: { list: own.label },
    },
  });
};

export type GoodsMapping = ReturnType<typeof goodsMapping>;
