import { defineDocument, field, labelled } from "../kit";

export const warehouseKinds = labelled({
  domestic: "国内仓",
  overseas: "海外自营仓",
  thirdParty: "三方海外仓",
  fba: "FBA仓",
  sample: "样品仓",
});

/** Kinds that purchases come into; FBA and third-party warehouses get goods by transfer alone. */
export const receiving = { kind: ["domestic", "overseas", "sample"] } as const;

/** May purchases come into a warehouse of this kind? */
export const isReceiving = (kind: string): boolean => receiving.kind.some((allowed) => allowed === kind);

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
  lookup: { finds: ["name", "code"], facts: { name: "code", words: ["kind", "country"] } },
  list: { sort: [{ by: "id" }] },
  formColumns: 2,
  fields: {
    code: field.text("编码", {
      required: true,
      pattern: [/^[A-Z0-9-]{2,20}$/, "编码为2到20位大写字母、数字或横线"],
      unique: "仓库编码已存在",
      readonlyIn: ["edit"],
      column: { fixed: "left", sortable: true },
    }),
    name: field.text("名称", { required: true, max: 50, unique: "仓库名称已存在", column: true, filter: "like" }),
    kind: field.enum("类型", {
      required: true,
      options: warehouseKinds,
      column: { filters: true },
      filter: "in",
      filterOne: true,
    }),
    country: field.dict("国家", { type: "country", column: true }),
    timezone: field.text("时区", { max: 50, default: "Asia/Shanghai", column: { width: 180, hide: true } }),
    onHandQty: field.int("在库", { computed: true, virtual: true, column: true }),
    stockValue: field.money("库存金额", {
      unit: "CNY",
      computed: true,
      virtual: true,
      mask: "stock_cost_view",
      column: { width: 130 },
    }),
    storeId: field.ref("店铺", { to: "store", when: ["kind", "fba"] }),
    providerId: field.ref("服务商", { to: "supplier", help: "供应商名称", when: ["kind", "thirdParty"] }),
    provider: field.text("对接系统", { max: 30, inline: true, column: { width: 100 } }),
    siteCodes: field.texts("服务站点", { help: "每行一个站点代码，如 US" }),
    nearStates: field.texts("就近州", { help: "每行一个州代码，由近到远；订单规则按“距离最近”选仓时用" }),
    address: field.longtext("地址", { max: 300, wide: true, personal: true }),
    city: field.text("城市", { max: 60, help: "由接口建立FBA入库计划时，平台要求发货仓的完整地址" }),
    province: field.text("省/州", { max: 60 }),
    postcode: field.text("邮编", { max: 20 }),
    contact: field.text("联系人", { max: 50, personal: true }),
    phone: field.text("电话", { max: 30, input: "tel" }),
    managerId: field.ref("负责人", { to: "user", required: true, inline: true, column: true }),
    memberIds: field.refs("仓管员", { to: "user", wide: true }),
    needInspect: field.bool("到货质检", { default: true, column: { hide: true } }),
    batchEnabled: field.bool("启用批次", { help: "货按批次和有效期存放", column: { hide: true } }),
    enabled: field.bool("启用", { default: true, column: { fixed: "right", align: "center" } }),
  },
  screens: { list: "/wms/warehouse/index" },
});
