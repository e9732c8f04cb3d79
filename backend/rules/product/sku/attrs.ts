import { keep } from "../../../db/locks";
import type { RuleContext } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { at } from "../at";
import { type Attrs, combinationText, readAttrs } from "../spu/specs";

/** 颜色:黑色 lines as attributes. @throws Refusal 400 */
export function attrsOf(lines: readonly string[]): Attrs {
  const found: Attrs = Object.create(null);
  for (const line of lines) {
    const [, name, value] = /^([^:：]+)[:：](.+)$/.exec(line) ?? [];
    if (!name || !value) throw at("attrList", "规格每行须写成 规格名:规格值");
    if (name.trim() in found) throw at("attrList", "规格名重复");
    found[name.trim()] = value.trim();
  }
  return found;
}

/** Texts of the attributes, 颜色:黑色: what forms and lists show. */
export function showAttrs(rows: readonly { attrs: unknown; attrList?: string[] | null }[]): void {
  for (const row of rows)
    row.attrList = Object.entries(readAttrs(row.attrs)).map(([name, value]) => `${name}:${value}`);
}

interface Specified {
  spuId?: string | null;
  attrs?: unknown;
}

/** One SKU per combination of values within an SPU, under the lock of the SPU. */
export async function requireAttrs({ sql, tenantId }: RuleContext, sku: Specified, id?: string) {
  const spu = await sql.one<{ status: string; spuCode: string }>(
    `select status, spu_code as "spuCode" from spu
     where id = $1 and tenant_id = $2 and del_flag = 0 ${keep(sql, "spu")}`,
    [sku.spuId, tenantId],
  );
  if (!spu) throw at("spuId", "SPU不存在");
  if (!id && spu.status !== "enabled") throw conflict(`SPU ${spu.spuCode} 未启用`);
  const attrs = readAttrs(sku.attrs);
  const other = await sql.one<{ code: string }>(
    `select sku_code as code from sku where spu_id = $1 and del_flag = 0 and sku_type <> 'easy'
       and id is distinct from $2 and coalesce(attrs, '{}') = $3::jsonb limit 1`,
    [sku.spuId, id ?? null, JSON.stringify(attrs)],
  );
  if (other) throw conflict(`规格组合 ${combinationText(attrs) || "无"} 已存在SKU ${other.code}`);
}
