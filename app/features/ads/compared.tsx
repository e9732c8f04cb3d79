import type { AdComparison } from "~/erp/ads.server";
import { Chart } from "~/features/figure/chart";
import { deltaParts, pointsOf } from "~/ui/delta/delta";
import { Empty } from "~/ui/empty/empty";
import { MoreStyles } from "~/ui/more/more";
import { defineTable } from "~/ui/table/model";
import { Table } from "~/ui/table/table";
import { comparedFigure } from "./figures";
import type { AdsState } from "./load.server";
import { metricOf, metricText } from "./metrics";

type Row = AdComparison[number] & { currency: string };

const text = (row: Row, which: "last" | "current") =>
  metricText(metricOf(row.key), row[which], row.currency);

/** The change and whether it is good news, in words. */
function Verdict({ row }: { row: Row }) {
  const good = row.better === null ? "none" : row.better === (row.change ?? 0) > 0 ? "up" : "down";
  const points = metricOf(row.key).kind === "percent";
  const change = points ? pointsOf(row.current, row.last) : row.change;
  const { text: said, tone, word } = deltaParts(change, good, points);
  return (
    <span className={tone}>
      {word && <span className="sr">{word}</span>}
      {said}
      {tone && ` ${row.better ? "变好" : "变差"}`}
    </span>
  );
}

const model = defineTable<Row>([
  { key: "type", label: "指标", minWidth: 140, phone: "title" },
  { key: "last", label: "上期", width: 160, align: "right", value: (row) => text(row, "last") },
  {
    key: "current",
    label: "本期",
    width: 160,
    align: "right",
    value: (row) => text(row, "current"),
  },
  {
    ...{ key: "change", label: "变化", kind: "custom", width: 180, align: "right" },
    cell: (row) => <Verdict row={row} />,
  },
]);

/** All metrics in both periods (market.md 6.3): falling ACOS, CPC and CPA are good news. */
export function ComparedPart(props: { state: AdsState; url: string; answer: AdComparison }) {
  const currency = props.state.params.currency || "USD";
  const rows = props.answer.map((row): Row => ({ ...row, currency }));
  return (
    <>
      <MoreStyles />
      <Table
        {...{ model, rows }}
        caption="数据对比"
        rowKey={(row) => row.key}
        empty={<Empty href={props.url} />}
      />
      <Chart data={comparedFigure(rows)} />
    </>
  );
}
