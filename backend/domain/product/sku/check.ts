import { requireApprovedSupplier } from "#backend/domain/supplier/usable";
import type { RuleContext } from "#backend/engine/documents";
import { difference, sameLines } from "#backend/engine/documents/writing/difference";
import { keep, lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { DraftOf, LineDraft, LineOf, RowOf } from "#documents/kit";
import { sku, type skuFields } from "#documents/product/sku";
import { type Attrs, combinationText, readAttrs } from "../spu/specs";
import { requireBarcode } from "./barcode";

/** 颜色:黑色 lines as attributes. @throws Refusal 400 */
export function attrsOf(lines: readonly string[]): Attrs {
  const found: Attrs = Object.create(null);
  for (const line of lines) {
    const [, name, value] = /^([^:：]+)[:：](.+)$/.exec(line) ?? [];
    if (!name || !value) throw invalidAt("attrList", "规格每行须写成 规格名:规格值");
    if (name.trim() in found) throw invalidAt("attrList", "规格名重复");
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
  if (!spu) throw invalidAt("spuId", "SPU不存在");
  if (!id && spu.status !== "enabled") throw conflict(`SPU ${spu.spuCode} 未启用`);
  const attrs = readAttrs(sku.attrs);
  const other = await sql.one<{ code: string }>(
    `select sku_code as code from sku where spu_id = $1 and del_flag = 0 and sku_type <> 'easy'
       and id is distinct from $2 and coalesce(attrs, '{}') = $3::jsonb limit 1`,
    [sku.spuId, id ?? null, JSON.stringify(attrs)],
  );
  if (other) throw conflict(`规格组合 ${combinationText(attrs) || "无"} 已存在SKU ${other.code}`);
}

interface CheckPart {
  childSkuId?: string | null;
}

interface CheckWhole {
  skuType?: string | null;
  combo?: readonly CheckPart[];
}

/** Kinds of the SKUs that a combination is made of, by id; they stay as they are. */
export async function kindsOf({ sql }: RuleContext, parts: readonly CheckPart[] = []): Promise<Map<string, string>> {
  if (!parts.length) return new Map();
  const rows = await sql.query<{ id: string; skuType: string }>(
    `select id, sku_type as "skuType" from sku where id = any($1::bigint[])
     order by id ${keep(sql, "sku", "share")}`,
    [parts.map((p) => p.childSkuId)],
  );
  return new Map(rows.map((r) => [r.id, r.skuType]));
}

/**
 * Parts of a combination: plain SKUs, not itself, none twice; others have no parts.
 * @throws Refusal 400
 */
export function requireCombo({ skuType, combo = [] }: CheckWhole, kinds: ReadonlyMap<string, string>, id?: string) {
  if (skuType !== "combo") {
    if (combo.length) throw invalidAt("combo", "只有组合SKU可以填写组合成分");
    return;
  }
  const seen = new Set<string>();
  for (const [i, { childSkuId }] of combo.entries()) {
    const path = `combo.${i}.childSkuId`;
    const child = childSkuId ?? "";
    if (child === id) throw invalidAt(path, "组合成分不能是它自己");
    if (kinds.get(child) === "combo") throw invalidAt(path, "组合成分不能是组合SKU");
    if (seen.has(child)) throw invalidAt(path, "组合成分重复");
    seen.add(child);
  }
}

type ListingsDraft = LineDraft<typeof sku, "listings">;

/** Listings of other living SKUs by these MSKUs, in capitals: scanned codes have an index of them. */
const others = ({ sql, tenantId }: RuleContext, mskus: string[], id: string | undefined) =>
  sql.query<{ storeId: string; msku: string; code: string }>(
    `select l.store_id as "storeId", upper(l.msku) as msku, k.sku_code as code
     from sku_listing l join sku k on k.id = l.sku_id
     where l.tenant_id = $1 and l.del_flag = 0 and k.del_flag = 0 and k.id is distinct from $2
       and upper(l.msku) = any($3)`,
    [tenantId, id ?? null, mskus],
  );

const sitesOf = ({ sql }: RuleContext, rows: readonly ListingsDraft[]) =>
  sql.query<{ id: string; site: string }>(
    `select s.id, i.site_code as site from store s join site i on i.id = s.site_id
     where s.id = any($1::bigint[])`,
    [rows.map((r) => r.storeId)],
  );

/** MSKU unique per store among living SKUs; fnsku only for AFN; the site is the store's. */
async function requireListings(c: RuleContext, rows: readonly ListingsDraft[], id?: string) {
  if (!rows.length) return;
  await lockAdvisory(c.sql, "platformSku");
  const stores = await sitesOf(c, rows);
  const capital = (r: ListingsDraft) => (r.msku ?? "").toUpperCase();
  const known = await others(c, rows.map(capital), id);
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    const msku = capital(r);
    const key = `${r.storeId}/${msku}`;
    if (seen.has(key)) throw invalidAt(`listings.${i}.msku`, "同一店铺的MSKU重复");
    seen.add(key);
    const other = known.find((t) => t.storeId === r.storeId && t.msku === msku);
    if (other) throw invalidAt(`listings.${i}.msku`, `MSKU已映射到SKU ${other.code}`);
    if (r.fnsku && r.fulfillmentChannel !== "AFN") throw invalidAt(`listings.${i}.fnsku`, "只有AFN可以填写FNSKU");
    r.site = stores.find((s) => s.id === r.storeId)?.site ?? null;
  }
}

type PricesDraft = LineDraft<typeof sku, "prices">;
type CheckLine = LineOf<typeof sku, "prices">;

/** Price ladder: one row per supplier, currency, start and quantity; exactly one is preferred. */
async function requirePrices(c: RuleContext, rows: readonly PricesDraft[], before: readonly CheckLine[] = []) {
  if (!rows.length) return;
  const seen = new Set<string>();
  for (const [i, r] of rows.entries()) {
    if (r.validFrom && r.validTo && r.validTo < r.validFrom)
      throw invalidAt(`prices.${i}.validTo`, "有效期止不能早于有效期起");
    const key = [r.supplierId, r.currency, r.validFrom ?? "", r.minQty].join("/");
    if (seen.has(key)) throw invalidAt(`prices.${i}.minQty`, "同一供应商、币种和有效期的起订量重复");
    seen.add(key);
  }
  if (rows.filter((r) => r.isDefault).length !== 1) throw invalidAt("prices", "首选报价须有且只有一行");
  const known = new Set(before.map((b) => b.supplierId));
  const fresh = rows.flatMap(({ supplierId }, line) =>
    supplierId && !known.has(supplierId) ? [{ supplierId, line }] : [],
  );
  fresh.sort((a, b) => a.supplierId.localeCompare(b.supplierId) || a.line - b.line);
  for (const { supplierId, line } of fresh) await requireApprovedSupplier(c, supplierId, `prices.${line}.supplierId`);
}

type CheckDraft = DraftOf<typeof sku>;
/** A saved SKU as both forms read it. */
type Saved = Pick<RowOf<typeof sku>, "id" | "version" | keyof typeof skuFields | "prices" | "listings" | "combo">;

function requireMeasures({ grossWeightG: gross, netWeightG: net }: CheckDraft) {
  if (gross && net && dec(gross).lt(dec(net))) throw invalidAt("grossWeightG", "毛重不能小于净重");
}

/** Guards that every save of a SKU passes, by its own form or by the administrator's. */
export async function checkSku(c: RuleContext, next: CheckDraft, before?: Saved) {
  const whole: CheckDraft = { ...before, ...next };
  if (whole.skuType === "normal" && !whole.spuId) throw invalidAt("spuId", "请选择SPU");
  requireMeasures(whole);
  await requireBarcode(c, next.barcode, before?.id);
  if (next.attrList) {
    next.attrs = attrsOf(next.attrList);
    whole.attrs = next.attrs;
  }
  requireCombo(whole, await kindsOf(c, whole.combo), before?.id);
  const elsewhere = next.spuId !== undefined && next.spuId !== before?.spuId;
  const moved = !before || elsewhere || next.attrs !== undefined;
  if (whole.skuType === "normal" && moved) await requireAttrs(c, whole, before?.id);
  await requirePrices(c, next.prices ?? [], before?.prices);
  await requireListings(c, next.listings ?? [], before?.id);
}

/** Fields that a save changes; lines that are sent back as they were count as none. */
export function changedOf(before: Saved, next: CheckDraft): string[] {
  const { prices, listings, combo, ...fields } = next;
  const changed = Object.keys(difference(sku, before, fields));
  const { lines } = sku;
  if (prices && !sameLines(lines.prices, before.prices, prices)) changed.push("prices");
  if (listings && !sameLines(lines.listings, before.listings, listings)) changed.push("listings");
  if (combo && !sameLines(lines.combo, before.combo, combo)) changed.push("combo");
  return changed;
}
