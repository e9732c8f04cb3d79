import { defineDocument, field, flowStatus, voidAction } from "../kit";

const path = "/product/openTag/sealSampleTablee/sealSampleId/{id}/skuId/{skuId}/skuCode/{skuCode}";

/** 封样 (supply.md 1): the sealed sample that deliveries are compared with. */
export const sealSample = defineDocument({
  name: "seal_sample",
  label: "封样",
  module: "product",
  inSetup: true,
  menu: { group: "product", icon: "stamp", sort: 50 },
  number: "FY",
  flow: { approved: "effective" },
  scopeBy: undefined,
  keyword: ["no", "sealNo", "skuId", "supplierId"],
  lookup: { foundBy: ["skuId", "supplierId"] },
  start: { prefill: { skuId: "sku" } },
  list: { tabs: true },
  status: flowStatus({
    effective: { label: "已封样", tone: "green" },
    expired: { label: "已过期", tone: "red" },
    replaced: { label: "已替换", tone: "grey" },
  }),
  fields: {
    skuId: field.ref("SKU", { to: "sku", required: true, column: { summary: "count" }, filter: "in" }),
    supplierId: field.ref("供应商", { to: "supplier", required: true, column: { width: 160 }, filter: "in" }),
    sampleVersion: field.int("版次", { computed: true, column: { width: 56 } }),
    sampleType: field.enum("封样类型", {
      required: true,
      default: "first",
      options: { first: { label: "首次" }, change: { label: "变更" }, renew: { label: "续封" } },
    }),
    sealDate: field.date("封样日", { required: true, column: true }),
    validUntil: field.date("有效期", { help: "不填则为封样日后365天", column: { sortable: true }, filter: "range" }),
    expiring: field.enum("到期", {
      virtual: true,
      computed: true,
      options: { soon: { label: "30天内到期", tone: "red" } },
      column: true,
      filter: "in",
    }),
    remindedFor: field.date("已提醒的有效期", { computed: true, hiddenIn: ["view"] }),
    qty: field.int("封样数量", { required: true, min: 1 }),
    keepPurchase: field.int("采购留样数", { required: true, min: 0, default: 0 }),
    keepQc: field.int("质检留样数", { required: true, min: 0, default: 0 }),
    keepSupplier: field.int("供方留样数", { required: true, min: 0, default: 0 }),
    sealNo: field.text("封条号", { max: 40, unique: "封条号已存在", column: true }),
    location: field.text("存放位置", { max: 50 }),
    photos: field.images("样品照片", { wide: true, help: "至少2张，提交时须齐全" }),
  },
  lines: {
    checks: {
      label: "关键尺寸/外观",
      table: "seal_sample_check",
      required: "请至少添加一条明细",
      fields: {
        item: field.text("项目", { required: true, max: 50 }),
        standard: field.text("标准", { required: true, max: 100 }),
        tolerance: field.text("公差", { max: 50 }),
        measured: field.text("实测", { max: 50 }),
        result: field.enum("判定", {
          options: { ok: { label: "合格", tone: "green" }, ng: { label: "不合格", tone: "red" } },
        }),
      },
    },
  },
  actions: { void: voidAction(["effective"]) },
  screens: {
    list: "/sealSampleTable/index",
    create: path.replace("{id}", "0"),
    edit: "/sealSampleTable/edit/{id}",
    detail: path,
    print: "/sealSampleTable/print",
    printFrom: ["effective"],
    titles: { list: "封样列表", create: "新建封样", detail: "封样单", print: "打印封样卡" },
  },
});
