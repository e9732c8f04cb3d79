import { busySku } from "#backend/domain/in-use";
import { requireApprovedSuppliers } from "#backend/domain/supplier/usable";
import { lackExpressions, moveTo, pickAs, type RuleContext, rules, transition } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import { conflict, invalidAt } from "#backend/platform/http";
import type { DraftOf, RowOf, SentOf } from "#documents/kit";
import { product } from "#documents/product/product";
import { sku } from "#documents/product/sku";
import { spu } from "#documents/product/spu";
import { productLacks, requireLeaf } from "../product";
import { showSpuStock } from "../stock/sku";
import { stillBusy, tellStopped } from "../stop/notice";
import { hasSkus, recount, type SkuOfSpu, skusOfSpu, specified } from "./skus";
import {
  type Attrs,
  combinationsOf,
  combinationText,
  readAttrs,
  requireSpecs,
  type Spec,
  sameAttrs,
  skuCodeOf,
} from "./specs";

/** Attributes of the chosen combinations, which exist and have no SKU yet. @throws Refusal 400, 409 */
function requireFree(texts: readonly string[], specs: readonly Spec[], skus: readonly SkuOfSpu[]) {
  const all = combinationsOf(specs);
  return [...new Set(texts)].map((text) => {
    const attrs = all.find((a) => combinationText(a) === text);
    if (!attrs) throw invalidAt("combinations", `规格组合 ${text} 不存在`);
    const other = specified(skus).find((s) => sameAttrs(s.attrs, attrs));
    if (other) throw conflict(`规格组合 ${text} 已存在SKU ${other.skuCode}`);
    return attrs;
  });
}

/** The highest number that a code of this SPU ever had. */
async function lastNumber({ sql, tenantId }: RuleContext, spuCode: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `select coalesce(max(substring(sku_code from '-(\\d{1,8})$')::int), 0) as n from sku
     where tenant_id = $1 and sku_code like $2`,
    [tenantId, `${spuCode}-%`],
  );
  return row?.n ?? 0;
}

async function insertSkus(c: RuleContext, row: { id: string; spuCode: string }, chosen: Attrs[]) {
  const last = await lastNumber(c, row.spuCode);
  const skus = chosen.map((attrs, i) => ({
    code: skuCodeOf(row.spuCode, last + i + 1),
    text: Object.values(attrs).join(" "),
    attrs,
  }));
  await c.sql.query(
    `insert into sku (tenant_id, create_by, dept_id, sku_code, sku_type, spu_id, name, name_en,
       attrs, unit, sale_status, status, buyer_id, images)
     select $1, $2, $3, x.code, 'normal', s.id, left(s.name || ' ' || x.text, 200), s.name_en,
       x.attrs, s.unit, 'developing', 'draft', s.buyer_id, s.images
     from jsonb_to_recordset($4::jsonb) as x(code text, text text, attrs jsonb), spu s
     where s.id = $5`,
    [c.tenantId, c.caller.userId, c.caller.deptId, JSON.stringify(skus), row.id],
  );
}

/** 生成SKU: drafts for combinations of the specification. */
const generateSku = transition(spu, "generateSku", {
  async lockFirst(c, id) {
    await skusOfSpu(c, id);
  },
  lock: async (c, row) => ({ skus: await skusOfSpu(c, row.id) }),
  check({ row, skus }, { combinations }) {
    requireFree(combinations, row.specs, skus);
  },
  async effect(c, { row, skus }, { combinations }) {
    await insertSkus(c, row, requireFree(combinations, row.specs, skus));
    await recount(c, [row.id]);
  },
});

/** What the SKU matrix shows: every combination, with the SKU that has it. */
async function matrixOf({ sql }: RuleContext, id: string, specs: readonly Spec[]) {
  const skus = await sql.query<{ skuCode: string; attrs: unknown }>(
    `select sku_code as "skuCode", attrs from sku
     where spu_id = $1 and sku_type <> 'easy' and del_flag = 0 order by id`,
    [id],
  );
  const known = skus.map((s) => ({ skuCode: s.skuCode, attrs: readAttrs(s.attrs) }));
  return combinationsOf(specs)
    .slice(0, 500)
    .map((attrs) => ({
      text: combinationText(attrs),
      skuCode: known.find((s) => sameAttrs(s.attrs, attrs))?.skuCode ?? null,
    }));
}

type SpuTabs = NonNullable<SentOf<typeof spu>["tabs"]>;

/** SKUs, supplier prices and seal samples of an SPU, for the tabs of its page. */
async function tabsOf({ sql, caller }: RuleContext, id: string): Promise<SpuTabs> {
  const prices = caller.permissions.has("purchase_price_view");
  const skus = await sql.query<SpuTabs["skus"][number]>(
    `select id, sku_code as "skuCode", name, status ${prices ? `, purchase_price::text as "purchasePrice"` : ""}
     from sku where spu_id = $1 and del_flag = 0 order by sku_code limit 500`,
    [id],
  );
  const offers = prices
    ? await sql.query<SpuTabs["offers"][number]>(
        `select k.sku_code as "skuCode", s.name as supplier, p.currency, p.min_qty as "minQty",
           p.price::text as price, p.lead_days as "leadDays", p.valid_to as "validTo",
           p.is_default as "isDefault"
         from sku_supplier_price p join sku k on k.id = p.sku_id join supplier s on s.id = p.supplier_id
         where k.spu_id = $1 and p.del_flag = 0 and k.del_flag = 0
         order by k.sku_code, s.name, p.min_qty limit 500`,
        [id],
      )
    : [];
  const samples = caller.permissions.has("product_sealsample_view")
    ? await sql.query<SpuTabs["samples"][number]>(
        `select f.id, f.no, k.sku_code as "skuCode", s.name as supplier, f.sample_version as version,
           f.seal_no as "sealNo", f.valid_until as "validUntil", f.status
         from seal_sample f join sku k on k.id = f.sku_id join supplier s on s.id = f.supplier_id
         where k.spu_id = $1 and f.del_flag = 0 order by f.id desc limit 200`,
        [id],
      )
    : [];
  return { skus, offers, samples };
}

