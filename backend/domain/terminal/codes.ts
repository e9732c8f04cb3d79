import type { Context } from "#backend/platform/http/context";

export interface Sku {
  id: string;
  code: string;
  name: string;
}

/** Codes as scanners and people give them. */
export const plain = (code: string): string => code.normalize("NFKC").trim().toUpperCase();

/** `12*CODE`: twelve of it. */
export function counted(typed: string, qty: number): { code: string; qty: number } {
  const [, times, code] = /^(\d{1,5})[*×](.+)$/.exec(plain(typed)) ?? [];
  return code ? { code: code.trim(), qty: Math.max(1, Number(times)) * qty } : { code: plain(typed), qty };
}

/** The SKU that a code names: its own, a barcode, an FNSKU or an MSKU. */
export function skuOf({ sql, tenantId }: Context, code: string): Promise<Sku | undefined> {
  return sql.one<Sku>(
    `select id, sku_code as code, name from sku
     where tenant_id = $1 and del_flag = 0 and (upper(sku_code) = $2 or upper(barcode) = $2)
     union all
     select k.id, k.sku_code, k.name from sku_listing l join sku k on k.id = l.sku_id
     where k.tenant_id = $1 and k.del_flag = 0 and l.del_flag = 0
       and (upper(l.fnsku) = $2 or upper(l.msku) = $2)
     limit 1`,
    [tenantId, code],
  );
}

/** What scanners read of these SKUs, by id. */
export async function codesOf(
  { sql }: Context,
  skuIds: readonly string[],
): Promise<ReadonlyMap<string, Sku & { codes: string[] }>> {
  const rows = await sql.query<Sku & { codes: string[] }>(
    `select k.id, k.sku_code as code, k.name, array(
       select distinct upper(x) from unnest(array[k.sku_code, k.barcode] || array(
         select unnest(array[l.fnsku, l.msku]) from sku_listing l
         where l.sku_id = k.id and l.del_flag = 0)) x where x <> '') as codes
     from sku k where k.id = any($1::bigint[])`,
    [[...new Set(skuIds)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
