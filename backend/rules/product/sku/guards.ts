import { lockAdvisory } from "../../../db/advisory";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { requireApprovedSupplier } from "../../supplier/supplier";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** 颜色:黑色 lines as attributes. @throws Refusal 400 */
export function attrsOf(lines: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^([^:：]+)[:：](.+)$/.exec(line) ?? [];
    if (!name || !value) throw at("attrList", "规格每行须写成 规格名:规格值");
    if (name.trim() in found) throw at("attrList", "规格名重复");
    found[name.trim()] = value.trim();
  }
  return found;
}

/** Attributes as 颜色:黑色 lines. */
export const attrTexts = (attrs: unknown): string[] =>
  attrs && typeof attrs === "object"
    ? Object.entries(attrs).map(([name, value]) => `${name}:${value}`)
    : [];

/** One SKU per combination of values within an SPU, under the lock of the SPU. */
export async function requireAttrs({ sql, tenantId }: RuleContext, sku: Values, id?: string) {
  const spu = await sql.one<{ status: string; spuCode: string }>(
    `select status, spu_code as "spuCode" from spu
     where id = $1 and tenant_id = $2 and del_flag = 0 for no key update`,
    [sku.spuId, tenantId],
  );
  if (!spu) throw at("spuId", "SPU不存在");
  if (!id && spu.status !== "enabled") throw conflict(`SPU ${spu.spuCode} 未启用`);
  const attrs = (sku.attrs ?? {}) as Record<string, string>;
  const taken = await sql.one<{ code: string }>(
    `select sku_code as code from sku where spu_id = $1 and del_flag = 0 and sku_type <> 'easy'
       and id is distinct from $2 and coalesce(attrs, '{}') = $3::jsonb limit 1`,
    [sku.spuId, id ?? null, JSON.stringify(attrs)],
  );
  if (taken)
    throw conflict(`规格组合 ${Object.values(attrs).join("/") || "无"} 已存在SKU ${taken.code}`);
}

/** Price ladder: one row per supplier, currency, start and quantity; exactly one is preferred. */
export async function requirePrices(c: RuleContext, rows: Values[] | undefined, before: Row[]) {
  if (!rows?.length) return;
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    if (r.validFrom && r.validTo && String(r.validTo) < String(r.validFrom))
      throw at(`prices.${i}.validTo`, "有效期止不能早于有效期起");
    const key = [r.supplierId, r.currency, r.validFrom ?? "", r.minQty].join("/");
    if (seen.has(key)) throw at(`prices.${i}.minQty`, "同一供应商、币种和有效期的起订量重复");
    seen.add(key);
  }
  if (rows.filter((r) => r.isDefault).length !== 1) throw at("prices", "首选报价须有且只有一行");
  const known = new Set(before.map((b) => String(b.supplierId)));
  const fresh = [...new Set(rows.map((r) => String(r.supplierId)))].sort();
  for (const id of fresh)
    if (!known.has(id)) {
      const line = rows.findIndex((r) => String(r.supplierId) === id);
      await requireApprovedSupplier(c, id, `prices.${line}.supplierId`);
    }
}

/** MSKU unique per store among living SKUs; fnsku only for AFN; the site is the store's. */
export async function requireListings(c: RuleContext, rows: Values[] | undefined, id?: string) {
  if (!rows?.length) return;
  await lockAdvisory(c.sql, "platformSku");
  const stores = await c.sql.query<{ id: string; site: string }>(
    `select s.id, i.site_code as site from store s join site i on i.id = s.site_id
     where s.id = any($1::bigint[])`,
    [rows.map((r) => r.storeId)],
  );
  const taken = await c.sql.query<{ storeId: string; msku: string; code: string }>(
    `select l.store_id as "storeId", lower(l.msku) as msku, k.sku_code as code
     from sku_listing l join sku k on k.id = l.sku_id
     where l.tenant_id = $1 and l.del_flag = 0 and k.del_flag = 0 and k.id is distinct from $2
       and lower(l.msku) = any($3)`,
    [c.tenantId, id ?? null, rows.map((r) => String(r.msku).toLowerCase())],
  );
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    const msku = String(r.msku).toLowerCase();
    const key = `${r.storeId}/${msku}`;
    if (seen.has(key)) throw at(`listings.${i}.msku`, "同一店铺的MSKU重复");
    seen.add(key);
    const other = taken.find((t) => t.storeId === String(r.storeId) && t.msku === msku);
    if (other) throw at(`listings.${i}.msku`, `MSKU已映射到SKU ${other.code}`);
    if (r.fnsku && r.fulfillmentChannel !== "AFN")
      throw at(`listings.${i}.fnsku`, "只有AFN可以填写FNSKU");
    r.site = stores.find((s) => s.id === String(r.storeId))?.site ?? null;
  }
}

/** Parts of a combination: plain SKUs, not itself, none twice; others have no parts. */
export async function requireCombo(c: RuleContext, sku: Values, id?: string, whole = false) {
  const rows = (sku.combo ?? []) as Values[];
  if (sku.skuType !== "combo") {
    if (rows.length) throw at("combo", "只有组合SKU可以填写组合成分");
    return;
  }
  if (whole && !rows.length) throw at("combo", "组合SKU至少要有一行组合成分");
  const children = await c.sql.query<{ id: string; skuType: string }>(
    `select id, sku_type as "skuType" from sku where id = any($1::bigint[]) order by id for share`,
    [rows.map((r) => r.childSkuId)],
  );
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    const child = children.find((k) => k.id === String(r.childSkuId));
    const path = `combo.${i}.childSkuId`;
    if (String(r.childSkuId) === id) throw at(path, "组合成分不能是它自己");
    if (child?.skuType === "combo") throw at(path, "组合成分不能是组合SKU");
    if (seen.has(String(r.childSkuId))) throw at(path, "组合成分重复");
    seen.add(String(r.childSkuId));
  }
}
