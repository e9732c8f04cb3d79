import { Chart } from "~/features/figure/chart";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow } from "~/screens/parts";
import { rowLink } from "~/screens/row/row-link";
import { textOrDash } from "~/text";
import { Card } from "~/ui";
import type { FigureData } from "~/ui/figure/types";

type Rate = NonNullable<PartRow<"exchange_rate">["history"]>[number];

const short = (rate: string | null) => rate?.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

/** Official and own rate over time, oldest first. */
export function rateFigure(currency: string, rates: readonly Rate[]): FigureData {
  const days = [...rates].reverse();
  const own = days.some((r) => r.myRate !== null);
  const line = { unit: "short", type: "line" } as const;
  return {
    id: "rates",
    kind: "columns",
    title: `1单位${currency}折人民币`,
    labels: days.map((r) => r.effectiveDate),
    series: [
      { key: "official", name: "官方汇率", ...line, values: days.map((r) => Number(r.officialRate)) },
      ...(own
        ? [
            {
              key: "own",
              name: "自定汇率",
              ...line,
              values: days.map((r) => (r.myRate === null ? null : Number(r.myRate))),
            },
          ]
        : []),
    ],
    empty: "还没有汇率",
  };
}

/** The history of a rate's currency: as a figure, and each rate with its source and who entered it. */
export function RateHistory({ row }: DetailProps<"exchange_rate">) {
  const { history: rates = [] } = row;
  const currency = String(row.currency);
  return (
    <>
      <Card title={`${currency}汇率走势`}>
        <Chart data={rateFigure(currency, rates)} />
      </Card>
      <PartTable
        title={`${currency}历史汇率`}
        head={["生效日期", "官方汇率", "自定汇率", "使用汇率", "较上次变动%", "来源", "录入人"]}
        rows={rates}
        cells={(r) => [
          r.id === row.id ? r.effectiveDate : rowLink("exchange_rate", r.id, r.effectiveDate),
          short(r.officialRate),
          textOrDash(short(r.myRate)),
          short(r.usedRate),
          textOrDash(r.change),
          textOrDash(r.source),
          textOrDash(r.by),
        ]}
      />
    </>
  );
}
