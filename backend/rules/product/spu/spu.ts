import type { DraftOf } from "#documents/kit";
import { sku } from "#documents/product/sku";
import { spu } from "#documents/product/spu";
import { keep } from "../../../db/locks";
import { moveTo } from "../../../documents/lifecycle/move";
import type { RuleContext } from "../../../documents/rules";
import { rules, transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { busySku } from "../../in-use";
import { requireApprovedSupplier } from "../../supplier/usable";
import { at } from "../at";
import { requireLeaf } from "../category";
import { showSpuStock } from "../stock/spu";
import { tellStopped } from "../stop/notice";
import { stillBusy } from "../stop/stop";
import { generateSku } from "./generate";
import { matrixOf, tabsOf } from "./page";
import { hasSkus, skusOfSpu, specified } from "./skus";
import { requireSpecs } from "./specs";

type Draft = DraftOf<typeof spu>;

/** The product of an SPU, which stays as it is. */
const productOf = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.one<{ status: string; categoryId: string; brandId: string | null }>(
    `select status, category_id as "categoryId", brand_id as "brandId" from product
     where id = $1 and tenant_id = $2 and del_flag = 0 ${keep(sql, "product", "share")}`,
    [id, tenantId],
  );

/** Counts the SPUs of products anew. */
const recountProducts = ({ sql }: RuleContext, ids: readonly (string | null | undefined)[]) =>
  sql.query(
    `update product p set spu_count =
       (select count(*) from spu where product_id = p.id and del_flag = 0)
     where id = any($1::bigint[])`,
    [ids.filter(Boolean)],
  );

async function takeOver(c: RuleContext, next: Draft, productId: string) {
  const product = await productOf(c, productId);
  if (product?.status !== "approved") throw conflict("产品未立项");
  next.categoryId ??= product.categoryId;
  next.brandId ??= product.brandId;
}

const enable = transition(spu, "enable", {
  lock: async (c, row) => ({ product: await productOf(c, row.productId) }),
  guard: ({ product }) => product?.status !== "approved" && "产品未立项",
});

const disable = transition(spu, "disable", {
  async lockFirst(c, id) {
    await skusOfSpu(c, id);
  },
  async lock(c, row) {
    const skus = await skusOfSpu(c, row.id);
    return {
      skus,
      busy: await busySku(
        c,
        skus.map((s) => s.id),
      ),
    };
  },
  guard: stillBusy,
  async effect(c, { row, skus }) {
    const ids = specified(skus).flatMap((s) => (s.status === "approved" ? [s.id] : []));
    await tellStopped(c, ids);
    await c.sql.query(
      `update sku set sale_status = 'stopped', version = version + 1
       where spu_id = $1 and sku_type <> 'easy' and del_flag = 0`,
      [row.id],
    );
    await moveTo(c, sku, ids, "stopped", "SPU停用");
  },
});

const del = transition(spu, "del", {
  lock: async (c, row) => ({ named: await hasSkus(c, row.id) }),
  guard: ({ named }) => named && "SPU下已有SKU，不能删除",
  async effect(c, { row }) {
    await recountProducts(c, [row.productId]);
  },
});

/** SPU (supply.md 1). */
export const spuRules = rules(spu, {
  enrich: ({ sql }, rows) => showSpuStock(sql, rows),
  async enrichOne(c, row) {
    Object.assign(row, {
      matrix: await matrixOf(c, row.id, row.specs),
      tabs: await tabsOf(c, row.id),
    });
  },
  async prefill({ sql }, from) {
    const [productId] = from.productId ?? [];
    if (!productId) return {};
    const row = await sql.one(
      `select id as "productId", no as "productName", name_cn as name, name_en as "nameEn",
         category_id as "categoryId", brand_id as "brandId"
       from product where id = $1`,
      [productId],
    );
    return row ?? {};
  },
  async beforeSave(c, next, before) {
    const whole: Draft = { ...before, ...next };
    if (next.productId && next.productId !== before?.productId)
      await takeOver(c, next, next.productId);
    if (before && next.spuCode && next.spuCode !== before.spuCode && (await hasSkus(c, before.id)))
      throw at("spuCode", "已生成SKU，SPU编码不能修改");
    if (next.categoryId && next.categoryId !== before?.categoryId)
      await requireLeaf(c, next.categoryId);
    if (!whole.modelCode) next.modelCode = whole.spuCode;
    if (next.defaultSupplierId && next.defaultSupplierId !== before?.defaultSupplierId)
      await requireApprovedSupplier(c, next.defaultSupplierId, "defaultSupplierId");
    if (next.specs) requireSpecs(next.specs);
  },
  async afterSave(c, _id, next, before) {
    await recountProducts(c, [next.productId, before?.productId]);
  },
  transitions: [generateSku, enable, disable, del],
});
