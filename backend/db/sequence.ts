import type { Sql } from "./sql";

/**
 * Next document number `{prefix}{yyMMdd}{4 digits}` of the business date in Asia/Shanghai, counted
 * per tenant, prefix and date (supply.md 0.6). Gaps are possible, reuse is not; after 9999 five digits.
 * The counter row stays locked until the caller's transaction ends.
 */
export async function nextNumber(sql: Sql, prefix: string, tenantId: string): Promise<string> {
  const row = await sql.one<{ day: string; val: number }>(
    `insert into doc_sequence as s (tenant_id, prefix, biz_date, val)
     values ($1, $2, (now() at time zone 'Asia/Shanghai')::date, 1)
     on conflict (tenant_id, prefix, biz_date) do update set val = s.val + 1
     returning to_char(biz_date, 'YYMMDD') as day, val`,
    [tenantId, prefix],
  );
  return `${prefix}${row!.day}${String(row!.val).padStart(4, "0")}`;
}
