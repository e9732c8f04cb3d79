import { defineDocument, field, flowStatus, reason, voidAction } from "../kit";
import { promotionFields } from "./promotion-fields";
import { promotionLine } from "./promotion-lines";

/** 平台推广 (market.md 1): a deal of a store for some days; what it was to cost, and what became of it. */
export const platformPromotion = defineDocument({
  name: "platform_promotion",
  label: "平台推广",
  module: "evaluation",
  api: "/evaluation/promotion",
  permission: "promo_promotion",
  menu: {
    ...{ group: "promotion", icon: "tag", sort: 70, label: "平台推广" },
    words: { del: false, print: false },
  },
  number: "PTTG",
  many: true,
  can: { del: false },
  flow: { amount: "budgetCny" },
  scopeBy: { dept: "deptId", group: "groupId", user: "ownerId" },
  keyword: ["no", "promoName", "platformPromoId", "asins", "items.skuId"],
  finds: ["no", "promoName"],
  foundBy: ["storeId", "ownerId"],
  formColumns: 3,
  exportLines: "items",
  statusTabs: true,
  sort: [{ by: "startTime", desc: true }, { by: "id" }],
  status: {
    ...flowStatus({
      approved: { label: "待开始", tone: "blue" },
      running: { label: "进行中", tone: "blue" },
      ended: { label: "已结束", tone: "orange" },
      reviewed: { label: "已复盘", tone: "green" },
      cancelled: { label: "已取消", tone: "grey" },
    }),
    path: ["draft", "auditing", "approved", "running", "ended", "reviewed"],
  },
  figures: [
    { field: "actualCost", label: "实际成本 / 预算", of: "budget" },
    { field: "actualQty" },
    { field: "actualSales" },
    { field: "roi" },
  ],
  brief: { amount: "budget", qty: "planQty", date: "startTime" },
  queues: [
    {
      ...{ label: "待复盘推广", where: { status: "ended" }, permission: "edit" },
      about: "promoName",
    },
  ],
  fields: promotionFields,
  lines: {
    items: {
      label: "推广明细",
      table: "platform_promotion_line",
      required: "请至少添加一条明细",
      fields: promotionLine,
    },
  },
  actions: {
    makeRebate: {
      ...{ label: "生成返利单", permission: "promo_rebate_add", batch: true },
      from: ["running", "ended", "reviewed"],
      opens: { document: "rebate", param: "promotionIds" },
    },
    cancel: {
      ...{ label: "取消", permission: "edit", from: ["approved", "running"], to: "cancelled" },
      ...{ danger: true, confirm: "取消后不能恢复；已发生的费用仍可请款。" },
      input: reason("取消原因", "请填写取消原因"),
    },
    toRequest: {
      ...{ label: "生成请款单", permission: "promo_evarequest_add", batch: true },
      from: ["approved", "running", "ended", "reviewed", "cancelled"],
      opens: { document: "eva_request", param: "promotionIds" },
    },
    review: {
      ...{ label: "复盘", permission: "edit", from: ["ended"], to: "reviewed", next: true },
      input: {
        conclusion: field.longtext({
          ...{ label: "复盘结论", required: true, min: 10, max: 1000, asked: true },
        }),
      },
    },
    void: voidAction(["draft", "rejected"]),
  },
  screens: {
    list: "/evaluation/platformPromotion/index",
    create: "/evaluation/openTag/platformPromotionCreate",
    edit: "/evaluation/openTag/platformPromotionEdit/{id}",
    detail: "/evaluation/openTag/platformPromotionDetail/{id}",
    titles: { list: "平台推广" },
  },
});
