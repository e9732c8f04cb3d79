import { Chart } from "~/features/figure/chart";
import { closeHref } from "~/screens/href";
import { Card } from "~/ui/card/card";
import { Empty } from "~/ui/empty/empty";
import { Pagination } from "~/ui/pagination/pagination";
import { TabLinks } from "~/ui/tab-links/tab-links";
import { Table } from "~/ui/table/table";
import { withParams } from "~/ui/url";
import { DrillPath } from "./drill";
import { CockpitFilters } from "./filters";
import { Heading, Problems } from "./heading";
import { MissingNote } from "./missing";
import { carry } from "./query";
import type { Trade } from "./trade.server";
import { type By, tradeTables } from "./trade-columns";
import { TradeDialog } from "./trade-dialog";
import { deptFigure, paretoFigure } from "./trade-figures";
import { deptRows, groupRows, modelRows, sumRow, treeOf } from "./trade-rows";

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
        {...{ url, dimensions }}
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
          exportHref={
            state.mayExport ? url.replace(/^[^?]*/, "/cockpit/tradeReport/export") : undefined
          }
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
            actions={
              by === "group"
                ? (row) => [{ label: "走势", href: curveOf(state, row.key) }]
                : undefined
            }
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
  carry("/cockpit/overview/index", state.query, {
    reportMonth: state.query.endMonth,
    modelCode: code,
  });

/** The 13 months of a group, on the overview. */
const curveOf = ({ query }: Trade, group: string) =>
  carry("/cockpit/overview/index", query, { reportMonth: query.endMonth, group });

function rowsOf(state: Trade, url: string) {
  if (state.groups) return groupRows(state.groups, url);
  if (state.models) return modelRows(state.models, overviewOf(state));
  return deptRows(state.depts ?? [], state.query.open, url);
}

function figureOf(state: Trade, url: string) {
  if (state.depts)
    return [deptFigure(state.depts, (id) => withParams(url, { by: "group", deptId: id }))];
  return state.top ? [paretoFigure(state.top, overviewOf(state))] : [];
}
