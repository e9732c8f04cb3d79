import type { Rank, Series13, YearSums } from "~/erp/cockpit.server";
import { formatPercent, formatWan } from "~/text";
import { type PanelItem, pointsOf } from "~/ui";
import { Gauge } from "~/ui/panel/gauge";
import { Spark } from "~/ui/panel/spark";
import { without } from "./missing";
import { monthText } from "./query";

/** A measure of the last month of a series, with 同比, 环比 and its run; a profit says what it is without. */
export function monthTile(
  title: string,
  series: Series13 | undefined,
  unit: "wan" | "percent",
  href?: string,
  profit = true,
): PanelItem[] {
  const value = series?.current.at(-1);
  if (!series || value === undefined) return [];
  // A margin of 12 % after 10 % is 2 points better, not 20 %.
  const points = unit === "percent";
  const than = (ratio: number | null | undefined, then: number | null | undefined) =>
    (points ? pointsOf(value, then) : ratio) ?? null;
  return [
    {
      title,
      href,
      value: unit === "wan" ? formatWan(value) : formatPercent(value),
      negative: value !== null && value < 0,
      changes: [
        { label: "同比", ratio: than(series.yoy.at(-1), series.last.at(-1)), points },
        { label: "环比", ratio: than(series.chain.at(-1), series.current.at(-2)), points },
      ],
      note: profit ? without(series.missing) : undefined,
      figure: series.current.some(Boolean) && <Spark values={series.current} />,
    },
  ];
}

/** The year so far: income, profit, margin and how much of the target is reached. */
export function yearTiles(sums: YearSums | undefined, href?: string): PanelItem[] {
  if (!sums) return [];
  const { income, netProfit, netProfitPercent, completion, incomeTarget } = sums;
  const till = sums.throughMonth ? `至 ${monthText(sums.throughMonth)}` : "";
  const tiles: PanelItem[] = [
    {
      title: `${sums.year}年累计收入`,
      value: formatWan(income),
      negative: income < 0,
      href,
      changes: [{ label: "同比", ratio: sums.incomeYoy }],
      note: till,
    },
    {
      title: `${sums.year}年累计净利润`,
      value: formatWan(netProfit),
      negative: netProfit < 0,
      href,
      changes: [{ label: "同比", ratio: sums.netProfitYoy }],
      note: [till, without(sums.missing)].filter(Boolean).join("，"),
    },
    {
      title: `${sums.year}年净利率`,
      value: formatPercent(netProfitPercent),
      negative: (netProfitPercent ?? 0) < 0,
      note: ["净利润 ÷ 主营业务收入", without(sums.missing)].filter(Boolean).join("，"),
    },
  ];
  if (completion === null) return tiles;
  return [
    ...tiles,
    {
      title: `${sums.year}年收入目标完成率`,
      value: formatPercent(completion),
      note: `目标 ${formatWan(incomeTarget)}`,
      figure: <Gauge ratio={completion} label="收入目标完成率" />,
    },
  ];
}

/** The group with the least net profit: the tile leads to the ranking from its end. */
export function worstTile(worst: Rank | undefined, href: string): PanelItem[] {
  if (!worst) return [];
  return [
    {
      title: "净利润末位小组",
      value: worst.name,
      href,
      note: [
        `净利润 ${formatWan(worst.netProfit)}`,
        `毛利率 ${formatPercent(worst.grossProfitPercent)}`,
        ...(worst.missing.length ? [without(worst.missing)] : []),
      ].join("，"),
    },
  ];
}
