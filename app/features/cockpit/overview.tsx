import type { Group13, Rank } from "~/erp/cockpit.server";
import { Chart } from "~/features/figure/chart";
import { formatPercent, formatWan } from "~/text";
import { Card, Descriptions, Drawer, Empty, LinkButton, Panels, Table, withParams } from "~/ui";
import type { FigureData } from "~/ui/figure/types";
import { DrillPath } from "./drill";
import { groupFigures, mainFigure, yearsFigure } from "./figures";
import { CockpitFilters } from "./filters";
import { Formulas } from "./formulas";
import { Heading, Problems } from "./heading";
import { MissingNote } from "./missing";
import type { FeatureOverview, Level } from "./overview.server";
import { carry, monthText } from "./query";
import { placesOf, type RankBy, type RankPlace, rankTables } from "./ranks";
import { monthTile, worstTile, yearTiles } from "./tiles";

interface RankingProps {
  title: string;
  places: readonly RankPlace[];
  by: RankBy;
  /** The page itself. */
  url: string;
  /** Places come in pages. */
  pages?: { current: number; last: number };
}

/** One ranking: places with bar, share and changes. */
const Ranking = ({ title, places, by, url, pages }: RankingProps) => (
  <Card title={title} extra={pages && <Pages {...pages} url={url} />}>
    <Table
      model={rankTables[by]}
      rows={places}
      rowKey={(row) => row.key}
      caption={title}
      empty={<Empty href={url} />}
    />
  </Card>
);

/** Arrows from page to page of a ranking. */
function Pages({ current, last, url }: { current: number; last: number; url: string }) {
  const arrow = (to: number, text: string, label: string) =>
    to >= 1 && to <= last ? (
      <a className="btn btn-s" href={`${withParams(url, { current: to === 1 ? null : to })}#ranks`} aria-label={label}>
        {text}
      </a>
    ) : (
      <span className="btn btn-s" aria-disabled="true">
        {text}
      </span>
    );
  return (
    <nav className="btns" aria-label="小组排名分页">
      {arrow(current - 1, "←", "上一页")}
      <span>
        {current} / {last}
      </span>
      {arrow(current + 1, "→", "下一页")}
    </nav>
  );
}

interface ChoiceProps {
  label: string;
  items: readonly (readonly [label: string, href: string, chosen: boolean])[];
}

/** One of few ways to look at the rankings: links, the chosen one filled. */
const Choice = ({ label, items }: ChoiceProps) => (
  <nav className="btns" aria-label={label}>
    {items.map(([text, href, chosen]) => (
      <a
        key={text}
        className={chosen ? "btn btn-s btn-primary" : "btn btn-s"}
        href={`${href}#ranks`}
        aria-current={chosen || undefined}
      >
        {text}
      </a>
    ))}
  </nav>
);

/** A place of the ranking of sites: its code tells it apart from a region of the same name. */
const siteName = (rank: Rank): Rank => ({
  ...rank,
  name: rank.name === rank.code ? rank.code : `${rank.code} ${rank.name}`,
});

/** What the next level is called, and which filter a click on a place sets. */
const LEVELS: Partial<Record<Level, [title: string, filter: string]>> = {
  division: ["事业部排名", "divisionId"],
  dept: ["部门排名", "deptId"],
  model: ["型号排名", "modelCode"],
};

/** All rankings of the overview by one measure, from either end. A place leads one level down. */
function Rankings({ state, url }: { state: FeatureOverview; url: string }) {
  const { query, level, next, regions, sites, groups } = state;
  const { by, order } = query;
  const drill = (name: string) => (rank: Rank) => withParams(url, { [name]: rank.code, current: null });
  const places = (ranks: readonly Rank[], href: (rank: Rank) => string) => placesOf(ranks, { by, order, href });
  const [title, filter] = LEVELS[level] ?? [];
  const shared = { by, url };
  const open = (rank: Rank) => `${withParams(url, { group: rank.code })}#ranks`;
  const last = Math.max(1, Math.ceil((groups?.total ?? 0) / state.places));
  return (
    <section className="board" id="ranks" aria-label="排名">
      <div className="toolbar">
        <h2>排名</h2>
        <Choice
          label="排名依据"
          items={[
            ["主营业务收入", withParams(url, { by: null, current: null }), by === "income"],
            ["净利润", withParams(url, { by: "netProfit", current: null }), by === "netProfit"],
          ]}
        />
        <Choice
          label="排名顺序"
          items={[
            ["前列", withParams(url, { order: null, current: null }), order === "desc"],
            ["末位", withParams(url, { order: "asc", current: null }), order === "asc"],
          ]}
        />
        <span className="hint">名次后的箭头与上期相比</span>
      </div>
      <div className="board pair">
        {groups && level !== "model" && level !== "leaf" && (
          <Ranking
            {...shared}
            title={order === "asc" ? "小组排名（末位在前）" : "小组排名"}
            places={places(groups.records, open)}
            pages={{ current: query.current, last }}
          />
        )}
        {sites && <Ranking {...shared} title="站点排名" places={places(sites.map(siteName), drill("siteCode"))} />}
        {next && title && filter && <Ranking {...shared} title={title} places={places(next, drill(filter))} />}
        {regions && <Ranking {...shared} title="大区排名" places={places(regions, drill("regionCode"))} />}
      </div>
    </section>
  );
}

