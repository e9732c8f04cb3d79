import { requireApprovedSuppliers } from "#backend/domain/supplier/usable";
import type { RuleContext } from "#backend/engine/documents";
import { difference, sameLines } from "#backend/engine/documents/writing/difference";
import { keep, lockAdvisory } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { DraftOf, LineDraft, LineOf, RowOf } from "#documents/kit";
import { sku, type skuFields } from "#documents/product/sku";
import { type Attrs, combinationText, readAttrs } from "../spu/specs";
import { requireBarcodes } from "./barcode";

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
  id?: string | undefined;
  spuId?: string | null;
  attrs?: unknown;
}

/** One SKU per combination of values within an SPU, under the locks of the SPUs. */
export async function requireAttrs({ sql, tenantId }: RuleContext, skus: readonly Specified[]) {
  if (!skus.length) return;
  const spus = await sql.query<{ id: string; status: string; spuCode: string }>(
    `select id, status, spu_code as "spuCode" from spu
     where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0 order by id ${keep(sql, "spu")}`,
    [skus.map(({ spuId }) => spuId), tenantId],
  );
  const byId = new Map(spus.map((spu) => [spu.id, spu]));
  const asked = skus.map(({ id = null, spuId, attrs }) => {
    const spu = byId.get(String(spuId ?? ""));
    if (!spu) throw invalidAt("spuId", "SPU不存在");
    if (!id && spu.status !== "enabled") throw conflict(`SPU ${spu.spuCode} 未启用`);
    return { id, spu: spu.id, attrs: readAttrs(attrs) };
  });
  const other = await sql.one<{ code: string; attrs: Attrs }>(
    `select k.sku_code as code, a.attrs from jsonb_to_recordset($1::jsonb) as a(id bigint, spu bigint, attrs jsonb),
       lateral (select sku_code from sku where spu_id = a.spu and del_flag = 0 and sku_type <> 'easy'
         and id is distinct from a.id and coalesce(attrs, '{}') = a.attrs limit 1) k
     limit 1`,
    [JSON.stringify(asked)],
  );
  if (other) throw conflict(`规格组合 ${combinationText(other.attrs) || "无"} 已存在SKU ${other.code}`);
  const each = new Set(asked.map(({ spu, attrs }) => `${spu} ${JSON.stringify(Object.entries(attrs).sort())}`));
  if (each.size < asked.length) throw conflict("规格组合重复");
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

/** Listings of living SKUs by these MSKUs, in capitals: scanned codes have an index of them. */
const listed = ({ sql, tenantId }: RuleContext, mskus: string[]) =>
  sql.query<{ id: string; storeId: string; msku: string; code: string }>(
    `select k.id, l.store_id as "storeId", upper(l.msku) as msku, k.sku_code as code
     from sku_listing l join sku k on k.id = l.sku_id
     where l.tenant_id = $1 and l.del_flag = 0 and k.del_flag = 0 and upper(l.msku) = any($2)`,
    [tenantId, mskus],
  );

const sitesOf = ({ sql }: RuleContext, rows: readonly ListingsDraft[]) =>
  sql.query<{ id: string; site: string }>(
    `select s.id, i.site_code as site from store s join site i on i.id = s.site_id
     where s.id = any($1::bigint[])`,
    [[...new Set(rows.map((r) => r.storeId))]],
  );

/** MSKU unique per store among living SKUs; fnsku only for AFN; the site is the store's. */
async function requireListings(
  c: RuleContext,
  skus: readonly { id?: string | undefined; listings: readonly ListingsDraft[] }[],
) {
  const all = skus.flatMap(({ listings }) => listings);
  if (!all.length) return;
  await lockAdvisory(c.sql, "platformSku");
  const sites = new Map((await sitesOf(c, all)).map(({ id, site }) => [id, site]));
  const capital = (r: ListingsDraft) => (r.msku ?? "").toUpperCase();
  const keyOf = (storeId: unknown, msku: string) => `${storeId}/${msku}`;
  const known = new Map<string, { id: string; code: string }[]>();
  for (const one of await listed(c, all.map(capital))) {
    const key = keyOf(one.storeId, one.msku);
    known.set(key, [...(known.get(key) ?? []), one]);
  }
  const together = new Map<string, number>();
  for (const [n, { id, listings }] of skus.entries())
    for (const [i, r] of listings.entries()) {
      const msku = capital(r);
      const key = keyOf(r.storeId, msku);
      if (together.has(key)) {
        if (together.get(key) !== n) throw conflict("不同SKU的MSKU重复");
        throw invalidAt(`listings.${i}.msku`, "同一店铺的MSKU重复");
      }
      together.set(key, n);
      const other = known.get(key)?.find((t) => t.id !== id);
      if (other) throw invalidAt(`listings.${i}.msku`, `MSKU已映射到SKU ${other.code}`);
      if (r.fnsku && r.fulfillmentChannel !== "AFN") throw invalidAt(`listings.${i}.fnsku`, "只有AFN可以填写FNSKU");
      r.site = sites.get(r.storeId ?? "") ?? null;
    }
}

type PricesDraft = LineDraft<typeof sku, "prices">;
type CheckLine = LineOf<typeof sku, "prices">;

/** Price ladder: one row per supplier, currency, start and quantity; exactly one is preferred. */
function requireLadder(rows: readonly PricesDraft[]) {
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
}

/** Suppliers that a save names anew, each at its line. */
function newSuppliers(rows: readonly PricesDraft[], before: readonly CheckLine[] = []) {
  const known = new Set(before.map((b) => b.supplierId));
  return rows.flatMap(({ supplierId }, line) =>
    supplierId && !known.has(supplierId) ? [{ id: supplierId, field: `prices.${line}.supplierId` }] : [],
  );
}

type CheckDraft = DraftOf<typeof sku>;
/** A saved SKU as both forms read it. */
type Saved = Pick<RowOf<typeof sku>, "id" | "version" | keyof typeof skuFields | "prices" | "listings" | "combo">;

function requireMeasures({ grossWeightG: gross, netWeightG: net }: CheckDraft) {
  if (gross && net && dec(gross).lt(dec(net))) throw invalidAt("grossWeightG", "毛重不能小于净重");
}

/** A save of a SKU, and what stood there before. */
interface CheckSave {
  next: CheckDraft;
  before?: Saved | undefined;
}

/**
 * Guards that every save of SKUs passes, by their own form, by the administrator's or by a file.
 * @throws Refusal for the first that is refused, and when two of several may not stand together
 */
export async function checkSkus(c: RuleContext, saves: readonly CheckSave[]) {
  const whole = saves.map(({ next, before }): CheckDraft & { id?: string | undefined } => {
    const one = { ...before, ...next, id: before?.id };
    if (one.skuType === "normal" && !one.spuId) throw invalidAt("spuId", "请选择SPU");
    requireMeasures(one);
    if (next.attrList) {
      next.attrs = attrsOf(next.attrList);
      one.attrs = next.attrs;
    }
    return one;
  });
  await requireBarcodes(
    c,
    saves.map(({ next, before }) => ({
      id: before?.id,
      barcode: next.barcode,
      codes: [next.skuCode, ...(next.listings ?? []).map(({ fnsku }) => fnsku)],
    })),
  );
  const kinds = await kindsOf(
    c,
    whole.flatMap(({ combo }) => combo ?? []),
  );
  for (const one of whole) requireCombo(one, kinds, one.id);
  const moved = saves.map(({ next, before }) => {
    const elsewhere = next.spuId !== undefined && next.spuId !== before?.spuId;
    return !before || elsewhere || next.attrs !== undefined;
  });
  await requireAttrs(
    c,
    whole.filter((one, i) => one.skuType === "normal" && moved[i]),
  );
  for (const { next } of saves) requireLadder(next.prices ?? []);
  await requireApprovedSuppliers(
    c,
    saves.flatMap(({ next, before }) => newSuppliers(next.prices ?? [], before?.prices)),
  );
  await requireListings(
    c,
    saves.map(({ next, before }) => ({ id: before?.id, listings: next.listings ?? [] })),
  );
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
