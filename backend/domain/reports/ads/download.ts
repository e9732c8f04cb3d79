import type { Sql } from "#backend/platform/db";
import { type Call, invalid } from "#backend/platform/http";
import { type SheetColumn, sendXlsx } from "#backend/platform/http/spreadsheet";
import { logExport } from "#backend/platform/logs/write";
import type { AdFilter, Periods } from "./filter";
import { changeOf, METRICS, type Metric, metricsOf } from "./metrics";
import { metricOf, type Ranking, type RankingRow, type RankingSql, summaryOf } from "./ranking";
import { type Trend, trendOf } from "./trend";

const LABELS: readonly [name: string, label: string][] = [
  ["adProduct", "广告类型"],
  ["productCode", "产品编码"],
  ["matchType", "匹配类型"],
  ["keyword", "关键词"],
  ["currency", "币种"],
  ["granularity", "粒度"],
  ["metric", "指标"],
  ["topN", "前"],
  ["flag", "变化"],
  ["quick", "筛选"],
];
const wordsWORDS: Record<string, string> = {
  up: "上升",
  down: "下降",
  new: "新增",
  stopped: "停止",
  noConversion: "花费无转化",
  aboveTarget: "ACOS高于目标",
  day: "日",
  week: "周",
  month: "月",
};

/** Words of a code that only the API speaks. */
const wordOf = (code: unknown): string => wordsWORDS[String(code)] ?? String(code);

const NAMES: readonly [name: "profileIds" | "groupId" | "portfolioId" | "campaignId", string, string][] = [
  [
    "profileIds",
    "店铺",
    "select store_name as name from store where tenant_id = $2 and ad_profile_id = any($1) order by id",
  ],
  [
    "groupId",
    "小组",
    "select group_name as name from ops_group where tenant_id = $2 and id = any($1::bigint[]) order by id",
  ],
  [
    "portfolioId",
    "广告组合",
    "select name from ad_portfolio where tenant_id = $2 and id = any($1::bigint[]) order by id",
  ],
  [
    "campaignId",
    "广告活动",
    "select campaign_name as name from ad_campaign where tenant_id = $2 and campaign_id = any($1::bigint[]) order by 1",
  ],
];

/** The filter in words, for the first line of a file. */
async function filterWords(sql: Sql, tenantId: string, filter: AdFilter, { now, last }: Periods): Promise<string> {
  const parts = [`日期：${now.start} 至 ${now.end}`, `对比：${last.start} 至 ${last.end}`];
  for (const [name, label, text] of NAMES) {
    if (!filter[name].length) continue;
    const rows = await sql.query<{ name: string }>(text, [filter[name], tenantId]);
    parts.push(`${label}：${rows.map((r) => r.name).join("、") || filter[name].join("、")}`);
  }
  const given = new Map<string, unknown>(Object.entries(filter));
  for (const [name, label] of LABELS) {
    const values = [given.get(name)].flat().filter(Boolean);
    if (values.length) parts.push(`${label}：${values.map(wordOf).join("、")}`);
  }
  return parts.join("；");
}

/** Number formats of files: fractions as percents. */
const FORMATS = { count: "#,##0", money: "#,##0.00", percent: "0.00%", ratio: "0.00" } as const;
const PERCENT = "0.00%";

const WORDS: Record<string, string> = {
  campaignId: "广告活动编号",
  campaignName: "广告活动",
  storeName: "店铺",
  adProduct: "广告类型",
  state: "状态",
  budget: "日预算",
  flag: "变化",
  keywordId: "关键词编号",
  keyword: "关键词",
  matchType: "匹配类型",
  bid: "竞价",
  lastBid: "上期竞价",
  name: "关键词",
  productCode: "产品编码",
  productName: "产品",
  imageUrl: "图片",
  skuCount: "SKU数",
};

const metricColumn = ({ key, name, kind }: Metric, header = name): SheetColumn => ({
  key,
  header,
  width: 14,
  numFmt: FORMATS[kind],
});

