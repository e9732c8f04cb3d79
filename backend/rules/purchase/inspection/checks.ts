import type { RuleContext } from "../../../documents/rules";

/** Most checks of one SKU. */
const MOST = 20;

/** One check for each line of a standard: what stands before a colon is what is looked at. */
export function checksOf(standard: string): { item: string; standard: string }[] {
  const lines = standard.split(/\r?\n/).map((l) => l.trim());
  return lines
    .filter(Boolean)
    .slice(0, MOST)
    .map((line) => {
      const [, item, rest] = /^([^:：]{1,30})[:：]\s*(.+)$/.exec(line) ?? [];
      return { item: item ?? "外观与功能", standard: rest ?? line };
    });
}

/** What is to be checked of these SKUs: their own standard, else that of their SPU (supply.md 1). */
export async function checksFor({ sql }: RuleContext, skuIds: readonly string[]) {
  const rows = await sql.query<{ skuCode: string; text: string | null }>(
    `select k.sku_code as "skuCode",
       coalesce(nullif(k.qc_standard, ''), (select p.qc_standard from spu p where p.id = k.spu_id)) as text
     from sku k where k.id = any($1::bigint[]) order by array_position($1::bigint[], k.id)`,
    [[...new Set(skuIds)]],
  );
  return rows.flatMap((r) =>
    checksOf(r.text ?? "").map((check) => ({ skuCode: r.skuCode, ...check })),
  );
}
