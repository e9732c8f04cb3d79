import type { Sql } from "../../db/sql";
import type { Filter, Periods } from "./filter";

const LABELS: readonly [name: string, label: string][] = [
  ["adProduct", "广告类型"],
  ["productCode", "产品编码"],
  ["matchType", "匹配类型"],
  ["keyword", "关键词"],
  ["currency", "币种"],
  ["granularity", "粒度"],
  ["metric", "指标"],
  ["topN", "前"],
  ["flag", "变化"],
  ["quick", "筛选"],
];
const WORDS: Record<string, string> = {
  ...{ up: "上升", down: "下降", new: "新增", stopped: "停止" },
  ...{ noConversion: "花费无转化", aboveTarget: "ACOS高于目标" },
  ...{ day: "日", week: "周", month: "月" },
};

/** Words of a code that only the API speaks. */
export const wordOf = (code: unknown): string => WORDS[String(code)] ?? String(code);

const NAMES: readonly [
  name: "profileIds" | "groupId" | "portfolioId" | "campaignId",
  string,
  string,
][] = [
  [
    "profileIds",
    "店铺",
    "select store_name as name from store where tenant_id = $2 and ad_profile_id = any($1) order by id",
  ],
  [
    "groupId",
    "小组",
    "select group_name as name from ops_group where tenant_id = $2 and id = any($1::bigint[]) order by id",
  ],
  [
    "portfolioId",
    "广告组合",
    "select name from ad_portfolio where tenant_id = $2 and id = any($1::bigint[]) order by id",
  ],
  [
    "campaignId",
    "广告活动",
    "select campaign_name as name from ad_campaign where tenant_id = $2 and campaign_id = any($1::bigint[]) order by 1",
  ],
];

/** The filter in words, for the first line of a file. */
export async function filterWords(
  sql: Sql,
  tenantId: string,
  filter: Filter,
  { now, last }: Periods,
): Promise<string> {
  const parts = [`日期：${now.start} 至 ${now.end}`, `对比：${last.start} 至 ${last.end}`];
  for (const [name, label, text] of NAMES) {
    if (!filter[name].length) continue;
    const rows = await sql.query<{ name: string }>(text, [filter[name], tenantId]);
    parts.push(`${label}：${rows.map((r) => r.name).join("、") || filter[name].join("、")}`);
  }
  const given = new Map<string, unknown>(Object.entries(filter));
  for (const [name, label] of LABELS) {
    const values = [given.get(name)].flat().filter(Boolean);
    if (values.length) parts.push(`${label}：${values.map(wordOf).join("、")}`);
  }
  return parts.join("；");
}
