import type { Example } from "../example";
import { campaign, compared, months, pareto } from "./example-data";
import { changes, losses, nothing, parts, ranking } from "./example-ranks";
import { Figure } from "./figure";

export const examples: readonly Example[] = [
  { title: "柱与折线，左右两轴", node: <Figure data={months} /> },
  { title: "与上年同期比较，点标签进入明细", node: <Figure data={compared} /> },
  { title: "30 天，四个指标", node: <Figure data={campaign} /> },
  { title: "帕累托：累计占比", node: <Figure data={pareto} /> },
  { title: "堆叠", node: <Figure data={parts} /> },
  { title: "排名与上期", node: <Figure data={ranking} /> },
  { title: "有亏损的排名", node: <Figure data={losses} /> },
  { title: "涨跌", node: <Figure data={changes} /> },
  { title: "没有数据", node: <Figure data={nothing} /> },
];
