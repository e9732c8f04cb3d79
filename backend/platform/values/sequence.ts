import type { Sql } from "../db/sql";
import { invalid } from "../http/refusal";

/**
 * Next document number `{prefix}{yyMMdd}{4 digits}` of the business date in Asia/Shanghai, counted
 * per tenant, prefix and date (supply.md 0.6). Gaps are possible, reuse is not; after 9999 five digits.
 * The counter row stays locked until the caller's transaction ends.
 */
export async function nextNumber(sql: Sql, prefix: string, tenantId: string): Promise<string> {
  const [no = ""] = await nextNumbers(sql, prefix, tenantId, 1);
  return no;
}

/** The next so many numbers, in their order. */
export async function nextNumbers(sql: Sql, prefix: string, tenantId: string, count: number): Promise<string[]> {
  if (!count) return [];
  const row = await sql.one<{ day: string; val: number }>(
    `insert into doc_sequence as s (tenant_id, prefix, biz_date, val)
     values ($1, $2, (now() at time zone 'Asia/Shanghai')::date, $3)
     on conflict (tenant_id, prefix, biz_date) do update set val = s.val + $3
     returning to_char(biz_date, 'YYMMDD') as day, val`,
    [tenantId, prefix, count],
  );
  if (!row) throw new Error(`no number of ${prefix}`);
  return Array.from({ length: count }, (_, i) => {
    const serial = row.val - count + 1 + i;
    return `${prefix}${row.day}${String(serial).padStart(4, "0")}`;
  });
}

/**
 * A number that `nextNumber` gave out before the document was saved.
 * @throws Refusal 400 when it never did
 */
export async function claimNumber(sql: Sql, prefix: string, tenantId: string, no: string): Promise<string> {
  const [, day, serial] = new RegExp(`^${prefix}(\\d{6})(\\d{4,6})$`).exec(no) ?? [];
  const row =
    day &&
    (await sql.one<{ val: number }>(
      `select val from doc_sequence where tenant_id = $1 and prefix = $2
         and to_char(biz_date, 'YYMMDD') = $3`,
      [tenantId, prefix, day],
    ));
  if (!row || Number(serial) < 1 || Number(serial) > row.val)
    throw invalid("单号不是系统分配的", { no: "单号不是系统分配的" });
  return no;
}
