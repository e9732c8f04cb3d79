import { z } from "zod";
import { defineDocument, field, ownStatus } from "../../kit";
import { externalStates, type MappingSystem, mappingStates, mappingSystems, weightTags } from "./words";

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
  extras: Partial<Record<ShapeExtra, string>>;
}

type ShapeExtra =
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

/** Our stock of the goods in a warehouse that the other system runs. */
const place = z.object({ warehouse: z.string(), onHand: z.number(), available: z.number(), transit: z.number() });

/** A mapping of our SKUs to the goods of one system outside (market.md 5): six pages, one table. */
export const goodsMapping = (own: Own) => {
  const { system, of, extras, key } = own;
  /** A field of other systems is in the table, and nowhere to be seen. */
  const absent = (name: ShapeExtra) => (name in extras ? {} : { hiddenIn: NOWHERE });
  const called = (name: ShapeExtra, label: string) => extras[name] ?? label;
  const head = (name: "warehouseId" | "appId", width: number) =>
    of === name ? { required: true, column: { width }, filter: "in" as const } : { hiddenIn: NOWHERE };
  // Where goods are registered with their measures, somebody types what is registered.
  const typed = !!extras.externalWeightG;
  const measure = (label: string, unit: string) =>
    field.decimal((typed ? "登记" : "对方") + label, {
      unit,
      scale: 2,
      min: 0.01,
      ...(!typed && { hiddenIn: UNTYPED }),
    });
  const path = `/baseSetup/${key}/openTag`;
  const row = of === "appId" ? "{id}/appId/{appId}" : "{id}";
  return defineDocument({
    name: own.name,
    label: own.label,
    module: "base",
    inSetup: true,
    table: "goods_mapping",
    api: `/basesetup/${key.toLowerCase()}`,
    permission: `base_${key.toLowerCase()}`,
    calls: { sends: { places: z.array(place) } },
    fixed: { system },
    menu: {
      group: "base",
      icon: "swap",
      sort: own.sort,
      label: own.label,
      words: { submit: false, approve: false, void: false, print: false, push: "推送" },
    },
    coded: true,
    scopeBy: undefined,
    display: "externalCode",
    keyword: ["externalCode", "externalName"],
    list: {
      sort: [
        { by: "updateTime", desc: true },
        { by: "id", desc: true },
      ],
      tabs: true,
      gaps: { label: "待映射", button: "建立映射" },
    },
    permissions: { import: "import" },
    import: { key: of ? [of, "externalCode"] : ["externalCode"] },
    formColumns: 2,
    status: ownStatus(mappingStates, {
      editable: ["draft", "pushed", "active", "failed", "disabled"],
      deletable: ["draft", "failed"],
    }),
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
    glance: { figures: [{ field: "ratio" }, { field: "weightDiff" }, { field: "qtyDiff" }] },
    fields: {
      system: field.enum("系统", { options: mappingSystems, computed: true, hiddenIn: ["view"] }),
      skuId: field.ref("SKU", { to: "sku", required: true, filter: "in" }),
      skuCode: field.text("SKU", {
        computed: true,
        virtual: true,
        hiddenIn: ["view"],
        column: { width: 124, fixed: "left", sortable: true },
      }),
      goodsName: field.text("名称", { computed: true, virtual: true, hiddenIn: ["view"], column: true }),
      externalCode: field.text("外部编码", {
        required: true,
        help: own.code,
        filter: "prefix",
        pattern: [/^[A-Za-z0-9._-]{1,64}$/, "外部编码为1到64位字母、数字、点、横线或下划线"],
        column: { sortable: true },
      }),
      externalName: field.text("外部名称", { max: 200, column: { width: 120 }, filter: "like" }),
      warehouseId: field.ref("仓库", {
        to: "warehouse",
        only: { kind: ["thirdParty", "overseas"] },
        ...head("warehouseId", 110),
      }),
      appId: field.ref("应用", { to: "external_app", ...head("appId", 100) }),
      ratio: field.int("换算数量", {
        default: 1,
        min: 1,
        max: 100_000,
        required: true,
        help: "对方1件等于我方几件",
        column: true,
      }),
      weightDiff: field.percent("重量差异%", { computed: true, virtual: true, column: true }),
      // Here for its place among the columns.
      status: field.enum("状态", { options: mappingStates, computed: true, default: "draft" }),
      weightTag: field.enum("重量", {
        options: weightTags,
        computed: true,
        virtual: true,
        column: { phone: false },
        filter: "in",
      }),
      siteIds: field.refs("适用站点", { to: "site", help: "不选则所有站点适用" }),
      effectiveDate: field.date("生效日期", { help: "不填则为今天" }),
      externalBarcode: field.text(called("externalBarcode", "外部条码"), { ...absent("externalBarcode"), max: 64 }),
      labelType: field.enum(called("labelType", "标签类型"), {
        ...absent("labelType"),
        options: { FNSKU: { label: "FNSKU" }, UPC: { label: "UPC" }, self: { label: "自有标签" } },
      }),
      referenceNo: field.text(called("referenceNo", "参考号"), { ...absent("referenceNo"), max: 64 }),
      productId: field.text(called("productId", "产品编号"), { ...absent("productId"), max: 64 }),
      category: field.text(called("category", "品类"), { ...absent("category"), max: 100 }),
      externalSpec: field.text(called("externalSpec", "规格"), { ...absent("externalSpec"), max: 100 }),
      externalUnit: field.text(called("externalUnit", "单位"), { ...absent("externalUnit"), max: 20 }),
      temperature: field.enum(called("temperature", "温层"), {
        ...absent("temperature"),
        options: { normal: { label: "常温" }, cold: { label: "冷藏" } },
      }),
      externalWeightG: measure("重量", "g"),
      externalLengthCm: measure("长", "cm"),
      externalWidthCm: measure("宽", "cm"),
      externalHeightCm: measure("高", "cm"),
      externalState: field.enum("对方状态", {
        options: externalStates,
        computed: true,
        filter: "in",
        column: { phone: false },
      }),
      externalQty: field.int("对方库存", {
        hiddenIn: UNTYPED,
        column: { tooltip: "最近一次拉取时对方的在库，按对方的单位" },
      }),
      ownQty: field.int("我方库存", {
        computed: true,
        virtual: true,
        column: { tooltip: "我方账上该服务商仓库的在库" },
      }),
      qtyDiff: field.int("库存差异", {
        computed: true,
        virtual: true,
        column: { signed: true, tooltip: "对方库存×换算数量−我方库存" },
      }),
      qtyTag: field.enum("库存核对", {
        computed: true,
        virtual: true,
        hiddenIn: ["view"],
        filter: "in",
        options: { same: { label: "一致" }, off: { label: "有差异" } },
      }),
      lastPushTime: field.datetime("推送时间", { computed: true, column: true }),
      lastPullTime: field.datetime("拉取时间", { computed: true, column: { hide: true } }),
      syncMsg: field.text("信息", { computed: true, max: 300, column: { minWidth: 200 } }),
    },
    actions: {
      push: { label: "推送", from: ["draft", "failed"], batch: true, next: true },
      pull: { label: "拉取", permission: "push", from: ["pushed", "active", "failed"], batch: true },
      activate: {
        label: "生效",
        permission: "edit",
        from: ["pushed", "disabled"],
        to: "active",
        batch: true,
        next: true,
      },
      disable: {
        label: "停用",
        permission: "edit",
        from: ["active"],
        to: "disabled",
        undo: "activate",
        batch: true,
        danger: true,
        confirm: "停用后发往该服务商的包裹不能再用此编码",
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
