import { MEASURES, RATIOS } from "./measures";

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
