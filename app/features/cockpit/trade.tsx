import type { DeptSums, GroupSums, ModelSums, TradeSums } from "~/erp/cockpit.server";
import { Chart } from "~/features/figure/chart";
import { closeHref } from "~/screens/frame/href";
import { toggled } from "~/screens/list/tree";
import { ColumnsDialog } from "~/screens/views/columns-dialog";
import { Card, Empty, Pagination, TabLinks, Table, withParams } from "~/ui";
import type { FigureData, FigureSeries } from "~/ui/figure/types";
import { DrillPath } from "./drill";
import { figure } from "./figures";
import { CockpitFilters } from "./filters";
import { Formulas } from "./formulas";
import { Heading, Problems } from "./heading";
import { MissingNote } from "./missing";
import { carry } from "./query";
import type { Trade } from "./trade.server";
import { type By, type TradeRow, tradeTables } from "./trade-columns";

/** Where a click on a row leads: the report one level down, with this row as its filter. */
const below = (url: string, by: string, filter: string, code: string) =>
  withParams(url, { by, [filter]: code, current: null, open: null, orderBy: null, order: null });

const groupRows = (groups: readonly GroupSums[], url: string): TradeRow[] =>
  groups.map((g) => ({ ...g, key: g.groupId, name: g.groupName, href: below(url, "model", "groupId", g.groupId) }));

const modelRows = (models: readonly ModelSums[], overview: (code: string) => string) =>
  models.map((m): TradeRow => ({ ...m, key: m.modelCode, name: m.modelCode, href: overview(m.modelCode) }));

/** Departments, and below those that stand open their groups. */
const deptRows = (depts: readonly DeptSums[], open: string, url: string): TradeRow[] =>
  depts.flatMap(({ groups, ...d }) => {
    const dept: TradeRow = {
      ...d,
      key: d.deptId,
      name: d.deptName,
      depth: 0,
      href: below(url, "group", "deptId", d.deptId),
    };
    if (!open.split(",").includes(d.deptId)) return [dept];
    const inside = groups.map(
      (g): TradeRow => ({
        ...g,
        key: `${d.deptId}-${g.groupId}`,
        name: g.groupName,
        depth: 1,
        href: below(url, "model", "groupId", g.groupId),
      }),
    );
    return [dept, ...inside];
  });

/** How the tree of departments opens and closes: by its address. */
const treeOf = (depts: readonly DeptSums[], open: string, url: string) => ({
  depth: (row: TradeRow) => row.depth ?? 0,
  open: (row: TradeRow) => (row.depth ? undefined : open.split(",").includes(row.key)),
  href: (row: TradeRow) =>
    withParams(url, {
      open: toggled(
        open,
        row.key,
        depts.map((d) => d.deptId),
      ),
    }),
});

const sumRow = (sum: TradeSums): TradeRow => ({ ...sum, key: "Σ", name: "Σ 全部" });

/** Where the income of each department went: the four parts add up to it. */
export function deptFigure(depts: readonly DeptSums[], href: (id: string) => string): FigureData {
  const part = (key: string, name: string, of: (d: DeptSums) => number): FigureSeries => ({
    key,
    name,
    unit: "wan",
    values: depts.map((d) => Math.round(of(d) * 100) / 100),
  });
  return figure({
    id: "fig-depts",
    title: "各部门主营业务收入的构成",
    kind: "stacked",
    labels: depts.map((d) => d.deptName),
    hrefs: depts.map((d) => href(d.deptId)),
    series: [
      part("netProfit", "净利润", (d) => d.netProfit),
      part("adSpend", "广告费", (d) => d.adSpend),
      part("other", "仓储、推广等费用", (d) => d.grossProfit - d.netProfit - d.adSpend),
      part("cost", "采购、头程与平台费用", (d) => d.mainBusinessIncome - d.grossProfit),
    ],
  });
}

/** The models with most income, and how much of all income they make together. */
const paretoFigure = (models: readonly ModelSums[], href: (code: string) => string): FigureData =>
  figure({
    id: "fig-pareto",
    title: `收入前 ${models.length} 个型号与累计占比`,
    kind: "columns",
    labels: models.map((m) => m.modelCode),
    hrefs: models.map((m) => href(m.modelCode)),
    series: [
      { key: "income", name: "主营业务收入", unit: "wan", values: models.map((m) => m.mainBusinessIncome) },
      {
        key: "cumShare",
        name: "累计占比",
        unit: "percent",
        type: "line",
        axis: 1,
        values: models.map((m) => m.cumShare),
      },
    ],
  });

