import type { Example } from "../example";
import { campaign, compared, months, pareto } from "./example-data";
import { changes, losses, nothing, parts, ranking } from "./example-ranks";
import { Figure } from "./figure";

/** Every kind of figure, with what is special about it. */
export const figures = [
  { title: "柱与折线，左右两轴", data: months },
  { title: "与上年同期比较，点标签进入明细", data: compared },
  { title: "30 天，四个指标", data: campaign },
  { title: "帕累托：累计占比", data: pareto },
  { title: "堆叠", data: parts },
  { title: "排名与上期", data: ranking },
  { title: "有亏损的排名", data: losses },
  { title: "涨跌", data: changes },
  { title: "没有数据", data: nothing },
];

export const examples: readonly Example[] = figures.map(({ title, data }) => ({ title, node: <Figure data={data} /> }));