interface GroupDrawerProps {
  group: Group13;
  /** The page without the drawer. */
  url: string;
  month: string;
}

const Amount = ({ value }: { value: number | null }) => (
  <span className={value !== null && value < 0 ? "fall" : undefined}>{formatWan(value)}</span>
);

/** One group over 13 months, in front of the overview: a state of the address. */
function GroupDrawer({ group, url, month }: GroupDrawerProps) {
  const last = <T,>(values: readonly T[]) => values.at(-1) ?? null;
  return (
    <Drawer
      title={`${group.groupName}：近13个月`}
      closeHref={url}
      footer={
        <LinkButton tone="primary" href={withParams(url, { groupId: group.groupId, current: null })}>
          下钻到型号
        </LinkButton>
      }
    >
      <div className="board">
        <MissingNote missing={group.missing} />
        <Descriptions
          columns={2}
          items={[
            { label: "月份", value: monthText(month) },
            { label: "主营业务收入", value: formatWan(last(group.income)) },
            { label: "净利润", value: <Amount value={last(group.netProfit)} /> },
            { label: "毛利率", value: formatPercent(last(group.grossProfitPercent)) },
            { label: "广告费率", value: formatPercent(last(group.adSpendPercent)) },
            { label: "退款率", value: formatPercent(last(group.refundPercent)) },
          ]}
        />
        {groupFigures(group).map((data) => (
          <Chart key={data.id} data={data} />
        ))}
      </div>
    </Drawer>
  );
}

/** The state of the business in one month, and what the year and 13 months say of it. */
export function OverviewPage(state: FeatureOverview) {
  const { query, dimensions, info, problems } = state;
  const url = withParams(state.url, { group: null, formula: null });
  const month = query.reportMonth;
  const report = (from: string) => carry("/cockpit/tradeReport/index", query, { startMonth: from, endMonth: month });
  const name = `${monthText(month)} `;
  return (
    <div className="list">
      <CockpitFilters
        url={url}
        dimensions={dimensions}
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
        <MissingNote missing={[...(state.netProfit?.missing ?? []), ...(state.year?.missing ?? [])]} />
        {!isEmpty(state) && (
          <Panels
            label="本月与本年"
            items={[
              ...monthTile(`${name}主营业务收入`, state.income, "wan", report(month), false),
              ...monthTile(`${name}净利润`, state.netProfit, "wan", report(month)),
              ...monthTile(`${name}毛利率`, state.margin, "percent", report(month)),
              ...worstTile(state.worst?.records[0], worstHref(url)),
              ...yearTiles(state.year, report(`${month.slice(0, 4)}01`)),
            ]}
          />
        )}
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
export const worstHref = (url: string) => `${withParams(url, { by: "netProfit", order: "asc", current: null })}#ranks`;

/** Nothing came in, not even a year before. */
const isEmpty = ({ income }: FeatureOverview) => !!income && ![...income.current, ...income.last].some(Boolean);

function figuresOf({ main, income, netProfit, margin }: FeatureOverview, url: string): FigureData[] {
  const href = (month: string) => withParams(url, { reportMonth: month, current: null });
  return [
    ...(main ? [mainFigure(main, href)] : []),
    ...(margin ? [yearsFigure({ id: "fig-margin", name: "毛利率", unit: "percent" }, margin, href)] : []),
    ...(income ? [yearsFigure({ id: "fig-income", name: "主营业务收入", unit: "wan" }, income, href)] : []),
    ...(netProfit ? [yearsFigure({ id: "fig-profit", name: "净利润", unit: "wan" }, netProfit, href)] : []),
  ];
}
