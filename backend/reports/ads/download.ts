import type { Sql } from "../../db/sql";
import type { Call } from "../../http/endpoint";
import { invalid } from "../../http/refusal";
import { type SheetColumn, sendXlsx } from "../../http/spreadsheet";
import { logExport } from "../../logs/export-log";
import type { Filter, Periods } from "./filter";
import { changeOf } from "./metrics";
import { type Ranking, type RankingSql, type Row, summaryOf } from "./ranking";
import { rankingColumns, sheetRow, trendColumns } from "./sheet";
import { type Trend, trendOf } from "./trend";
import { filterWords } from "./words";

const MOST = 50_000;
const CHUNK = 1000;

interface Sheet {
  name: string;
  columns: SheetColumn[];
  total: number;
  rows: AsyncIterable<Row> | Iterable<Row>;
}

/** Sends one sheet with its filter in words. @throws Refusal 400 for more rows than a file takes */
async function send(call: Call, filter: Filter, periods: Periods, sheet: Sheet): Promise<void> {
  if (sheet.total > MOST) throw invalid(`导出数据超过${MOST}行，请缩小查询范围`);
  const words = await filterWords(call.db, call.tenantId, filter, periods);
  await logExport(call, `导出${sheet.name}`, words, sheet.total);
  await sendXlsx(call.res, `${sheet.name}.xlsx`, sheet.columns, sheet.rows, { filterText: words });
}

/** The trend: one row for each part of the period, then Σ. */
export async function sendTrend(call: Call, filter: Filter, periods: Periods, trend: Trend) {
  const sum = Object.fromEntries(trend.totals.map((t) => [t.metric.key, t.current]));
  const rows = trend.parts.map((p): Row => ({ bucket: p.bucket, ...p.values }));
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
export async function sendCompared(call: Call, filter: Filter, periods: Periods) {
  const { totals } = await trendOf(call.db, call.caller, filter, periods);
  const rows = totals.map(({ metric, last, current }) => ({
    ...{ type: metric.name, last, current },
    change: changeOf(current, last),
  }));
  await send(call, filter, periods, {
    name: "广告对比",
    columns: comparedColumns,
    total: rows.length,
    rows,
  });
}

async function* eachRow(sql: Sql, r: Ranking, found: RankingSql, sums: Row) {
  await sql.query(`declare ad_rows no scroll cursor for ${found.all.text}`, found.all.values);
  for (;;) {
    const rows = await sql.query<Row>(`fetch ${CHUNK} from ad_rows`);
    for (const row of rows) yield sheetRow(r, row);
    if (rows.length < CHUNK) break;
  }
  yield { ...sheetRow(r, sums), [Object.keys(r.columns)[0] ?? ""]: "Σ", flag: null };
}

/** A ranking: all its rows as they stand, then Σ over them; memory stays flat. */
export async function sendRanking(
  call: Call,
  filter: Filter,
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
