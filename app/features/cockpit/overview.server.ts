import { keysOf } from "#documents/kit";
import type { Erp, Query } from "~/erp/client.server";
import { cockpit, fetchDimensions, type Rank } from "~/erp/cockpit.server";
import type { Staff } from "~/session/staff.server";
import { fitting } from "./cascade";
import { part, problemsOf } from "./part.server";
import { type Filters, filtersOf, type OverviewQuery, overviewQuery } from "./query";
import { ofDept, ofModel, ranksOf } from "./ranks";

export type CockpitQuery = OverviewQuery & { reportMonth: string };
type OverviewReader = Pick<Erp, "get">;

const PLACES = 10;

/** What stands below the filters that are set: the next step of a drill-down. */
export type Level = "division" | "dept" | "group" | "model" | "leaf";

export function levelOf({ divisionId, deptId, groupId, modelCode }: Filters): Level {
  if (modelCode) return "leaf";
  if (groupId) return "model";
  if (deptId) return "group";
  return divisionId ? "dept" : "division";
}

/** Places of the next level; groups have their own list with pages. */
async function nextLevel(erp: OverviewReader, query: CockpitQuery, filter: Query): Promise<Rank[]> {
  const { by } = query;
  switch (levelOf(query)) {
    case "division":
      return cockpit.divisionRanking(erp, { ...filter, orderBy: by });
    case "dept":
      return ranksOf(await cockpit.depts(erp, filter), by, ofDept);
    case "model": {
      const { order } = query;
      const page = await cockpit.models(erp, { ...filter, orderBy: by, order, size: PLACES });
      const whole = by === "income" ? page.summary?.mainBusinessIncome : page.summary?.netProfit;
      return ranksOf(page.records, by, ofModel, whole);
    }
    default:
      return [];
  }
}

/** Everything that the overview shows; calls run side by side, and what fails leaves the rest standing. */
export async function loadOverview(staff: Staff, request: Request) {
  const url = new URL(request.url);
  const given = overviewQuery(url);
  // Opening a drawer or turning a ranking round asks the same questions again: answers may be 15 s old.
  const erp = staff.recent;
  const [dimensions, info] = await Promise.all([part(fetchDimensions(erp)), part(cockpit.info(erp))]);
  const query: CockpitQuery = { ...given, ...fitting(filtersOf(given), dimensions.data ?? []) };
  const { reportMonth, by, order, current, group } = query;
  const filter: Query = { ...filtersOf(query), reportMonth };
  const groups = by === "income" ? cockpit.groupIncomeRanking : cockpit.groupNetProfitRanking;
  const year = Number(reportMonth.slice(0, 4));
  const parts = {
    year: part(cockpit.year(erp, { ...filter, year })),
    main: part(cockpit.main(erp, filter)),
    income: part(cockpit.income(erp, filter)),
    netProfit: part(cockpit.netProfit(erp, filter)),
    margin: part(cockpit.grossProfitPercent(erp, filter)),
    next: part(nextLevel(erp, query, filter)),
    regions: part(cockpit.regionRanking(erp, { ...filter, orderBy: by })),
    sites: part(cockpit.siteRanking(erp, { ...filter, orderBy: by })),
    groups: part(groups(erp, { ...filter, current, size: PLACES, order })),
    worst: part(cockpit.groupNetProfitRanking(erp, { ...filter, size: 1, order: "asc" })),
    group: group ? part(cockpit.group(erp, { ...filter, groupId: group })) : null,
  };
  const names = keysOf(parts);
  const done = await Promise.all(names.map((name) => parts[name]));
  const data = Object.fromEntries(names.map((name, i) => [name, done[i]?.data])) as {
    [K in keyof typeof parts]: NonNullable<Awaited<(typeof parts)[K]>>["data"];
  };
  return {
    ...data,
    query,
    url: url.pathname + url.search,
    level: levelOf(query),
    places: PLACES,
    dimensions: dimensions.data ?? [],
    info: info.data,
    explains: url.searchParams.has("formula"),
    problems: problemsOf([dimensions, info, ...done]),
  };
}
export type FeatureOverview = Awaited<ReturnType<typeof loadOverview>>;
