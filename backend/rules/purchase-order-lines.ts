import type { Row, RuleContext, Values } from "../documents/rules";
import { conflict, invalid } from "../http/refusal";
import { dec } from "./money";
import { param } from "./params";
import { demandSkus, type SkuFacts } from "./sku-lines";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Kinds of orders whose lines may stand alone (supply.md 3). */
const FREE = new Set(["sample", "packing", "replenish"]);
/** Kinds of orders that may have lines for nothing. */
const GRATIS = new Set(["sample", "replenish"]);

interface Source {
  skuId: string;
  no: string;
  supplierId?: string | null;
  currency?: string;
  warehouseId?: string | null;
}

/** What awards and turn lines say of the order lines that come from them. */
async function sourcesOf({ sql, tenantId }: RuleContext, lines: readonly Values[]) {
  const idsOf = (name: string) => lines.flatMap((l) => (l[name] ? [String(l[name])] : []));
  const awards = await sql.query<Source & { id: string }>(
    `select q.id, i.no, l.sku_id as "skuId", q.supplier_id as "supplierId", i.currency
     from inquiry_quote q join inquiry_order i on i.id = q.inquiry_order_id and i.del_flag = 0
       join inquiry_order_line l on l.id = q.line_id
     where q.id = any($1::bigint[]) and q.del_flag = 0 and i.tenant_id = $2`,
    [idsOf("awardId"), tenantId],
  );
  const turns = await sql.query<Source & { id: string }>(
    `select l.id, t.no, l.sku_id as "skuId", t.warehouse_id as "warehouseId"
     from turn_requisition_line l join turn_requisition t on t.id = l.turn_requisition_id
     where l.id = any($1::bigint[]) and l.del_flag = 0 and t.del_flag = 0 and t.tenant_id = $2
       and l.turn_mode = 'purchase'`,
    [idsOf("turnLineId"), tenantId],
  );
  return {
    award: new Map(awards.map((s) => [s.id, s])),
    turn: new Map(turns.map((s) => [s.id, s])),
  };
}

/**
 * Sets what a line has of its source: an award names supplier, currency and SKU, a turn line SKU and
 * warehouse. @throws Refusal 400 at the line
 */
export async function resolveSources(c: RuleContext, lines: Values[], header: Values) {
  const { award, turn } = await sourcesOf(c, lines);
  for (const [i, line] of lines.entries()) {
    const path = `items.${i}.skuId`;
    if (line.awardId) line.turnLineId = null;
    const source = line.awardId
      ? award.get(String(line.awardId))
      : line.turnLineId
        ? turn.get(String(line.turnLineId))
        : undefined;
    if (!source) {
      if (line.awardId || line.turnLineId) throw at(path, "来源明细不存在");
      if (!FREE.has(String(header.orderType))) throw at(path, "普通采购单须来自转请购或询价");
      line.sourceNo = null;
      continue;
    }
    if (source.supplierId && source.supplierId !== String(header.supplierId))
      throw at("supplierId", `供应商与询价单${source.no}的定标不一致`);
    if (source.currency && source.currency !== header.currency)
      throw at("currency", `币种与询价单${source.no}不一致`);
    if (source.warehouseId && source.warehouseId !== String(header.warehouseId))
      throw at("warehouseId", `收货仓与转请购单${source.no}不一致`);
    line.skuId = source.skuId;
    line.sourceNo = source.no;
  }
}

/** Guards and defaults of the lines that need no other document. */
export function completeLines(
  lines: Values[],
  skus: ReadonlyMap<string, SkuFacts>,
  header: Values,
  supplierTax: string,
): void {
  demandSkus(
    lines.map((l) => ({ ...l, source: `${l.awardId ?? ""}/${l.turnLineId ?? ""}` })),
    skus,
    "source",
  );
  for (const [i, line] of lines.entries()) {
    const sku = skus.get(String(line.skuId));
    if (dec(line.price as string).eq(0) && !GRATIS.has(String(header.orderType)))
      throw at(`items.${i}.price`, "单价须大于0");
    line.taxRate ??= header.taxType === "nonTax" ? "0" : supplierTax;
    line.expectDate ??= header.expectDate;
    line.openQty = Number(line.qty);
    Object.assign(line, {
      skuCode: sku?.skuCode,
      skuName: sku?.skuName,
      spec: sku?.spec,
      unit: sku?.unit,
    });
  }
  demandTaxes(lines, header.taxType, "items");
}

