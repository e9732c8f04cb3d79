import { requireSkus, skusOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec } from "#backend/platform/values";
import type { DraftOf, LineDraft } from "#documents/kit";
import type { cooperation } from "#documents/kol/cooperation";
import { ownerName } from "../star/transitions";
import type { Cooperation } from "./attribution";

type CooperationDraft = DraftOf<typeof cooperation>;
type Product = LineDraft<typeof cooperation, "products">;

interface Star {
  status: string;
  ownerId: string | null;
  shared: boolean;
  quoteCurrency: string;
  channelId: string | null;
  homepageUrl: string | null;
}

const starOf = ({ sql, tenantId }: RuleContext, { starId, platform }: CooperationDraft) =>
  sql.one<Star>(
    `select s.status, s.owner_id as "ownerId", s.shared, s.quote_currency as "quoteCurrency",
       h.id as "channelId", h.homepage_url as "homepageUrl"
     from star s left join lateral (select id, homepage_url from star_channel h
       where h.star_id = s.id and h.platform = $3 and h.del_flag = 0
       order by followers desc, id limit 1) h on true
     where s.id = $1 and s.tenant_id = $2 and s.del_flag = 0 ${keep(sql, "star", "share", "s")}`,
    [starId ?? null, tenantId, platform ?? null],
  );

/** @throws Refusal unless the star is the caller's, or shared, and known well enough */
async function requireStar(c: RuleContext, whole: CooperationDraft): Promise<Star> {
  const found = await starOf(c, whole);
  if (!found) throw invalidAt("starId", "请选择红人");
  const { status, ownerId, shared } = found;
  if (status === "blacklisted") throw conflict("红人已拉黑");
  if (status === "draft") throw conflict("红人未入库");
  if (status === "pool") throw conflict("请先认领该红人");
  if (ownerId !== c.caller.userId && !shared && c.caller.scope.kind !== "all")
    throw conflict(`该红人在保护期内，归属 ${await ownerName(c, ownerId)}`);
  if (!found.channelId) throw invalidAt("platform", "该红人没有此平台的渠道");
  return found;
}

/** Fees as the mode has them. @throws Refusal 400 at what lacks */
function feesOf({ coopMode, fixedFee, commissionRate, commissionCap }: CooperationDraft) {
  const fixed = coopMode === "fixed" || coopMode === "fixedPlus";
  const share = coopMode === "commission" || coopMode === "fixedPlus";
  if (fixed && !dec(fixedFee).gt(0)) throw invalidAt("fixedFee", "请输入固定费用");
  if (share && (commissionRate ?? "") === "") throw invalidAt("commissionRate", "请输入佣金比例");
  return {
    fixedFee: fixed ? fixedFee : "0",
    commissionRate: share ? commissionRate : null,
    commissionCap: share ? commissionCap : null,
  };
}

/** The store of a cooperation: its site and the currency in which it sells. */
async function storeOf({ sql, tenantId }: RuleContext, { storeId }: CooperationDraft) {
  const found = await sql.one<{ siteId: string; salesCurrency: string }>(
    `select t.site_id as "siteId", i.currency as "salesCurrency"
     from store t join site i on i.id = t.site_id where t.id = $1 and t.tenant_id = $2 and t.del_flag = 0`,
    [storeId ?? null, tenantId],
  );
  if (!found) throw invalidAt("storeId", "请选择店铺");
  return found;
}

/** Completes products by what the store sells. @throws Refusal 409 for a SKU that it does not */
async function completeProducts(c: RuleContext, storeId: unknown, products: readonly Product[]) {
  const listings = await c.sql.query<{ skuId: string; asin: string | null; msku: string }>(
    `select distinct on (sku_id) sku_id as "skuId", asin, msku from sku_listing
     where store_id = $1 and sku_id = any($2::bigint[]) and del_flag = 0 order by sku_id, id`,
    [storeId, products.map((p) => p.skuId)],
  );
  const skus = await skusOf(c, products);
  requireSkus(products, skus);
  for (const product of products) {
    const sku = skus.get(String(product.skuId));
    const listing = listings.find((l) => l.skuId === String(product.skuId));
    if (!listing) throw conflict(`SKU ${sku?.skuCode} 在该店铺没有平台SKU配对`);
    Object.assign(product, {
      asin: listing.asin,
      sellerSku: listing.msku,
      unitCostCny: sku?.purchasePrice ?? null,
      skuCode: sku?.skuCode,
      skuName: sku?.skuName,
    });
  }
  return products.map((p) => skus.get(String(p.skuId))?.skuCode).join(" ");
}

/** Completes a cooperation before it is written. */
export async function complete(c: RuleContext, next: CooperationDraft, before?: Cooperation): Promise<void> {
  const whole: CooperationDraft = { ...before, ...next };
  const found = await requireStar(c, whole);
  const fees = feesOf(whole);
  Object.assign(next, fees, await storeOf(c, whole), {
    channelId: found.channelId,
    homepageUrl: found.homepageUrl,
    feeCurrency: whole.feeCurrency ?? found.quoteCurrency,
    ownerId: before?.ownerId ?? c.caller.userId,
    promoCode: whole.promoCode?.toUpperCase() ?? null,
    payableAmount: fees.fixedFee,
  });
  const products = next.products ?? (next.storeId !== before?.storeId ? before?.products : undefined);
  if (!products) return;
  next.products = products.map((p) => ({ ...p }));
  next.skuCodes = await completeProducts(c, whole.storeId, next.products);
}
