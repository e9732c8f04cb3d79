import type { FigureData } from "./types";

const regions = ["北美", "欧洲", "日本", "澳洲中东"];
/** Ranked, with the period before as the thin bar and each line a link. */
export const ranking: FigureData = {
  id: "ex-ranking",
  title: "大区收入排名（元）",
  kind: "bars",
  labels: regions,
  series: [
    { key: "now", name: "本月", unit: "wan", values: [9852311.5, 4230991.2, 1203998.71, 356712] },
    { key: "last", name: "上月", unit: "wan", pale: true, values: [9012311, 4512345, 998231, 401223] },
  ],
  hrefs: regions.map((r) => `?widget=figure&region=${encodeURIComponent(r)}`),
};

/** Losses stand to the left of zero. */
export const losses: FigureData = {
  id: "ex-losses",
  title: "小组净利润末位（元）",
  kind: "bars",
  labels: ["北美一部三组", "欧洲二部一组", "日本部家居与户外用品及汽车配件联合运营小组", "中东组"],
  series: [{ key: "net", name: "净利润", unit: "wan", values: [-182311.5, -42309.9, 8200, 120399] }],
};

/** What rose and what fell. */
export const changes: FigureData = {
  id: "ex-changes",
  title: "花费变化最大的广告活动（USD）",
  kind: "diverging",
  labels: ["SP-US-手机支架-精确", "SP-DE-收纳盒-自动", "SB-US-品牌词", "SD-UK-再营销", "SP-JP-台灯"],
  series: [{ key: "spend", name: "花费变化", unit: "usd", values: [12450.5, 3301.2, -980.4, -4210.77, null] }],
};

const months = Array.from({ length: 6 }, (_, i) => `2025-0${i + 1}`);
/** Parts of a whole, by month. */
export const parts: FigureData = {
  id: "ex-parts",
  title: "各部门收入（元）",
  kind: "stacked",
  labels: months,
  series: ["北美一部", "北美二部", "欧洲一部", "欧洲二部", "日本部", "新兴市场部"].map((name, k) => ({
    key: `d${k}`,
    name,
    unit: "wan" as const,
    values: months.map((_, i) => (6 - k) * 1_250_000 + ((i * 7 + k * 3) % 5) * 180_000),
  })),
};

/** Nothing to draw. */
export const nothing: FigureData = {
  id: "ex-nothing",
  title: "退款率",
  kind: "columns",
  labels: months,
  series: [{ key: "refund", name: "退款率", unit: "percent", values: months.map(() => null) }],
  size: "small",
};
