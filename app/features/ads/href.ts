import type { AdPart } from "~/erp/ads.server";
import { type Params, withParams } from "~/ui/url";
import { PART_NAMES } from "./query";

/** Another part of the report with the same filters; what belonged to this part alone is left behind. */
export const partHref = (url: string, part: AdPart, patch: Params = {}): string =>
  withParams(url, {
    ...Object.fromEntries(PART_NAMES.map((name) => [name, null])),
    tab: part === "report" ? null : part,
    ...patch,
  });

/** The file of what is shown: the same query, less its page. */
export function fileHref(url: string, part: AdPart): string {
  const query = withParams(url, { tab: null, metrics: null, current: null, size: null });
  return `/export/advertisement/${part}?${query.split("?")[1] ?? ""}`;
}