/** 不含税 ⇔ every tax rate is 0 (supply.md 3). */
export function demandTaxes(
  lines: readonly Values[],
  taxType: unknown,
  name: string,
  field = "taxRate",
): void {
  const taxed = lines.findIndex((l) => dec(l[field] as string).gt(0));
  if (taxType === "nonTax" && taxed >= 0)
    throw at(`${name}.${taxed}.${field}`, "不含税采购单的税率须为0");
  if (taxType === "tax" && lines.length && taxed < 0)
    throw at(`${name}.0.${field}`, "税率全部为0的采购单须为不含税");
}

/** The sealed sample in force of each SKU with this supplier. */
export async function sealsOf(
  { sql, tenantId }: RuleContext,
  skuIds: readonly unknown[],
  supplierId: unknown,
): Promise<Map<string, string>> {
  const rows = await sql.query<{ skuId: string; id: string }>(
    `select sku_id as "skuId", id from seal_sample
     where sku_id = any($1::bigint[]) and supplier_id = $2 and tenant_id = $3
       and status = 'effective' and del_flag = 0`,
    [skuIds.map(String), supplierId, tenantId],
  );
  return new Map(rows.map((r) => [r.skuId, r.id]));
}

/** @throws Refusal 409 SKU {code} 在供应商{s}下没有有效封样 */
export async function demandSeals(
  c: RuleContext,
  skuIds: readonly unknown[],
  supplierId: unknown,
): Promise<Map<string, string>> {
  const seals = await sealsOf(c, skuIds, supplierId);
  const [lacking] = await c.sql.query<{ code: string; supplier: string }>(
    `select k.sku_code as code, (select name from supplier where id = $2) as supplier
     from sku k where k.id = any($1::bigint[]) and k.seal_required and not k.id = any($3::bigint[])
     order by k.id limit 1`,
    [skuIds.map(String), supplierId, [...seals.keys()]],
  );
  if (lacking) throw conflict(`SKU ${lacking.code} 在供应商${lacking.supplier}下没有有效封样`);
  return seals;
}

/**
 * A price well above the last approved one needs a remark on its line.
 * @throws Refusal 409 SKU {code} 单价较上次上涨超过10%，请填写原因
 */
export async function demandPriceReasons(c: RuleContext, lines: readonly Row[], header: Values) {
  const open = lines.filter((l) => !l.remark);
  if (!open.length) return;
  const percent = await param(c.sql, c.tenantId, "price_rise_reason_percent");
  const last = await c.sql.query<{ skuId: string; price: string }>(
    `select distinct on (l.sku_id) l.sku_id as "skuId", l.price::text as price
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.sku_id = any($1::bigint[]) and l.del_flag = 0 and l.price > 0 and o.tenant_id = $2
       and o.supplier_id = $3 and o.currency = $4 and o.approve_time is not null
       and o.status in ('approved', 'executing', 'completed', 'closed') and o.id <> $5
     order by l.sku_id, o.approve_time desc, o.id desc`,
    [open.map((l) => l.skuId), c.tenantId, header.supplierId, header.currency, header.id],
  );
  const known = new Map(last.map((l) => [l.skuId, l.price]));
  for (const line of open) {
    const before = known.get(String(line.skuId));
    const limit = before && dec(before).times(dec(percent).div(100).plus(1));
    if (limit && dec(line.price as string).gt(limit))
      throw conflict(
        `SKU ${line.skuCode ?? line.$skuId} 单价较上次上涨超过${Number(percent)}%，请填写原因`,
      );
  }
}
