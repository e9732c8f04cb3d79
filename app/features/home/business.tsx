import type { HomeReport } from "~/erp/cockpit.server";
import { Chart } from "~/features/figure/chart";
import { formatPercent, formatWan } from "~/text/format";
import { Card } from "~/ui/card/card";
import { pointsOf } from "~/ui/delta/delta";
import { type PanelItem, Panels } from "~/ui/panel/panel";
import { Spark } from "~/ui/panel/spark";
import { Table } from "~/ui/table/table";
import { MissingNote, without } from "../cockpit/missing";
import { monthText } from "../cockpit/query";
import { type DeptPlace, deptTable } from "./depts";
import { homeFigure, lastOf } from "./figures";

const DEPTS = 6;

/** The business in the last closed month (market.md 7.3): three tiles, departments, 13 months. */
export function Business({ report, open }: { report: HomeReport; open: boolean }) {
  const { cocBusinessBaseDateGroupByMonth: months, cocBusinessBaseDateGroupByDept: depts } = report;
  const month = months.at(-1)?.month ?? "";
  const overview = `/cockpit/overview/index?reportMonth=${month}`;
  const href = open ? overview : undefined;
  const most = Math.max(...depts.map((d) => Math.abs(d.mainBusinessIncome))) || 1;
  const places = depts.slice(0, DEPTS).map(
    (d): DeptPlace => ({
      ...d,
      part: d.mainBusinessIncome / most,
      href: open ? `${overview}&deptId=${d.deptId}` : undefined,
    }),
  );
  return (
    <>
      <MissingNote missing={months.at(-1)?.missing ?? []} />
      <Panels label="经营指标" items={tilesOf(months, href)} />
      <div className="board pair">
        <Card
          title={`${monthText(month)} 部门排名`}
          extra={
            open && <a href={`/cockpit/tradeReport/index?by=dept&reportMonth=${month}`}>查看全部</a>
          }
        >
          <Table
            model={deptTable}
            rows={places}
            rowKey={(row) => row.deptId}
            caption="部门排名"
            empty={<p className="hint">这个月还没有经营数据</p>}
          />
        </Card>
        <Card>
          <Chart
            data={homeFigure(
              months,
              open ? (m) => `/cockpit/overview/index?reportMonth=${m}` : undefined,
            )}
          />
        </Card>
      </div>
    </>
  );
}

type Months = HomeReport["cocBusinessBaseDateGroupByMonth"];

function tilesOf(months: Months, href?: string): PanelItem[] {
  const tile = (
    title: string,
    { now, yoy, chain, values }: ReturnType<typeof lastOf>,
    format: (value: number | null) => string,
    points = false,
    profit = true,
  ): PanelItem => ({
    ...{ title, href, value: format(now), negative: (now ?? 0) < 0 },
    changes: [
      { label: "同比", ratio: yoy, points },
      { label: "环比", ratio: chain, points },
    ],
    note: profit ? without(months.at(-1)?.missing ?? []) : undefined,
    figure: <Spark values={values} />,
  });
  const of = (read: Parameters<typeof lastOf>[1]) => lastOf(months, read);
  return [
    tile(
      "主营业务收入",
      of((m) => m.mainBusinessIncome),
      formatWan,
      false,
      false,
    ),
    tile(
      "未税净利润",
      of((m) => m.notTaxProfit),
      formatWan,
    ),
    tile(
      "毛利率",
      lastOf(months, (m) => m.grossProfitPercent, pointsOf),
      formatPercent,
      true,
    ),
  ];
}
