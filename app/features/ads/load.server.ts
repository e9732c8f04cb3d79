import { redirect } from "@remix-run/node";
import { z } from "zod";
import { type AdPart, type AdStore, type CampaignChange, fetchAdStores, fetchAds } from "~/erp/ads.server";
import { ErpError } from "~/erp/client.server";
import { id, text } from "~/erp/shapes";
import { columnsDialogOf } from "~/screens/frame/column-layout.server";
import { closeHref } from "~/screens/frame/href";
import type { Staff } from "~/session/staff.server";
import type { TableLayout } from "~/ui";
import { readLayout } from "~/ui/columns/layout";
import { callParams, canonical, partOf } from "./query";
import { type ReportZone, reportZone } from "./zone";

const PORTFOLIOS = "/advertisement/adportfolio/options";
const options = z.array(z.object({ id, label: text }));

/** Rows to choose from; none when this person may not list them: the filter is then left out. */
export const groupsOf = (staff: Staff) =>
  staff.recent
    .get("/basesetup/group/options", { schema: options })
    .then((rows) => rows.map((r) => ({ value: r.id, label: r.label })))
    .catch(() => []);

/** What the rows that a link named are called, by parameter. */
export async function namesOf(staff: Staff, query: Record<string, string>) {
  const { campaignId, portfolioId } = query;
  const of = { query: { ids: portfolioId }, schema: options };
  const [campaigns, portfolios] = await Promise.all([
    campaignId ? fetchAds(staff.erp, "change", { ...query, size: 1 }).catch(() => null) : null,
    portfolioId ? staff.recent.get(PORTFOLIOS, of).catch(() => []) : [],
  ]);
  return {
    campaignId: campaigns?.records[0]?.campaignName ?? "",
    portfolioId: portfolios.map((p) => p.label).join("、"),
  };
}

/**
 * The query of a part's call. A portfolio is typed by its name, and asked for by its id.
 * @throws ErpError 400 when there is none of that name
 */
export async function queryOf(staff: Staff, part: AdPart, params: URLSearchParams) {
  const query = callParams(part, params);
  const name = params.get("portfolio")?.trim();
  if (!name) return query;
  const [found] = await staff.recent.get(PORTFOLIOS, { query: { labels: name }, schema: options });
  const none = "没有这个广告组合";
  if (!found) throw new ErpError(none, 400, null, { portfolio: none });
  return { ...query, portfolioId: found.id };
}

type Answer<P extends AdPart> = Awaited<ReturnType<typeof fetchAds<P>>>;
/** What the backend answered for the part that is shown. */
export type AdData = { [P in AdPart]: { part: P; answer: Answer<P> } }[AdPart];

export interface AdsState {
  part: AdPart;
  /** Path and query as they are, dialogs included. */
  url: string;
  params: Record<string, string>;
  zone: ReportZone;
  stores: AdStore[];
  groups: { value: string; label: string }[];
  /** What the campaign and the portfolio of the address are called. */
  names: Record<string, string>;
  data: AdData | null;
  /** Campaigns whose spend moved most, for the figure of the changes. */
  top: CampaignChange[];
  /** What the backend refused; everything that was asked stays. */
  problem: { message: string; fields: Record<string, string> } | null;
  layout: TableLayout;
  columns: "choose" | "reset" | null;
  mayExport: boolean;
}

/** Stores of the caller's scope that the address names; all of them when it names none. */
function namedIn(params: URLSearchParams, stores: readonly AdStore[]): AdStore[] {
  const ids = params
    .getAll("profileIds")
    .flatMap((v) => v.split(","))
    .filter(Boolean);
  const named = stores.filter((s) => ids.includes(s.profileId));
  return named.length ? named : [...stores];
}

const FIGURE_ROWS = 10;

/** The campaigns of the figure are those of the first page unless that is sorted or turned. */
async function topOf(staff: Staff, data: AdData, query: Record<string, string>) {
  if (data.part !== "change") return [];
  const { orderBy, order, current, size, ...rest } = query;
  if (!orderBy && (current ?? "1") === "1" && data.answer.size >= FIGURE_ROWS)
    return data.answer.records.slice(0, FIGURE_ROWS);
  return (await fetchAds(staff.erp, "change", { ...rest, size: FIGURE_ROWS })).records;
}

/** What a refusal says; anything else is no answer to the form. */
function problemOf(error: unknown): NonNullable<AdsState["problem"]> {
  if (!(error instanceof ErpError) || error.outage || error.status === 403) throw error;
  return { message: error.message, fields: { ...error.fields } };
}

/**
 * The advertising report as its address describes it. An address without its periods leads on to the
 * one that names them, so that every page can be kept as a bookmark.
 */
export async function loadAds(staff: Staff, request: Request): Promise<AdsState> {
  const asIs = new URL(request.url);
  const stores = await fetchAdStores(staff.recent);
  const zone = reportZone(namedIn(asIs.searchParams, stores));
  const url = asIs.pathname + asIs.search;
  const right = canonical(url, zone.yesterday);
  if (right.length > 8000) throw Response.json({ message: "筛选条件过长" }, { status: 400 });
  if (right !== url) throw redirect(right);

  const params = asIs.searchParams;
  const part = partOf(params.get("tab"));
  const load = async (): Promise<Pick<AdsState, "data" | "top" | "problem">> => {
    try {
      const query = await queryOf(staff, part, params);
      const data = { part, answer: await fetchAds(staff.erp, part, query) } as AdData;
      return { data, top: await topOf(staff, data, query), problem: null };
    } catch (error) {
      return { data: null, top: [], problem: problemOf(error) };
    }
  };
  const [loaded, groups, names, mayExport] = await Promise.all([
    load(),
    groupsOf(staff),
    namesOf(staff, callParams("compared", params)),
    staff.can("ads_report_export"),
  ]);
  return {
    part,
    url,
    params: Object.fromEntries(params),
    zone,
    stores,
    groups,
    names,
    ...loaded,
    layout: readLayout(request.headers.get("Cookie")),
    columns: columnsDialogOf(params),
    mayExport,
  };
}

export const listUrl = (state: AdsState) => closeHref(state.url);
