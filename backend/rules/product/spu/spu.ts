import type { LegacyRules } from "../../../documents/lifecycle/legacy";
import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { skuOnOpenOrder } from "../../in-use";
import { requireApprovedSupplier } from "../../supplier/supplier";
import { requireLeaf } from "../product";
import { hasStock } from "../stock/sku";
import { showSpuStock } from "../stock/spu";
import { tellStopped } from "../stop/notice";

interface Spec {
  attrName: string;
  attrValues: string[];
  sort?: number | null;
}

async function productOf({ sql, tenantId }: RuleContext, id: unknown) {
  return sql.one<{ status: string; categoryId: string; brandId: string | null }>(
    `select status, category_id as "categoryId", brand_id as "brandId" from product
     where id = $1 and tenant_id = $2 and del_flag = 0 for share`,
    [id, tenantId],
  );
}

function requireSpecs(specs: Values[]) {
  const names = specs.map((s) => String(s.attrName).trim());
  if (new Set(names).size < names.length) throw invalid("规格名重复", { specs: "规格名重复" });
  specs.forEach((s, i) => {
    const values = s.attrValues as string[];
    if (new Set(values).size < values.length)
      throw invalid("规格值重复", { [`specs.${i}.attrValues`]: "规格值重复" });
  });
}

/** Every combination of the values of all dimensions, in the order of the dimensions. */
export function combinationsOf(specs: readonly Spec[]): Record<string, string>[] {
  const ordered = [...specs].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0));
  return ordered.reduce<Record<string, string>[]>(
    (found, { attrName, attrValues }) =>
      found.flatMap((one) => attrValues.map((value) => ({ ...one, [attrName]: value }))),
    [{}],
  );
}

/** 黑色/XL: a combination as people choose it. */
export const combinationText = (attrs: Record<string, string>) => Object.values(attrs).join("/");

/** SKU code: two digits after the SPU code, three from 100 (supply.md B.8). */
export const skuCodeOf = (spuCode: string, n: number) => `${spuCode}-${String(n).padStart(2, "0")}`;

/** Recounts the SKUs of an SPU. */
export const refreshSpu = ({ sql }: RuleContext, id: unknown) =>
  sql.query(
    `update spu set sku_count =
       (select count(*) from sku where spu_id = spu.id and del_flag = 0 and sku_type <> 'easy')
     where id = $1`,
    [id],
  );

const specsOf = ({ sql }: RuleContext, id: string) =>
  sql.query<Spec>(
    `select attr_name as "attrName", attr_values as "attrValues", sort from spu_spec
     where spu_id = $1 and del_flag = 0 order by sort, line_no`,
    [id],
  );

const skusOfSpu = ({ sql }: RuleContext, id: string) =>
  sql.query<{ id: string; skuCode: string; attrs: Record<string, string> | null }>(
    `select id, sku_code as "skuCode", attrs from sku
     where spu_id = $1 and sku_type <> 'easy' and del_flag = 0 order by id for no key update`,
    [id],
  );

const sameAttrs = (a: Record<string, string> | null, b: Record<string, string>) =>
  !!a &&
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(b).every(([k, v]) => a[k] === v);

/** What the SKU matrix shows: every combination, with the SKU that has it. */
async function matrixOf(c: RuleContext, id: string) {
  const [specs, skus] = [
    await specsOf(c, id),
    await c.sql.query<{ id: string; skuCode: string; attrs: Record<string, string> | null }>(
      `select id, sku_code as "skuCode", attrs from sku
       where spu_id = $1 and sku_type <> 'easy' and del_flag = 0 order by id`,
      [id],
    ),
  ];
  if (!specs.length) return [];
  return combinationsOf(specs)
    .slice(0, 500)
    .map((attrs) => ({
      text: combinationText(attrs),
      skuCode: skus.find((s) => sameAttrs(s.attrs, attrs))?.skuCode ?? null,
    }));
}

/** SKUs, supplier prices and seal samples of an SPU, for the tabs of its page. */
async function tabsOf(c: RuleContext, row: Row) {
  const prices = c.caller.permissions.has("purchase_price_view");
  const skus = await c.sql.query(
    `select id, sku_code as "skuCode", name, status, sale_status as "saleStatus"
       ${prices ? `, purchase_price::text as "purchasePrice"` : ""}
     from sku where spu_id = $1 and del_flag = 0 order by sku_code limit 500`,
    [row.id],
  );
  const offers = prices
    ? await c.sql.query(
        `select k.sku_code as "skuCode", s.name as supplier, p.currency, p.min_qty as "minQty",
           p.price::text as price, p.lead_days as "leadDays", p.valid_to as "validTo",
           p.is_default as "isDefault"
         from sku_supplier_price p join sku k on k.id = p.sku_id join supplier s on s.id = p.supplier_id
         where k.spu_id = $1 and p.del_flag = 0 and k.del_flag = 0
         order by k.sku_code, s.name, p.min_qty limit 500`,
        [row.id],
      )
    : [];
  const samples = c.caller.permissions.has("product_sealsample_view")
    ? await c.sql.query(
        `select f.id, f.no, k.sku_code as "skuCode", s.name as supplier, f.sample_version as version,
           f.seal_no as "sealNo", f.valid_until as "validUntil", f.status
         from seal_sample f join sku k on k.id = f.sku_id join supplier s on s.id = f.supplier_id
         where k.spu_id = $1 and f.del_flag = 0 order by f.id desc limit 200`,
        [row.id],
      )
    : [];
  return { skus, offers, samples };
}

