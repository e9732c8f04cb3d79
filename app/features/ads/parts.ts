import type { AdPart } from "~/erp/ads.server";
import { SHARED_NAMES } from "./query";

const ROWS = ["orderBy", "order", "current", "size"];

/** The six parts of the report page: label, and what its call takes beside the shared filters. */
export const AD_PARTS: Record<AdPart, { label: string; takes: readonly string[] }> = {
  report: { label: "广告报表", takes: ["granularity"] },
  compared: { label: "数据对比", takes: [] },
  listing: { label: "产品列表", takes: ROWS },
  change: { label: "活动变化", takes: [...ROWS, "flag", "quick"] },
  keyword: { label: "关键词变化", takes: [...ROWS, "flag", "quick"] },
  wordcloud: { label: "词云", takes: ["metric", "topN"] },
};

/** The part that an address shows; the report unless it names another. */
export const partOf = (tab: string | null | undefined): AdPart =>
  tab && Object.hasOwn(AD_PARTS, tab) ? (tab as AdPart) : "report";

/** What of an address the call of its part is asked with. */
export function callParams(part: AdPart, params: URLSearchParams): Record<string, string> {
  const names = [...SHARED_NAMES, ...AD_PARTS[part].takes];
  return Object.fromEntries(names.map((n) => [n, params.get(n) ?? ""]).filter(([, v]) => v));
}
