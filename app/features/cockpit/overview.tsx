import { Chart } from "~/features/figure/chart";
import { Card } from "~/ui/card/card";
import { Empty } from "~/ui/empty/empty";
import type { FigureData } from "~/ui/figure/types";
import { Panels } from "~/ui/panel/panel";
import { withParams } from "~/ui/url";
import { DrillPath } from "./drill";
import { mainFigure, yearsFigure } from "./figures";
import { CockpitFilters } from "./filters";
import { Formulas } from "./formulas";
import { GroupDrawer } from "./group-drawer";
import { Heading, Problems } from "./heading";
import { MissingNote } from "./missing";
import type { Overview } from "./overview.server";
import { carry, monthText } from "./query";
import { Rankings } from "./rankings";
import { monthTile, worstTile, yearTiles } from "./tiles";

/** The state of the business in one month, and what the year and 13 months say of it. */
export function OverviewPage(state: Overview) {
  const { query, dimensions, info, problems } = state;
  const url = withParams(state.url, { group: null, formula: null });
  const month = query.reportMonth;
  const report = (from: string) =>
    carry("/cockpit/tradeReport/index", query, { startMonth: from, endMonth: month });
  const name = `${monthText(month)} `;
  return (
    <div className="list">
      <CockpitFilters
        {...{ url, dimensions }}
        first={info?.firstMonth}
        filters={query}
        months={[["reportMonth", "月份", month]]}
      />
      <section className="card">
        <Heading title="经营总览" url={url} scope={info?.scope}>
          <a className="btn" href={report(month)}>
            交易报表
          </a>
        </Heading>
        <DrillPath url={url} filters={query} dimensions={dimensions} />
        <Problems problems={problems} />
        <MissingNote
          missing={[...(state.netProfit?.missing ?? []), ...(state.year?.missing ?? [])]}
        />
        <Panels
          label="本月与本年"
          items={[
            ...monthTile(`${name}主营业务收入`, state.income, "wan", report(month), false),
            ...monthTile(`${name}净利润`, state.netProfit, "wan", report(month)),
            ...monthTile(`${name}毛利率`, state.margin, "percent", report(month)),
            ...worstTile(isEmpty(state) ? undefined : state.worst?.records[0], worstHref(url)),
            ...yearTiles(state.year, report(`${month.slice(0, 4)}01`)),
          ]}
        />
      </section>
      {isEmpty(state) ? (
        <Card>
          <Empty href={url}>
            <p className="hint">这些条件下，近两年都没有经营数据</p>
          </Empty>
        </Card>
      ) : (
        <>
          <div className="board pair">
            {figuresOf(state, url).map((data) => (
              <Card key={data.id}>
                <Chart data={data} />
              </Card>
            ))}
          </div>
          <Rankings state={state} url={url} />
        </>
      )}
      {state.group && <GroupDrawer group={state.group} url={url} month={month} />}
      {state.explains && info && <Formulas formulas={info.formulas} closeHref={url} />}
    </div>
  );
}

/** The ranking of groups by net profit, its last one first. */
export const worstHref = (url: string) =>
  `${withParams(url, { by: "netProfit", order: "asc", current: null })}#ranks`;

/** Nothing came in, not even a year before. */
const isEmpty = ({ income }: Overview) =>
  !!income && ![...income.current, ...income.last].some(Boolean);

function figuresOf({ main, income, netProfit, margin }: Overview, url: string): FigureData[] {
  const href = (month: string) => withParams(url, { reportMonth: month, current: null });
  return [
    ...(main ? [mainFigure(main, href)] : []),
    ...(margin
      ? [yearsFigure({ id: "fig-margin", name: "毛利率", unit: "percent" }, margin, href)]
      : []),
    ...(income
      ? [yearsFigure({ id: "fig-income", name: "主营业务收入", unit: "wan" }, income, href)]
      : []),
    ...(netProfit
      ? [yearsFigure({ id: "fig-profit", name: "净利润", unit: "wan" }, netProfit, href)]
      : []),
  ];
}