/** SPU (supply.md 1). */
export const spuRules: LegacyRules = {
  enrich: ({ sql }, rows) => showSpuStock(sql, rows),
  async enrichOne(c, row) {
    row.matrix = await matrixOf(c, row.id);
    row.tabs = await tabsOf(c, row);
  },
  async prefill({ sql, tenantId }, from) {
    if (!/^\d{1,18}$/.test(from.productId ?? "")) return {};
    const row = await sql.one<Values>(
      `select id as "productId", no as "productName", name_cn as name, name_en as "nameEn",
         category_id as "categoryId", brand_id as "brandId"
       from product where id = $1 and tenant_id = $2 and del_flag = 0`,
      [from.productId, tenantId],
    );
    return row ?? {};
  },
  async beforeSave(c, next, before) {
    const whole: Values = { ...before, ...next };
    if (next.productId && next.productId !== before?.productId) {
      const product = await productOf(c, next.productId);
      if (product?.status !== "approved") throw conflict("产品未立项");
      next.categoryId ??= product.categoryId;
      next.brandId ??= product.brandId;
    }
    if (before && next.spuCode && next.spuCode !== before.spuCode) {
      if ((await skusOfSpu(c, before.id)).length)
        throw invalid("已生成SKU，SPU编码不能修改", { spuCode: "已生成SKU，SPU编码不能修改" });
    }
    if (next.categoryId && next.categoryId !== before?.categoryId)
      await requireLeaf(c, next.categoryId);
    if (!whole.modelCode) next.modelCode = whole.spuCode;
    if (next.defaultSupplierId && next.defaultSupplierId !== before?.defaultSupplierId)
      await requireApprovedSupplier(c, next.defaultSupplierId, "defaultSupplierId");
    if (next.specs) requireSpecs(next.specs as Values[]);
  },
  async afterSave({ sql }, _id, next, before) {
    const ids = [next.productId, before?.productId].filter(Boolean);
    await sql.query(
      `update product p set spu_count =
         (select count(*) from spu where product_id = p.id and del_flag = 0)
       where id = any($1::bigint[])`,
      [ids],
    );
  },
  async beforeDelete(c, row) {
    if ((await skusOfSpu(c, row.id)).length) throw conflict("SPU下已有SKU，不能删除");
    await c.sql.query("update product set spu_count = spu_count - 1 where id = $1", [
      row.productId,
    ]);
  },
  actions: {
    async enable(c, row) {
      const product = await productOf(c, row.productId);
      if (product?.status !== "approved") throw conflict("产品未立项");
    },
    async generateSku(c, row, input) {
      const specs = await specsOf(c, row.id);
      const all = specs.length ? combinationsOf(specs) : [];
      const known = await skusOfSpu(c, row.id);
      const chosen = [...new Set(input.combinations as string[])].map((text) => {
        const attrs = all.find((a) => combinationText(a) === text);
        if (!attrs)
          throw invalid(`规格组合 ${text} 不存在`, { combinations: `规格组合 ${text} 不存在` });
        const taken = known.find((s) => sameAttrs(s.attrs, attrs));
        if (taken) throw conflict(`规格组合 ${text} 已存在SKU ${taken.skuCode}`);
        return attrs;
      });
      const used = await c.sql.query<{ code: string }>(
        "select sku_code as code from sku where tenant_id = $1 and sku_code like $2",
        [c.tenantId, `${row.spuCode}-%`],
      );
      const last = Math.max(0, ...used.map(({ code }) => Number(/-(\d+)$/.exec(code)?.[1] ?? 0)));
      await c.sql.query(
        `insert into sku (tenant_id, create_by, dept_id, sku_code, sku_type, spu_id, name, name_en,
           attrs, unit, sale_status, status, buyer_id, images)
         select $1, $2, $3, x.code, 'normal', s.id, left(s.name || ' ' || x.text, 200), s.name_en,
           x.attrs, s.unit, 'developing', 'draft', s.buyer_id, s.images
         from jsonb_to_recordset($4::jsonb) as x(code text, text text, attrs jsonb), spu s
         where s.id = $5`,
        [
          c.tenantId,
          c.caller.userId,
          c.caller.deptId,
          JSON.stringify(
            chosen.map((attrs, i) => ({
              code: skuCodeOf(String(row.spuCode), last + i + 1),
              text: Object.values(attrs).join(" "),
              attrs,
            })),
          ),
          row.id,
        ],
      );
      await refreshSpu(c, row.id);
    },
    async disable(c, row) {
      const skus = await c.sql.query<{
        id: string;
        skuCode: string;
        status: string;
      }>(
        `select id, sku_code as "skuCode", status
         from sku where spu_id = $1 and del_flag = 0 order by id for no key update`,
        [row.id],
      );
      for (const sku of skus)
        if ((await hasStock(c, sku.id)) || (await skuOnOpenOrder(c, sku.id)))
          throw conflict(`SKU ${sku.skuCode} 仍有库存或在途，不能停用`);
      await tellStopped(
        c,
        skus.filter((s) => s.status === "approved").map((s) => s.id),
      );
      await c.sql.query(
        `update sku set status = case when status = 'approved' then 'stopped' else status end,
           sale_status = 'stopped', version = version + 1
         where spu_id = $1 and sku_type <> 'easy' and del_flag = 0`,
        [row.id],
      );
    },
  },
};
