import { z } from "zod";
import { type RuleContext, type RuleValues, visible } from "#backend/engine/documents";
import type { Sql } from "#backend/platform/db";
import { type Caller, type Endpoint, endpoint } from "#backend/platform/http";
import { today } from "#backend/platform/values";
import { permissionOf } from "#documents/kit";
import { voc } from "#documents/service/voc";

/** By what complaints are counted. */
const GROUPS = { category: "t.category2", sku: "t.sku_id::text", month: "m.month" } as const;

export interface StatAsked {
  startDate?: string;
  endDate?: string;
  siteCode?: string;
}

const MOST = 1000;
const DAY = "(t.create_time at time zone 'Asia/Shanghai')";
const FROM = `from voc t cross join lateral (select to_char(${DAY}, 'YYYY-MM') as month) m
  left join sku k on k.id = t.sku_id left join site i on i.id = t.site_id
  left join sys_dict_item d on d.tenant_id = t.tenant_id and d.dict_type = 'voc_category'
    and d.value = t.category2 and d.del_flag = 0`;

/** What was handed in and not taken back, as far as the caller may see it. */
function told(caller: Caller, { startDate, endDate, siteCode }: StatAsked) {
  const where = visible(voc, caller).and("t.status not in ('draft', 'cancelled')");
  if (startDate) where.and(`${DAY}::date >= ?::date`, startDate);
  if (endDate) where.and(`${DAY}::date <= ?::date`, endDate);
  if (siteCode) where.and("i.site_code = ?", siteCode);
  return where;
}

export interface StatCounted {
  key: string;
  label: string;
  count: number;
  affectedQty: number;
}

/** Complaints and pieces by category, SKU or month, the most first (months in their order). */
export function counted(
  { sql, caller }: { sql: Sql; caller: Caller },
  by: keyof typeof GROUPS,
  asked: StatAsked,
  most = MOST,
): Promise<StatCounted[]> {
  const where = told(caller, asked);
  const label = { category: "max(d.label)", sku: "max(k.sku_code)", month: "max(m.month)" }[by];
  return sql.query<StatCounted>(
    `select ${GROUPS[by]} as key, coalesce(${label}, ${GROUPS[by]}) as label, count(*)::int as count,
       coalesce(sum(t.affected_qty), 0)::int as "affectedQty"
     ${FROM} where ${where} group by ${GROUPS[by]}
     order by ${by === "month" ? "1" : "count(*) desc, 1"} limit ${most}`,
    where.values,
  );
}

const MONTHS = 6;
const SKUS = 10;
const KINDS = 5;

/** The first day of the month that lies so many months back. */
function monthsBack(months: number): string {
  const [year = 0, month = 1] = today().split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
}

/** What the list shows above its rows: complaints of the last months by category, and whose they are most. */
export async function overview(c: RuleContext): Promise<RuleValues> {
  const asked = { startDate: monthsBack(MONTHS - 1) };
  const [kinds, skus, months] = [
    await counted(c, "category", asked),
    await counted(c, "sku", asked, SKUS),
    Array.from({ length: MONTHS }, (_, i) => monthsBack(MONTHS - 1 - i).slice(0, 7)),
  ];
  const where = told(c.caller, asked);
  const cells = await c.sql.query<{ key: string; month: string; count: number }>(
    `select t.category2 as key, m.month, count(*)::int as count ${FROM} where ${where} group by 1, 2`,
    where.values,
  );
  const shown = kinds.slice(0, KINDS);
  const countOf = (keys: readonly string[], month: string) =>
    cells.reduce((sum, cell) => sum + (cell.month === month && keys.includes(cell.key) ? cell.count : 0), 0);
  const series = (keys: readonly string[]) => months.map((month) => countOf(keys, month));
  const rest = kinds.slice(KINDS).map((k) => k.key);
  return {
    from: asked.startDate,
    total: kinds.reduce((sum, k) => sum + k.count, 0),
    months,
    skus,
    categories: [
      ...shown.map(({ key, label }) => ({ key, label, counts: series([key]) })),
      ...(rest.length ? [{ key: "rest", label: "其他", counts: series(rest) }] : []),
    ],
  };
}

const day = z.iso.date("日期格式不正确").optional();

/** `GET {api}/stat`: complaints that the caller sees, by category, SKU or month. */
const stat = endpoint({
  tag: voc.label,
  path: `${voc.api}/stat`,
  title: "客户之声统计",
  permission: permissionOf(voc, "view"),
  fromStandby: true,
  query: z.object({
    startDate: day,
    endDate: day,
    siteCode: z.string().max(10).optional(),
    groupBy: z.enum(["category", "sku", "month"], "请选择统计方式").default("category"),
  }),
  response: z.object({
    total: z.int(),
    rows: z.array(z.object({ key: z.string(), label: z.string(), count: z.int(), affectedQty: z.int() })),
  }),
  async handle({ db, caller, query: { groupBy, ...asked } }) {
    const rows = await counted({ sql: db, caller }, groupBy, asked);
    return { total: rows.reduce((sum, r) => sum + r.count, 0), rows };
  },
});

export const vocEndpoints: Endpoint[] = [stat];
