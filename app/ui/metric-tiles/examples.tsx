import type { Example } from "../example";
import { type MetricTile, MetricTiles } from "./metric-tiles";

const tile = (name: string, value: string, ratio: number | null, good?: "down" | "none"): MetricTile => ({
  key: name,
  name,
  value,
  changes: [{ ratio, good }],
  href: "?widget=metric-tiles",
  pressed: ["花费", "ACOS"].includes(name),
});

const metrics = [
  tile("曝光量", "34.1k", 0.0336),
  tile("点击量", "1.2k", -0.021),
  tile("转化量", "98", 0),
  tile("CTR", "0.80%", 0.0256),
  tile("CVR", "8.12%", -0.11),
  tile("花费", "$12.35k", 0.123, "none"),
  tile("销售额", "$48.1k", 0.08),
  tile("RoAS", "$3.89", 0.04),
  tile("CPA", "$12.60", 0.031, "down"),
  tile("CPC", "$0.56", -0.05, "down"),
  tile("ACOS", "25.68%", null, "down"),
];

export const examples: readonly Example[] = [
  { title: "广告指标：点一下在图中显示或隐藏", node: <MetricTiles label="广告指标" tiles={metrics} /> },
];
