import { kolPlatforms } from "#documents/kol/words";
import { Chart } from "~/features/figure/chart";
import { PartTable } from "~/screens/detail/part-table";
import type { DetailProps, PartRow, Tabbed } from "~/screens/parts";
import { DASH, formatMoney, formatNumber, plainText } from "~/text";
import { Card } from "~/ui";
import { soldTab } from "./sold-orders";

type ShownStar = PartRow<"star">;

const platform = (name: string) => Object.entries(kolPlatforms).find(([key]) => key === name)?.[1].label ?? name;
const cny = (amount: string) => formatMoney(amount, "CNY");
const count = (n: number | null | undefined) => formatNumber(n, 0);

/** What work with a star cost and brought, month by month. */
function Months({ months }: { months: NonNullable<ShownStar["months"]> }) {
  const past = [...months].reverse();
  const series = (key: "cost" | "sales", name: string) => ({
    key,
    name,
    unit: "wan" as const,
    values: past.map((m) => Number(m[key])),
  });
  return (
    <>
      <Card title="每月成本与归因销售">
        <Chart
          data={{
            id: "kolmonths",
            kind: "columns",
            title: "人民币",
            size: "small",
            labels: past.map((m) => m.month),
            series: [series("cost", "成本"), series("sales", "归因销售")],
            empty: "还没有合作",
          }}
        />
      </Card>
      <PartTable
        title="每月合作"
        head={["月份", "合作", "寄样", "费用笔数", "样品与运费", "费用", "总成本", "归因订单", "归因销售", "ROI"]}
        rows={[...months]}
        cells={(m) => [
          m.month,
          count(m.coops),
          count(m.samples),
          count(m.fees),
          cny(m.sampleCost),
          cny(m.feeCost),
          cny(m.cost),
          count(m.orders),
          cny(m.sales),
          m.roi ?? DASH,
        ]}
      />
    </>
  );
}

/** Followers of each channel over time: written whenever they changed. */
function History({ points }: { points: NonNullable<ShownStar["history"]> }) {
  return (
    <PartTable
      title="粉丝变化"
      head={["更新日期", "平台", "主页链接", "粉丝数", "均播放", "互动率"]}
      rows={[...points].reverse()}
      cells={(p) => [
        p.updatedDate,
        platform(plainText(p.platform)),
        p.homepageUrl,
        count(p.followers),
        count(p.avgViews),
        p.engagementRate ? `${p.engagementRate}%` : DASH,
      ]}
    />
  );
}

/** Tabs of a star: what it cost and brought, and how it grew. */
export function starTabs(of: DetailProps<"star">): Tabbed[] {
  const { months = [], history: points = [] } = of.row;
  return [
    ...(months.length ? [{ key: "months", label: "合作与回报", content: <Months months={months} /> }] : []),
    soldTab(of),
    ...(points.length
      ? [{ key: "followers", label: "粉丝变化", count: points.length, content: <History points={points} /> }]
      : []),
  ];
}