/** The dialog that the address opens. */
function TradeDialog({ state, url }: { state: Trade; url: string }) {
  if (state.columns)
    return (
      <ColumnsDialog
        model={tradeTables[state.query.by]}
        layout={state.layout}
        url={url}
        reset={state.columns === "reset"}
      />
    );
  if (state.explains && state.info) return <Formulas formulas={state.info.formulas} closeHref={url} />;
  return null;
}

const TABS: [By, string][] = [
  ["group", "按小组"],
  ["dept", "按部门"],
  ["model", "按型号"],
];

/** The trade report by group, department or model: one table, three kinds of rows. */
export function TradePage(state: Trade) {
  const { query, dimensions, info, problems, depts = [] } = state;
  const { by, orderBy, order, startMonth, endMonth } = query;
  const url = withParams(closeHref(state.url), { formula: null });
  const title = TABS.find(([key]) => key === by)?.[1] ?? "";
  return (
    <div className="list">
      <CockpitFilters
        url={url}
        dimensions={dimensions}
        first={info?.firstMonth}
        filters={query}
        months={[
          ["startMonth", "开始月份", startMonth],
          ["endMonth", "结束月份", endMonth],
        ]}
      />
      <section className="card">
        <Heading
          title="交易报表"
          url={url}
          scope={info?.scope}
          exportHref={state.mayExport ? url.replace(/^[^?]*/, "/cockpit/tradeReport/export") : undefined}
          columnsHref={withParams(url, { columns: 1 })}
        />
        <TabLinks
          label="报表"
          items={TABS.map(([key, label]) => ({
            label,
            href: withParams(url, { by: key, current: null, open: null }),
            current: key === by,
          }))}
        />
        <DrillPath url={url} filters={query} dimensions={dimensions} />
        <Problems problems={problems} />
        <MissingNote missing={state.sum?.missing ?? []} />
        {!state.failed && (
          <Table
            model={tradeTables[by]}
            rows={rowsOf(state, url)}
            rowKey={(row) => row.key}
            caption={`交易报表（${title}）`}
            layout={state.layout}
            foot={state.sum && state.total ? [sumRow(state.sum)] : undefined}
            tree={by === "dept" ? treeOf(depts, query.open, url) : undefined}
            sort={{
              by: orderBy,
              descending: order === "desc",
              href: (key) =>
                withParams(url, {
                  current: null,
                  orderBy: key,
                  order: orderBy === key && order === "desc" ? "asc" : null,
                }),
            }}
            actions={by === "group" ? (row) => [{ label: "走势", href: curveOf(state, row.key) }] : undefined}
            actionsWidth={60}
            empty={<Empty href={url} />}
          />
        )}
        {by !== "dept" && !state.failed && (
          <Pagination url={url} total={state.total} current={query.current} size={query.size} />
        )}
      </section>
      {figureOf(state, url).map((data) => (
        <Card key={data.id}>
          <Chart data={data} />
        </Card>
      ))}
      <TradeDialog state={state} url={url} />
    </div>
  );
}

const overviewOf = (state: Trade) => (code: string) =>
  carry("/cockpit/overview/index", state.query, { reportMonth: state.query.endMonth, modelCode: code });

/** The 13 months of a group, on the overview. */
const curveOf = ({ query }: Trade, group: string) =>
  carry("/cockpit/overview/index", query, { reportMonth: query.endMonth, group });

function rowsOf(state: Trade, url: string) {
  if (state.groups) return groupRows(state.groups, url);
  if (state.models) return modelRows(state.models, overviewOf(state));
  return deptRows(state.depts ?? [], state.query.open, url);
}

function figureOf(state: Trade, url: string) {
  if (state.depts) return [deptFigure(state.depts, (id) => withParams(url, { by: "group", deptId: id }))];
  return state.top ? [paretoFigure(state.top, overviewOf(state))] : [];
}
