import { defineDocument, field } from "../kit";
import {
  billingTypes,
  calcTypes,
  conditions,
  lineKinds,
  roundScopes,
  roundUnits,
} from "./freight-words";

/** 运费模板 (supply.md 5): what a carrier asks for a channel to a country in a period. */
export const freightTemplate = defineDocument({
  name: "freight_template",
  label: "运费模板",
  module: "logistics",
  api: "/logistics/freight",
  permission: "logistics_freight",
  menu: { group: "logistics", icon: "calculator", sort: 30, label: "运费模板" },
  number: "YF",
  master: true,
  display: "name",
  keyword: ["no", "name", "channelName"],
  finds: ["name", "channelName", "no"],
  foundBy: ["providerId"],
  optionFacts: { name: "channelName", words: ["transportMode", "destCountry"] },
  import: { key: ["name"], lines: "items" },
  exportLines: "items",
  formColumns: 3,
  statusTabs: true,
  status: {
    field: "status",
    initial: "draft",
    editable: ["draft", "enabled", "disabled"],
    deletable: ["draft"],
    path: ["draft", "enabled"],
    values: {
      draft: { label: "草稿", tone: "grey" },
      enabled: { label: "启用", tone: "green" },
      disabled: { label: "停用", tone: "orange" },
      expired: { label: "已过期", tone: "red" },
    },
  },
  figures: [{ field: "billingType" }, { field: "templateVersion" }, { field: "validTo" }],
  fields: {
    name: field.text({
      ...{ label: "模板名称", required: true, max: 100, unique: "模板名称已存在" },
      column: { width: 200, fixed: "left" },
    }),
    providerId: field.ref({
      ...{ label: "物流商", to: "supplier", required: true, only: { supplierType: ["logistics"] } },
      column: { width: 150 },
      filter: "in",
    }),
    channelName: field.text({
      ...{ label: "渠道", required: true, max: 60, filter: "like" },
      // Most are named after it.
      column: { width: 130, phone: false },
    }),
    transportMode: field.dict({
      ...{ label: "运输方式", type: "transport_mode", required: true },
      column: { width: 84 },
      filter: "in",
    }),
    fromPlace: field.text({ label: "起运地", max: 60 }),
    destCountry: field.dict({
      ...{ label: "目的国", type: "country", required: true, column: { width: 80 }, filter: "in" },
    }),
    currency: field.dict({
      ...{ label: "币种", type: "currency", required: true, default: "CNY" },
      column: { width: 70, phone: false },
    }),
    transitDaysMin: field.int({
      ...{ label: "时效（最快）", unit: "天", required: true, min: 1, max: 365 },
      column: { width: 90, hide: true },
    }),
    transitDaysMax: field.int({
      ...{ label: "时效（最慢）", unit: "天", required: true, min: 1, max: 365 },
      column: { width: 90, sortable: true },
    }),
    validFrom: field.date({
      ...{ label: "生效日期", required: true, column: { width: 110, sortable: true } },
      filter: "range",
    }),
    validTo: field.date({
      ...{ label: "失效日期", required: true, column: { width: 110, sortable: true } },
      filter: "range",
    }),
    taxIncluded: field.bool({ label: "包税", default: true, column: { width: 70, hide: true } }),
    destZone: field.texts({
      ...{ label: "分区", help: "每行一个邮编开头或FC代码，不填则为全境", wide: true, max: 20 },
    }),
    billingType: field.enum({
      ...{ label: "计费方式", required: true, default: "weight", options: billingTypes },
      ...{ section: "计费", column: { width: 84 }, filter: "in" },
    }),
    volumeDivisor: field.int({
      ...{ label: "材积系数", min: 1, max: 100000, when: ["billingType", "weight"] },
      help: "长×宽×高（cm）除以它，常用5000、6000、8000",
    }),
    roundUnitKg: field.enum({
      ...{ label: "进位", options: roundUnits, when: ["billingType", "weight"] },
    }),
    roundScope: field.enum({
      ...{ label: "进位方式", options: roundScopes, when: ["billingType", "weight"] },
    }),
    minCharge: field.decimal({
      ...{ label: "最低计费", scale: 2, min: 0, help: "计费重为kg，体积为m³" },
    }),
    templateVersion: field.int({
      ...{ label: "版本", computed: true, column: { width: 64, phone: false } },
    }),
  },
  lines: {
    items: {
      label: "阶梯与附加费",
      table: "freight_template_line",
      required: "请至少添加一条阶梯",
      max: 200,
      fields: {
        kind: field.enum({
          ...{ label: "行类型", required: true, default: "tier", options: lineKinds },
        }),
        fromQty: field.decimal({ label: "起（含）", scale: 2, min: 0, help: "阶梯" }),
        toQty: field.decimal({ label: "止（不含）", scale: 2, min: 0, help: "不填则不封顶" }),
        unitPrice: field.decimal({ label: "单价", scale: 4, min: 0, help: "阶梯或柜型的价格" }),
        containerType: field.dict({ label: "柜型", type: "container_type", help: "整柜" }),
        name: field.text({ label: "附加费", max: 50 }),
        calcType: field.enum({ label: "计算", options: calcTypes }),
        value: field.decimal({ label: "值", scale: 4, min: 0 }),
        condition: field.enum({ label: "条件", options: conditions, help: "不填则为总是" }),
      },
    },
  },
  actions: {
    enable: {
      ...{ label: "启用", next: true, permission: "edit", batch: true },
      from: ["draft", "disabled"],
      to: "enabled",
    },
    disable: {
      ...{ label: "停用", permission: "edit", batch: true, from: ["enabled"], to: "disabled" },
      confirm: "停用后不再参与报价，已报的价不变。",
    },
  },
  screens: {
    list: "/logistics/freight/index",
    create: "/logistics/freight/freightAdd",
    edit: "/logistics/freight/freightEdit/{id}",
    detail: "/logistics/freight/freightDetail/{id}",
    titles: { list: "运费模板" },
  },
});
