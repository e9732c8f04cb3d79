import { spu } from "#documents/product/spu";
import type { RuleContext } from "../../../documents/rules";
import { transition } from "../../../documents/written";
import { conflict } from "../../../http/refusal";
import { at } from "../at";
import { recount, type SkuOfSpu, skusOfSpu, specified } from "./skus";
import {
  type Attrs,
  combinationsOf,
  combinationText,
  type Spec,
  sameAttrs,
  skuCodeOf,
} from "./specs";

/** Attributes of the chosen combinations, which exist and have no SKU yet. @throws Refusal 400, 409 */
function requireFree(texts: readonly string[], specs: readonly Spec[], skus: readonly SkuOfSpu[]) {
  const all = combinationsOf(specs);
  return [...new Set(texts)].map((text) => {
    const attrs = all.find((a) => combinationText(a) === text);
    if (!attrs) throw at("combinations", `规格组合 ${text} 不存在`);
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
export const generateSku = transition(spu, "generateSku", {
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
