import { defineDocument, field } from "../kit";

export const warehouseKinds = {
  domestic: { label: "国内仓" },
  overseas: { label: "海外自营仓" },
  thirdParty: { label: "三方海外仓" },
  fba: { label: "FBA仓" },
  sample: { label: "样品仓" },
};

/** Kinds that purchases come into; FBA and third-party warehouses get goods by transfer alone. */
export const receiving = { kind: ["domestic", "overseas", "sample"] } as const;

/** May purchases come into a warehouse of this kind? */
export const isReceiving = (kind: string): boolean =>
  receiving.kind.some((allowed) => allowed === kind);

/** 仓库 (supply.md 4, B.1): where stock lies. */
export const warehouse = defineDocument({
  name: "warehouse",
  label: "仓库",
  module: "wms",
  menu: { group: "warehouse", icon: "warehouse", sort: 40, words: { print: "打印" } },
  scopeBy: { warehouse: "id" },
  display: "name",
  derived: true,
  keyword: ["code", "name"],
  finds: ["name", "code"],
  optionFacts: { name: "code", words: ["kind", "country"] },
  sort: [{ by: "id" }],
  formColumns: 2,
  fields: {
    code: field.text({
      label: "编码",
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "仓库编码已存在",
      readonlyIn: ["edit"],
      column: { width: 140, fixed: "left", sortable: true },
    }),
    name: field.text({
      label: "名称",
      required: true,
      max: 50,
      unique: "仓库名称已存在",
      column: { width: 140 },
      filter: "like",
    }),
    kind: field.enum({
      label: "类型",
      required: true,
      options: warehouseKinds,
      column: { width: 100, filters: true },
      filter: "in",
      filterOne: true,
    }),
    country: field.dict({ label: "国家", type: "country", column: { width: 80 } }),
    timezone: field.text({
      label: "时区",
      max: 50,
      default: "Asia/Shanghai",
      column: { width: 180, hide: true },
    }),
    onHandQty: field.int({
      ...{ label: "在库", computed: true, virtual: true },
      column: { width: 90 },
    }),
    stockValue: field.money({
      ...{ label: "库存金额", unit: "CNY", computed: true, virtual: true, mask: "stock_cost_view" },
      column: { width: 130 },
    }),
    storeId: field.ref({ label: "店铺", to: "store", when: ["kind", "fba"] }),
    providerId: field.ref({
      ...{ label: "服务商", to: "supplier", help: "供应商名称" },
      when: ["kind", "thirdParty"],
    }),
    provider: field.text({
      ...{ label: "对接系统", max: 30, inline: true },
      column: { width: 100 },
    }),
    siteCodes: field.texts({ label: "服务站点", help: "每行一个站点代码，如 US" }),
    nearStates: field.texts({
      ...{ label: "就近州", help: "每行一个州代码，由近到远；订单规则按“距离最近”选仓时用" },
    }),
    address: field.longtext({ label: "地址", max: 300, wide: true, personal: true }),
    contact: field.text({ label: "联系人", max: 50, personal: true }),
    phone: field.text({ label: "电话", max: 30, input: "tel" }),
    managerId: field.ref({
      ...{ label: "负责人", to: "user", required: true, inline: true },
      column: { width: 120 },
    }),
    memberIds: field.refs({ label: "仓管员", to: "user", wide: true }),
    needInspect: field.bool({
      ...{ label: "到货质检", default: true },
      column: { width: 90, hide: true },
    }),
    enabled: field.bool({
      label: "启用",
      default: true,
      column: { width: 80, fixed: "right", align: "center" },
    }),
  },
  screens: { list: "/wms/warehouse/index" },
});
