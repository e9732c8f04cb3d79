import { z } from "zod";
import { type AdPart, fetchAds } from "~/erp/ads.server";
import { ErpError } from "~/erp/client.server";
import { id, text } from "~/erp/shapes";
import type { Staff } from "~/session/staff.server";
import { callParams } from "./parts";

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
