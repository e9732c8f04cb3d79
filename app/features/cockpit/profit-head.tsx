import { z } from "zod";
import { documentNamed } from "#documents";
import { leadsHref } from "~/screens/frame/href";
import { type RowRow, rowSchema } from "~/screens/row/row";
import { formatMoney } from "~/text";
import type { FigureData, FigureSeries } from "~/ui/figure/types";
import { DataUpTo } from "../base/data-up-to";
import { Chart } from "../figure/chart";

const schema = z.object({
  settledPercent: z.string().nullable(),
  estimated: z.string().nullable(),
  unknown: z.boolean(),
  late: z.string().nullable(),
  curve: z.object({ document: z.string(), rows: z.array(rowSchema) }).nullable(),
  compared: z.object({ first: z.string(), last: z.string(), reaches: z.boolean() }).nullable(),
});

/** Less than nothing: settlements took the place of estimates of months that are closed. */
const estimatedSaid = (amount: string | null) =>
  amount?.startsWith("-") ? `冲回以前月份预估 ${formatMoney(amount.slice(1))}元` : `预估 ${formatMoney(amount)}元`;

interface ProfitSpan {
  first: string;
  last: string;
  reaches: boolean;
}

const comparedSaid = ({ first, last, reaches }: ProfitSpan) =>
  `对比期 ${first} 至 ${last}${reaches ? "" : "：那时的数据不全，不作对比"}`;

/** Drawn only: amounts stay decimals wherever they are read. */
const drawn = (value: unknown) => (typeof value === "string" ? Number(value) : null);

/** Income and profits of months or stores, each leading to what it is made of; paler what they were then. */
function curveOf({ document, rows }: { document: string; rows: readonly RowRow[] }): FigureData {
  const { display, fields } = documentNamed(document);
  const byMonth = display === "month";
  const of = (name: string) => rows.map((row) => drawn(row[name]));
  const column = fields.income?.column;
  const leads = typeof column === "object" ? column.leads : undefined;
  const then: FigureSeries = {
    key: "then",
    name: "对比期收入",
    unit: "wan",
    ...(byMonth && { type: "line" as const }),
    pale: true,
    values: of("incomeThen"),
  };
  return {
    id: "profits",
    title: "收入、毛利、净利润（元）",
    ...(!byMonth && { note: "收入最高的店铺" }),
    kind: "columns",
    labels: rows.map((row) => String(row[display] ?? "")),
    series: [
      { key: "income", name: "收入", unit: "wan", values: of("income") },
      { key: "gross", name: "毛利", unit: "wan", values: of("grossProfit") },
      { key: "net", name: "净利润", unit: "wan", values: of("netProfit") },
      ...(then.values.some((value) => value !== null) ? [then] : []),
    ],
    ...(leads && { hrefs: rows.map((row) => leadsHref(leads, row.income, row)) }),
  };
}

/** Above a level of 利润报表: how far its data reaches, what of it is settled, and what is about earlier months. */
export function ProfitHead({ found }: { found: Readonly<Record<string, unknown>> }) {
  const read = schema.safeParse(found);
  if (!read.success) return <DataUpTo found={found} />;
  const { settledPercent, estimated, unknown, late, compared, curve } = read.data;
  const said = [
    ...(settledPercent === null
      ? []
      : [
          `费用已结算 ${settledPercent}%`,
          estimatedSaid(estimated),
          late === null ? "不含以前月份调整" : `含以前月份调整 ${formatMoney(late)}元`,
        ]),
    ...(unknown ? ["有的费用或成本还不知道，见“未含”"] : []),
    ...(compared ? [comparedSaid(compared)] : []),
  ];
  return (
    <>
      <DataUpTo found={found} />
      {said.length > 0 && <p className="hint">{said.join("　")}</p>}
      {curve && curve.rows.length > 1 && (
        <details>
          <summary>图表</summary>
          <Chart data={curveOf(curve)} />
        </details>
      )}
    </>
  );
}
