import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { readAttrs } from "./specs";

/** SKUs of an SPU, easy ones too, as they stay until the transaction ends. */
export async function skusOfSpu({ sql }: RuleContext, spuId: string) {
  const rows = await sql.query<{ id: string; skuCode: string; status: string; skuType: string; attrs: unknown }>(
    `select id, sku_code as "skuCode", status, sku_type as "skuType", attrs from sku
     where spu_id = $1 and del_flag = 0 order by id ${keep(sql, "sku")}`,
    [spuId],
  );
  return rows.map((row) => ({ ...row, attrs: readAttrs(row.attrs) }));
}

export type SkuOfSpu = Awaited<ReturnType<typeof skusOfSpu>>[number];

/** Those that a specification makes: easy SKUs merely hang on an SPU. */
export const specified = (skus: readonly SkuOfSpu[]) => skus.filter((s) => s.skuType !== "easy");

/** Has the SPU a SKU of its own? The SPU is locked, so none comes meanwhile. */
export const hasSkus = async ({ sql }: RuleContext, spuId: string): Promise<boolean> =>
  !!(await sql.one("select 1 from sku where spu_id = $1 and sku_type <> 'easy' and del_flag = 0 limit 1", [spuId]));

/** Recounts the SKUs of SPUs. */
export const recount = ({ sql }: RuleContext, ids: readonly (string | null | undefined)[]) =>
  sql.query(
    `update spu set sku_count =
       (select count(*) from sku where spu_id = spu.id and del_flag = 0 and sku_type <> 'easy')
     where id = any($1::bigint[])`,
    [[...new Set(ids)].filter(Boolean).sort()],
  );
