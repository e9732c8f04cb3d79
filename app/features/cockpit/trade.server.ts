import type { Erp, Query } from "~/erp/client.server";
import {
  cockpit,
  type DeptSums,
  fetchDimensions,
  type GroupSums,
  type ModelSums,
  type TradeSums,
} from "~/erp/cockpit.server";
import { columnsDialogOf, saveColumnLayout } from "~/screens/frame/column-layout.server";
import type { Staff } from "~/session/staff.server";
import { readLayout } from "~/ui/columns/layout";
import { fitting } from "./cascade";
import { part, problemsOf } from "./part.server";
import { filtersOf, type TradeQuery, tradeQuery } from "./query";
import { tradeTables } from "./trade-columns";

type TradeReader = Pick<Erp, "get">;

/** Models of the Pareto figure. */
const TOP = 20;

interface TradeRows {
  groups?: GroupSums[];
  depts?: DeptSums[];
  models?: ModelSums[];
  total: number;
  sum?: TradeSums | null;
}

/** The rows of the asked report: a page of groups or models, all departments; Σ over all of them. */
async function rowsOf(erp: TradeReader, query: TradeQuery, filter: Query): Promise<TradeRows> {
  const { by, orderBy, order, current, size } = query;
  const sorted = { ...filter, orderBy, order };
  if (by === "model") {
    const page = await cockpit.models(erp, { ...sorted, current, size });
    return { models: page.records, total: page.total, sum: page.summary };
  }
  if (by === "group") {
    const page = await cockpit.groups(erp, { ...sorted, current, size });
    return { groups: page.records, total: page.total, sum: page.summary };
  }
  const [depts, all] = await Promise.all([cockpit.depts(erp, sorted), cockpit.groups(erp, { ...filter, size: 1 })]);
  return { depts, total: depts.length, sum: all.summary };
}

const NO_ROWS: TradeRows = { total: 0 };

/** What a trade report shows as its address describes it. */
export async function loadTrade(staff: Staff, request: Request) {
  const url = new URL(request.url);
  const given = tradeQuery(url);
  const [dimensions, info, mayExport] = await Promise.all([
    part(fetchDimensions(staff.recent)),
    part(cockpit.info(staff.recent)),
    staff.can("cockpit_report_export"),
  ]);
  const query = { ...given, ...fitting(filtersOf(given), dimensions.data ?? []) };
  const { startMonth, endMonth } = query;
  const filter: Query = { ...filtersOf(query), startMonth, endMonth };
  const [rows, top] = await Promise.all([
    part(rowsOf(staff.recent, query, filter)),
    query.by === "model" ? part(cockpit.models(staff.recent, { ...filter, size: TOP })) : null,
  ]);
  return {
    ...(rows.data ?? NO_ROWS),
    top: top?.data?.records,
    query,
    failed: !rows.data,
    mayExport,
    url: url.pathname + url.search,
    dimensions: dimensions.data ?? [],
    info: info.data,
    explains: url.searchParams.has("formula"),
    columns: columnsDialogOf(url.searchParams),
    layout: readLayout(request.headers.get("Cookie")),
    problems: problemsOf([dimensions, info, rows, top]),
  };
}
export type Trade = Awaited<ReturnType<typeof loadTrade>>;

/** Keeps the columns that somebody chose; all three reports share a layout and forget it together. */
export async function keepColumns(request: Request, form: FormData) {
  const url = new URL(request.url);
  const { by } = tradeQuery(url);
  const kept = form.get("reset") ? {} : readLayout(request.headers.get("Cookie"));
  return saveColumnLayout({ url, form, table: tradeTables[by], kept });
}

const NAMES = {
  group: "getCocAmazonTradeReportByGroup",
  dept: "getCocAmazonTradeReportByDept",
  model: "getCocAmazonTradeReportByModel",
};

/** Call and query of the file of a report: the rows of the screen, all pages of them. */
export async function tradeFile(staff: Staff, url: URL): Promise<{ path: string; query: Query }> {
  const given = tradeQuery(url);
  const dimensions = await fetchDimensions(staff.recent);
  const { by, startMonth, endMonth, orderBy, order } = given;
  const filters = fitting(filtersOf(given), dimensions);
  return {
    path: `/cockpit/cocBusinessReport/${NAMES[by]}/export`,
    query: { ...filters, startMonth, endMonth, orderBy, order },
  };
}
