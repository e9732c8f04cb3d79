import { field } from "../kit";
import { promoTypes } from "./words";

/** Known once it has ended. */
const ended = { computed: true, hiddenIn: ["add", "edit"] } as const;
const cny = (label: string) =>
  field.money({
    label,
    unit: "CNY",
    ...ended,
    later: true,
    column: { width: 120, summary: "sum" },
  });

export const promotionFields = {
  promoName: field.text({
    ...{ label: "推广名称", required: true, max: 80, column: { width: 150 }, filter: "like" },
  }),
  promoType: field.enum({
    ...{ label: "推广类型", required: true, options: promoTypes, filter: "in" },
    column: { width: 100, hide: true },
  }),
  storeId: field.ref({
    ...{ label: "店铺", to: "store", required: true, only: { state: ["enabled"] } },
    ...{ column: { width: 130 }, filter: "in" },
  }),
  siteId: field.ref({
    ...{ label: "站点", to: "site", computed: true, filter: "in" },
    column: { width: 70, hide: true },
  }),
  startTime: field.datetime({
    ...{ label: "开始时间", required: true, help: "站点所在时区的时间", filter: "range" },
    column: { width: 160 },
  }),
  endTime: field.datetime({
    ...{ label: "结束时间", required: true, help: "秒杀不超过24小时，优惠券不超过90天" },
    column: { width: 160, hide: true },
  }),
  platformPromoId: field.text({
    ...{ label: "平台促销号", max: 80, filter: "prefix" },
    help: "订单中的促销号，用于统计实际销量",
  }),
  fixedFee: field.money({
    ...{ label: "固定费用", min: 0, default: 0, currency: "currency", help: "活动费或发帖费" },
  }),
  unitFee: field.money({
    ...{ label: "单件费用", min: 0, default: 0, currency: "currency", help: "如每张优惠券的费用" },
  }),
  budget: field.money({
    ...{ label: "预算", min: 0, currency: "currency", column: { width: 120 } },
    help: "不填则按费用和计划数量计算，只能调高",
  }),
  ownerId: field.ref({
    ...{ label: "负责人", to: "user", help: "不填则为当前用户", filter: "in" },
  }),
  groupId: field.ref({ label: "小组", to: "group", computed: true, filter: "in" }),
  currency: field.dict({ label: "币种", type: "currency", computed: true }),
  asins: field.text({
    ...{ label: "ASIN", computed: true, max: 2000, hiddenIn: ["view"], filter: "like" },
    column: { width: 130, hide: true },
  }),
  planQty: field.int({ label: "计划数量", computed: true }),
  minMarginOk: field.bool({
    ...{ label: "毛利校验通过", computed: true, hiddenIn: ["add", "edit"] },
    help: "每行预估毛利率不低于5%；否则由部门经理加审",
  }),
  siteClock: field.text({ label: "北京时间", ...ended, virtual: true }),
  exchangeRate: field.decimal({ label: "提交日汇率", scale: 8, ...ended, later: true }),
  budgetCny: cny("预算人民币"),
  actualQty: field.int({
    ...{
      label: "实际销量",
      ...ended,
      later: true,
      section: "实际",
      column: { width: 90, summary: "sum" },
    },
  }),
  actualSales: field.money({
    ...{ label: "实际销售额", ...ended, later: true, currency: "currency", column: { width: 120 } },
  }),
  actualCost: field.money({
    ...{ label: "实际成本", ...ended, later: true, currency: "currency", column: { width: 120 } },
  }),
  salesCny: cny("实际销售额人民币"),
  costCny: cny("实际成本人民币"),
  roi: field.decimal({ label: "ROI", scale: 2, ...ended, later: true, column: { width: 80 } }),
  conclusion: field.longtext({ label: "复盘结论", ...ended, max: 1000, wide: true }),
} as const;