type SpuDraft = DraftOf<typeof spu>;

/** Products of SPUs by their ids, which stay as they are. */
async function productsOf({ sql, tenantId }: RuleContext, ids: readonly string[]) {
  type Found = { id: string; status: string; categoryId: string; brandId: string | null };
  if (!ids.length) return new Map<string, Found>();
  const rows = await sql.query<Found>(
    `select id, status, category_id as "categoryId", brand_id as "brandId" from product
     where id = any($1::bigint[]) and tenant_id = $2 and del_flag = 0
     order by id ${keep(sql, "product", "share")}`,
    [[...new Set(ids)], tenantId],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Counts the SPUs of products anew. */
const recountProducts = ({ sql }: RuleContext, ids: readonly (string | null | undefined)[]) =>
  sql.query(
    `update product p set spu_count =
       (select count(*) from spu where product_id = p.id and del_flag = 0)
     where id = any($1::bigint[])`,
    [ids.filter(Boolean)],
  );

interface SpuSave {
  next: SpuDraft;
  before?: RowOf<typeof spu> | undefined;
}

const isNew = (value: unknown, before: unknown) => !!value && value !== before;

async function requireSaves(c: RuleContext, saves: readonly SpuSave[]): Promise<void> {
  const moved = saves.flatMap(({ next, before }) =>
    next.productId && isNew(next.productId, before?.productId) ? [{ next, productId: next.productId }] : [],
  );
  const products = await productsOf(
    c,
    moved.map(({ productId }) => productId),
  );
  for (const { next, productId } of moved) {
    const product = products.get(productId);
    if (product?.status !== "approved") throw conflict("产品未立项");
    next.categoryId ??= product.categoryId;
    next.brandId ??= product.brandId;
  }
  for (const { next, before } of saves)
    if (before && next.spuCode && next.spuCode !== before.spuCode && (await hasSkus(c, before.id)))
      throw invalidAt("spuCode", "已生成SKU，SPU编码不能修改");
  const categories = saves.map(({ next, before }) => isNew(next.categoryId, before?.categoryId) && next.categoryId);
  for (const category of new Set(categories)) if (category) await requireLeaf(c, category);
  for (const { next, before } of saves) {
    const whole: SpuDraft = { ...before, ...next };
    if (!whole.modelCode) next.modelCode = whole.spuCode;
  }
  await requireApprovedSuppliers(
    c,
    saves.flatMap(({ next, before }) =>
      isNew(next.defaultSupplierId, before?.defaultSupplierId)
        ? [{ id: next.defaultSupplierId, field: "defaultSupplierId" }]
        : [],
    ),
  );
  for (const { next } of saves) if (next.specs) requireSpecs(next.specs);
}

const recountSaved = async (c: RuleContext, saves: readonly SpuSave[]): Promise<void> => {
  await recountProducts(
    c,
    saves.flatMap(({ next, before }) => [next.productId, before?.productId]),
  );
};

const enable = transition(spu, "enable", {
  lock: async (c, row) => ({ product: (await productsOf(c, [row.productId])).get(row.productId) }),
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

const lackOfProduct = Object.fromEntries(
  Object.entries(productLacks("p")).map(([word, sql]) => [
    word,
    `exists (select 1 from product p where p.id = t.product_id and p.status = 'approved' and ${sql})`,
  ]),
);

/** A style has no approval of its own: its product had. */
const lacking = lackExpressions("t.status = 'enabled'", lackOfProduct);

/** SPU (supply.md 1). */
export const spuRules = rules(spu, {
  expressions: { ...lacking, lacks: `'产品的' || (${lacking.lacks})` },
  enrich: ({ sql }, rows) => showSpuStock(sql, rows),
  async enrichOne(c, row) {
    row.matrix = await matrixOf(c, row.id, row.specs);
    row.tabs = await tabsOf(c, row.id);
  },
  async prefill({ sql }, from) {
    const [productId] = from.productId ?? [];
    if (!productId) return {};
    const row = await pickAs({ sql }, product, productId, {
      productId: "id",
      productName: "no",
      name: "nameCn",
      nameEn: "nameEn",
      categoryId: "categoryId",
      brandId: "brandId",
    });
    return row ?? {};
  },
  beforeSave: (c, next, before) => requireSaves(c, [{ next, before }]),
  beforeSaveMany: requireSaves,
  afterSave: (c, _id, next, before) => recountSaved(c, [{ next, before }]),
  afterSaveMany: recountSaved,
  transitions: [generateSku, enable, disable, del],
});
