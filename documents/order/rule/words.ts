import { z } from "zod";
import { keysOf, labelled, maybeTexts } from "../../kit";

/** Stages of the order rules, in the order in which they run (market.md 4). */
export const stages = {
  HOLD: { label: "拦截", tone: "red" },
  TAG: { label: "打标", tone: "blue" },
  SPLIT: { label: "拆单", tone: "orange" },
  WAREHOUSE: { label: "分仓", tone: "green" },
  LOGISTICS: { label: "分物流", tone: "green" },
  MERGE: { label: "合单", tone: "orange" },
  AUDIT: { label: "自动审核", tone: "grey" },
} as const;

export type RuleStage = keyof typeof stages;

export const STAGES: readonly RuleStage[] = keysOf(stages);

/** What a condition compares by. */
export const ops = labelled({
  in: "属于",
  notIn: "不属于",
  eq: "等于",
  gt: "大于",
  gte: "大于等于",
  lt: "小于",
  lte: "小于等于",
  between: "介于",
  startsWith: "开头为",
  contains: "包含",
  notContains: "不包含",
  lengthGt: "长度大于",
  anyIn: "含任一",
  allIn: "含全部",
  noneIn: "都不含",
});

export type Op = keyof typeof ops;

/** How the values of a field are read. */
type Shape = "choice" | "yes" | "number" | "postcode" | "text" | "set";

export const OPS_OF: Record<Shape, readonly Op[]> = {
  choice: ["in", "notIn"],
  yes: ["eq"],
  number: ["gt", "gte", "lt", "lte", "between"],
  postcode: ["startsWith", "between"],
  text: ["contains", "notContains", "lengthGt"],
  set: ["anyIn", "allIn", "noneIn"],
};

interface RuleFact {
  label: string;
  shape: Shape;
  unit?: string;
  /** Stages that know it; none: all. */
  stages?: readonly RuleStage[];
  /** From WAREHOUSE on it is read of the draft package instead of the order. */
  ofPackage?: true;
  ops?: readonly Op[];
}

const packed = ["LOGISTICS", "MERGE"] as const;

/** What conditions may ask of an order. Stores, warehouses and goods are named by their codes. */
export const facts = {
  storeId: { label: "店铺", shape: "choice" },
  siteCode: { label: "站点", shape: "choice" },
  fulfillmentChannel: { label: "配送方式", shape: "choice" },
  orderSource: { label: "来源", shape: "choice" },
  shipServiceLevel: { label: "服务级别", shape: "choice" },
  isPrime: { label: "Prime订单", shape: "yes" },
  isBusinessOrder: { label: "企业订单", shape: "yes" },
  isRepeatBuyer: { label: "复购买家", shape: "yes" },
  isBlacklistBuyer: { label: "黑名单买家", shape: "yes" },
  hasBuyerNote: { label: "有买家留言", shape: "yes" },
  isRemoteArea: { label: "偏远地区", shape: "yes" },
  shipCountry: { label: "国家", shape: "choice" },
  shipState: { label: "州", shape: "choice" },
  shipPostcode: { label: "邮编", shape: "postcode" },
  shipAddress: { label: "地址文本", shape: "text" },
  orderAmountUsd: { label: "订单金额", shape: "number", unit: "USD" },
  estProfitRate: { label: "预估毛利率", shape: "number", unit: "%" },
  itemQty: { label: "件数", shape: "number", ofPackage: true },
  skuKinds: { label: "SKU种类", shape: "number", ofPackage: true },
  totalWeightKg: { label: "总重量", shape: "number", unit: "kg", ofPackage: true },
  volumeWeightKg: { label: "体积重", shape: "number", unit: "kg", ofPackage: true },
  longestCm: { label: "最长边", shape: "number", unit: "cm", ofPackage: true },
  remainHours: { label: "剩余时效", shape: "number", unit: "小时" },
  skuCode: { label: "SKU", shape: "set", ofPackage: true },
  category: { label: "类目", shape: "set", ofPackage: true },
  attribute: { label: "属性", shape: "set", ofPackage: true },
  tag: { label: "标签", shape: "set", ops: ["anyIn", "noneIn"] },
  warehouseId: { label: "已选仓库", shape: "choice", stages: packed },
  packageWeightKg: { label: "包裹重量", shape: "number", unit: "kg", stages: packed },
} as const satisfies Record<string, RuleFact>;

export type FactName = keyof typeof facts;

export const factOf = (name: FactName): RuleFact => facts[name];

/** Is this the name of something that conditions may ask? */
export const isFact = (name: string): name is FactName => Object.hasOwn(facts, name);

/** The comparisons that a field knows. */
export const opsOf = (name: FactName): readonly Op[] => {
  const fact = factOf(name);
  return fact.ops ?? OPS_OF[fact.shape];
};

/** What a rule does; each belongs to one stage. */
export const acts = {
  HOLD: { label: "挂起", stage: "HOLD", takes: "原因" },
  NOTIFY_HOLD: { label: "通知（拦截）", stage: "HOLD", takes: "人员" },
  TAG_ADD: { label: "加标签", stage: "TAG", takes: "标签" },
  TAG_REMOVE: { label: "去标签", stage: "TAG", takes: "标签" },
  SET_PRIORITY: { label: "设优先级", stage: "TAG", takes: "普通、高、紧急" },
  NOTIFY: { label: "通知（打标）", stage: "TAG", takes: "人员" },
  SPLIT_ATTRIBUTE: { label: "按属性拆", stage: "SPLIT", takes: "属性" },
  SPLIT_SKU: { label: "按SKU拆", stage: "SPLIT", takes: "SKU" },
  SPLIT_WEIGHT: { label: "按最大重量拆", stage: "SPLIT", takes: "kg" },
  SPLIT_QTY: { label: "按最大件数拆", stage: "SPLIT", takes: "件数" },
  SPLIT_STOCK: { label: "按库存拆", stage: "SPLIT" },
  SET_WAREHOUSE: { label: "分到仓库", stage: "WAREHOUSE", takes: "仓库" },
  SET_LOGISTICS: { label: "使用物流", stage: "LOGISTICS", takes: "物流渠道" },
  MERGE: { label: "合并包裹", stage: "MERGE", takes: "时间窗（分钟）" },
  MERGE_LIMIT: { label: "最多合并订单", stage: "MERGE", takes: "订单数" },
  AUTO_AUDIT: { label: "自动审核", stage: "AUDIT" },
} as const;

export type Act = keyof typeof acts;

/** How the conditions of a group go together. */
export const groups = { and: { label: "全部满足" }, or: { label: "任一满足" } } as const;

/** How a warehouse or channel is chosen among those of a rule. */
export const strategies = labelled({
  order: "按顺序",
  mostStock: "库存最多",
  nearest: "距离最近",
  cheapest: "运费最低",
});

export type Strategy = keyof typeof strategies;

export const priorities = {
  normal: { label: "普通" },
  high: { label: "高", tone: "orange" },
  urgent: { label: "紧急", tone: "red" },
} as const;

export type Priority = keyof typeof priorities;

/** A rule that keeps another one from what it says. */
const clash = z.object({ ruleId: z.string(), ruleName: z.string(), says: z.string() });

/** What a rule said at one of its versions. */
const ruleVersion = z.object({
  ...maybeTexts("priority", "conditionText", "actionText", "by"),
  time: z.string(),
  version: z.number(),
});

/** What the page of a rule is sent besides its fields. */
export const ruleSends = { conflictsWith: z.array(clash), versions: z.array(ruleVersion) };
