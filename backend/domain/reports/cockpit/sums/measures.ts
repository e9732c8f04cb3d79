/** One sum of the month's facts: name, formula for the reader, SQL of one row (alias f) in CNY. */
interface Measure {
  name: string;
  formula: string;
  sql: string;
}

/**
 * Income, gross and net profit as sums of columns of the facts (market.md 7.1, figures.md C.2).
 * @param f what stands before a column's name
 * @param rate what is in the currency of the row is taken times this; columns in CNY already are not
 */
export function profitsOf(f: string, rate = "") {
  const income = `(${f}item_sales + ${f}shipping_income - ${f}promo_amt - ${f}refund_amt - ${f}vat_amt)`;
  const fees = `(${f}platform_fee + ${f}fulfill_fee)`;
  const after = `(${f}ad_spend + ${f}storage_fee + ${f}other_fee - ${f}reimburse_amt)`;
  const costs = `(${f}product_cost + ${f}first_leg_cost)`;
  const earned = `(${income} - ${fees} - ${after})`;
  const spent = `(${costs} + ${f}stock_loss + ${f}promo_fee)`;
  return {
    INCOME: `${income}${rate}`,
    GROSS: `(${income} - ${fees})${rate} - ${costs}`,
    NET: `${earned}${rate} - ${spent}`,
    // The parts of NET: what is in the currency of the row, and what is taken off it in CNY.
    EARNED: earned,
    SPENT: spent,
  };
}

const { INCOME, GROSS, NET } = profitsOf("f.", " * c.rate");

/**
 * Measures of the cockpit (market.md 7.1) as sums over rows. `c.rate` is CNY per unit of the row's currency
 * in its month; product cost, first leg, stock losses and promotion fees are in CNY already.
 */
export const MEASURES = {
  mainBusinessIncome: {
    name: "主营业务收入",
    formula: "Σ（商品销售额＋运费收入－促销折扣－退款－增值税）×当月汇率",
    sql: INCOME,
  },
  grossProfit: {
    name: "毛利",
    formula: "主营业务收入－Σ采购成本－Σ头程费用－Σ（平台佣金＋配送费）×当月汇率",
    sql: GROSS,
  },
  netProfit: {
    name: "净利润",
    formula: "毛利－Σ（广告费＋仓储费＋其他费用－平台赔偿）×当月汇率－Σ库存损失－Σ推广费（未税）",
    sql: NET,
  },
  units: { name: "销量", formula: "Σ销售件数", sql: "f.units" },
  orders: { name: "订单数", formula: "Σ订单数", sql: "f.orders" },
  refundAmt: { name: "退款额", formula: "Σ退款×当月汇率", sql: "f.refund_amt * c.rate" },
  adSpend: { name: "广告费", formula: "Σ广告费×当月汇率", sql: "f.ad_spend * c.rate" },
} satisfies Record<string, Measure>;

export type MeasureKey = keyof typeof MEASURES;

/** Measures that are one sum over another: [part, whole], null when the whole is 0. */
export const RATIOS = {
  grossProfitPercent: { name: "毛利率", of: ["grossProfit", "mainBusinessIncome"] },
  netProfitPercent: { name: "净利率", of: ["netProfit", "mainBusinessIncome"] },
  refundPercent: { name: "退款率", of: ["refundAmt", "mainBusinessIncome"] },
  adSpendPercent: { name: "广告费率", of: ["adSpend", "mainBusinessIncome"] },
} satisfies Record<string, { name: string; of: [MeasureKey, MeasureKey] }>;

export type RatioKey = keyof typeof RATIOS;

/**
 * Costs of which pieces that were sold may have none yet: nobody brought one, which is not 0. A profit
 * over such pieces is said to be without them.
 */
export const LACKS = {
  product: { name: "采购成本", sql: "f.lacks_product" },
  firstLeg: { name: "头程费用", sql: "f.lacks_first_leg" },
  platform: { name: "平台佣金", sql: "f.lacks_platform" },
  fulfill: { name: "配送费", sql: "f.lacks_fulfill" },
  storage: { name: "仓储费", sql: "f.lacks_storage" },
} satisfies Record<string, { name: string; sql: string }>;

const OTHERS = [
  ["yoy", "同比", "（本期－去年同期）÷|去年同期|，去年同期没有数据、数据不全或为0时不显示"],
  ["chain", "环比", "（本期－上期）÷|上期|，上期为紧接在前、同样长的月份"],
  ["completion", "完成率", "主营业务收入÷收入目标（小组月收入目标×月数）"],
  ["share", "占比", "本项÷各项合计，合计大于0时显示"],
  ["cumShare", "累计占比", "按收入从高到低累计的收入÷全部型号收入"],
];

/** Every measure with its name and formula in words, as the page shows them on demand. */
export const FORMULAS = [
  ...Object.entries(MEASURES).map(([key, { name, formula }]) => ({ key, name, formula })),
  ...Object.entries(RATIOS).map(([key, { name, of }]) => ({
    key,
    name,
    formula: of.map((part) => MEASURES[part].name).join("÷"),
  })),
  ...OTHERS.map(([key = "", name = "", formula = ""]) => ({ key, name, formula })),
];