/** The columns of the trend: its parts and the 11 metrics. */
const trendColumns: SheetColumn[] = [
  { key: "bucket", header: "日期", width: 14 },
  ...METRICS.map((m) => metricColumn(m)),
];

/** The columns of a ranking in reading order; of two periods each metric three times. */
function rankingColumns(r: Ranking): SheetColumn[] {
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
function sheetRow(r: Ranking, row: RankingRow): RankingRow {
  if (!r.both) return row;
  const changes = metricsOf(r.metrics).map(({ key }) => [
    `change_${key}`,
    changeOf(metricOf(row, key), metricOf(row, `last_${key}`)),
  ]);
  return { ...row, flag: wordOf(row.flag ?? ""), ...Object.fromEntries(changes) };
}

const MOST = 50_000;
const CHUNK = 1000;

interface DownloadSheet {
  name: string;
  columns: SheetColumn[];
  total: number;
  rows: AsyncIterable<RankingRow> | Iterable<RankingRow>;
}

/** Sends one sheet with its filter in words. @throws Refusal 400 for more rows than a file takes */
async function send(call: Call, filter: AdFilter, periods: Periods, sheet: DownloadSheet): Promise<void> {
  if (sheet.total > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
  const words = await filterWords(call.db, call.tenantId, filter, periods);
  await logExport(call, `导出${sheet.name}`, words, sheet.total);
  await sendXlsx(call.res, `${sheet.name}.xlsx`, sheet.columns, sheet.rows, {
    filterText: words,
    demo: call.config.demo,
  });
}

/** The trend: one row for each part of the period, then Σ. */
export async function sendTrend(call: Call, filter: AdFilter, periods: Periods, trend: Trend) {
  const sum = Object.fromEntries(trend.totals.map((t) => [t.metric.key, t.current]));
  const rows = trend.parts.map((p): RankingRow => ({ bucket: p.bucket, ...p.values }));
  await send(call, filter, periods, {
    name: "广告报表",
    columns: trendColumns,
    total: rows.length,
    rows: [...rows, { bucket: "Σ", ...sum }],
  });
}

const comparedColumns: SheetColumn[] = [
  { key: "type", header: "指标", width: 16 },
  { key: "last", header: "上期", width: 16 },
  { key: "current", header: "本期", width: 16 },
  { key: "change", header: "变化", width: 12, numFmt: "0.00%" },
];

/** The comparison: one row for each metric, which have no sum. */
export async function sendCompared(call: Call, filter: AdFilter, periods: Periods) {
  const { totals } = await trendOf(call.db, call.caller, filter, periods);
  const rows = totals.map(({ metric, last, current }) => ({
    type: metric.name,
    last,
    current,
    change: changeOf(current, last),
  }));
  await send(call, filter, periods, { name: "广告对比", columns: comparedColumns, total: rows.length, rows });
}

async function* eachRow(sql: Sql, r: Ranking, found: RankingSql, sums: RankingRow) {
  await sql.query(`declare ad_rows no scroll cursor for ${found.all.text}`, found.all.values);
  for (;;) {
    const rows = await sql.query<RankingRow>(`fetch ${CHUNK} from ad_rows`);
    for (const row of rows) yield sheetRow(r, row);
    if (rows.length < CHUNK) break;
  }
  yield { ...sheetRow(r, sums), [Object.keys(r.columns)[0] ?? ""]: "Σ", flag: null };
}

/** A ranking: all its rows as they stand, then Σ over them; memory stays flat. */
export async function sendRanking(
  call: Call,
  filter: AdFilter,
  periods: Periods,
  ranking: { name: string; r: Ranking; found: RankingSql },
) {
  const { name, r, found } = ranking;
  // One snapshot, so that the sum is that of the rows.
  const work = async (sql: Sql) => {
    await sql.query("set transaction isolation level repeatable read, read only");
    const { total, sums } = await summaryOf(sql, found);
    const rows = eachRow(sql, r, found, sums);
    await send(call, filter, periods, { name, columns: rankingColumns(r), total, rows });
  };
  await call.db.tx(work, { again: false });
}
