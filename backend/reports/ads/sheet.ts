import type { SheetColumn } from "../../http/spreadsheet";
import { changeOf, METRICS, type Metric, metricsOf } from "./metrics";
import { metricOf, type Ranking, type Row } from "./ranking";
import { wordOf } from "./words";

/** Number formats of files: fractions as percents. */
const FORMATS = { count: "#,##0", money: "#,##0.00", percent: "0.00%", ratio: "0.00" } as const;
const PERCENT = "0.00%";

const WORDS: Record<string, string> = {
  ...{ campaignId: "广告活动编号", campaignName: "广告活动", storeName: "店铺" },
  ...{ adProduct: "广告类型", state: "状态", budget: "日预算", flag: "变化" },
  ...{ keywordId: "关键词编号", keyword: "关键词", matchType: "匹配类型", bid: "竞价" },
  ...{ lastBid: "上期竞价", name: "关键词", productCode: "产品编码", productName: "产品" },
  ...{ imageUrl: "图片", skuCount: "SKU数" },
};

const metricColumn = ({ key, name, kind }: Metric, header = name): SheetColumn => ({
  key,
  header,
  width: 14,
  numFmt: FORMATS[kind],
});

/** The columns of the trend: its parts and the 11 metrics. */
export const trendColumns: SheetColumn[] = [
  { key: "bucket", header: "日期", width: 14 },
  ...METRICS.map((m) => metricColumn(m)),
];

/** The columns of a ranking in reading order; of two periods each metric three times. */
export function rankingColumns(r: Ranking): SheetColumn[] {
  const names = Object.keys(r.columns)
    .filter((n) => n !== "imageUrl")
    .map((key) => ({ key, header: WORDS[key] ?? key, width: 20 }));
  const metrics = metricsOf(r.metrics).flatMap((m) =>
    r.both
      ? [
          { ...metricColumn(m, `${m.name} 上期`), key: `last_${m.key}` },
          metricColumn(m, `${m.name} 本期`),
          { key: `change_${m.key}`, header: `${m.name} 变化`, width: 12, numFmt: PERCENT },
        ]
      : [metricColumn(m)],
  );
  return [...names, ...metrics];
}

/** A row of a ranking for its file: changes worked out, words for codes. */
export function sheetRow(r: Ranking, row: Row): Row {
  if (!r.both) return row;
  const changes = metricsOf(r.metrics).map(({ key }) => [
    `change_${key}`,
    changeOf(metricOf(row, key), metricOf(row, `last_${key}`)),
  ]);
  return { ...row, flag: wordOf(row.flag ?? ""), ...Object.fromEntries(changes) };
}
