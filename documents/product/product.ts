import { defineDocument, field, flowStatus, lackFields, reason } from "../kit";

const { void: _none, ...states } = flowStatus({
  approved: { label: "已立项", tone: "blue" },
  suspended: { label: "已暂停", tone: "orange" },
  terminated: { label: "已终止", tone: "red" },
}).values;

/** 产品 (supply.md 1): a product project, which SPUs are made from. */
export const product = defineDocument({
  name: "product",
  label: "产品",
  module: "product",
  inSetup: true,
  menu: { group: "product", icon: "box", sort: 10 },
  number: "CP",
  master: true,
  many: true,
  flow: {},
  scopeBy: undefined,
  keyword: ["no", "nameCn", "nameEn"],
  lookup: { finds: ["no", "nameCn", "nameEn"] },
  list: { tabs: true, bulk: ["categoryId", "remark"] },
  status: {
    ...flowStatus(),
    values: states,
    editable: ["draft", "rejected", "approved"],
    path: ["draft", "auditing", "approved"],
  },
  openFields: {
    approved: {
      fields: ["sites", "sourceType", "targetCost", "targetPrice"],
      note: "产品已立项：目标站点、来源、目标成本和目标售价只在空缺时补填，其余不能修改",
    },
  },
  glance: { lacks: "lacks" },
  fields: {
    images: field.images("图片", { max: 9, wide: true, column: { width: 52, phone: false } }),
    nameCn: field.text("中文名", { required: true, max: 100, column: { summary: "count" } }),
    nameEn: field.text("英文名", { required: true, max: 200 }),
    categoryId: field.dict("品类", { type: "product_category", required: true, column: true, filter: "in" }),
    brandId: field.dict("品牌", { type: "brand" }),
    level: field.enum("等级", {
      default: "C",
      options: { S: { label: "S" }, A: { label: "A" }, B: { label: "B" }, C: { label: "C" } },
      column: { width: 56 },
      filter: "in",
    }),
    targetMarginRate: field.percent("目标毛利率%", {
      computed: true,
      later: true,
      column: { sortable: true, summary: "avg" },
    }),
    developerId: field.ref("开发员", { to: "user", help: "不填则为创建人", column: true, filter: "in" }),
    managerId: field.ref("产品经理", { to: "user", help: "不填则为创建人" }),
    sites: field.refs("目标站点", { to: "site", required: true, wide: true, column: true, filter: "in" }),
    sourceType: field.enum("来源", {
      required: true,
      options: { selfDev: { label: "自研" }, odm: { label: "选品" }, follow: { label: "跟卖改良" } },
    }),
    targetCost: field.money("目标成本", {
      unit: "CNY",
      min: 0.01,
      required: true,
      mask: "purchase_price_view",
      column: { sortable: true },
    }),
    targetPrice: field.money("目标售价", { unit: "USD", min: 0.01, required: true }),
    plannedLaunchDate: field.date("计划上架日"),
    ipCheck: field.enum("侵权排查", {
      default: "none",
      options: {
        none: { label: "未查", tone: "grey" },
        pending: { label: "排查中", tone: "orange" },
        pass: { label: "通过", tone: "green" },
        fail: { label: "不通过", tone: "red" },
      },
    }),
    certifications: field.text("认证要求", { help: "如 FCC、CE、UL、CPC" }),
    competitorUrls: field.longtext("竞品链接", { help: "每行一个网址", wide: true }),
    spuCount: field.int("SPU数", { computed: true, column: true }),
    ...lackFields(),
    createTime: field.datetime("创建时间", {
      computed: true,
      hiddenIn: ["add", "edit"],
      column: { sortable: true },
      filter: "range",
    }),
  },
  actions: {
    suspend: {
      label: "暂停",
      permission: "edit",
      from: ["approved"],
      to: "suspended",
      input: reason("暂停原因", "请填写原因"),
    },
    resume: {
      label: "恢复",
      permission: "edit",
      from: ["suspended"],
      to: "approved",
      input: reason("恢复原因", "请填写原因"),
    },
    terminate: {
      label: "终止",
      permission: "void",
      from: ["approved", "suspended"],
      to: "terminated",
      danger: true,
      confirm: "终止后，它的SPU全部停用，不能恢复。",
    },
    transfer: {
      label: "转交开发员",
      permission: "edit",
      batch: true,
      input: { developerId: field.ref("开发员", { to: "user", required: true }) },
    },
    toSpu: {
      label: "新建SPU",
      next: true,
      permission: "product_spu_add",
      from: ["approved"],
      opens: { document: "spu", param: "productId" },
    },
  },
  screens: {
    list: "/product/product/index",
    create: "/product/openTag/index/{copy}",
    edit: "/product/openTag/edit/{id}",
    detail: "/product/product/detail/{id}",
  },
});
