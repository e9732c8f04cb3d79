import type { RuleContext, Values } from "../../../documents/rules";
import { conflict, invalid } from "../../../http/refusal";
import { dec, r2, sum } from "../../../values/money";
import { rateOf } from "../../../values/rates";
import { requireSkus, skusOf, wordsOf } from "../../sku-lines";
import { requireApprovedSupplier } from "../../supplier/usable";
import { sumById } from "../demand/requisition-lines";
import { addToTurnLines, lockTurnLines } from "../demand/turn-lines";

const at = (path: string, message: string) => invalid(message, { [path]: message });

/** Inquired quantity by turn line; drafts count (supply.md 3). */
export const inquiredBy = (lines: readonly Values[] = []) =>
  sumById(lines.flatMap((l) => (l.turnLineId ? [[l.turnLineId, Number(l.qty)] as const] : [])));

/**
 * Lines that come from a turn requisition take its SKU and stay within what is free of it.
 * @throws Refusal 409 超过可询价数量{n}
 */
export async function requireFree(c: RuleContext, lines: Values[], before: readonly Values[]) {
  const own = inquiredBy(before);
  const asked = inquiredBy(lines);
  const turns = await lockTurnLines(c, [...asked.keys(), ...own.keys()]);
  for (const [i, line] of lines.entries()) {
    if (!line.turnLineId) continue;
    const turn = turns.get(String(line.turnLineId));
    if (turn?.turnMode !== "purchase") throw at(`items.${i}.qty`, "转采明细不存在");
    const kept = own.has(turn.id);
    if (!kept && !["approved", "processing"].includes(turn.status))
      throw conflict(`转请购单${turn.turnNo}不是待处理状态`);
    if (line.skuId && String(line.skuId) !== turn.skuId)
      throw at(`items.${i}.skuId`, "SKU须与转采明细一致");
    line.skuId = turn.skuId;
    line.turnNo = turn.turnNo;
  }
  for (const [id, qty] of asked) {
    const left = (turns.get(id)?.freeQty ?? 0) + (own.get(id) ?? 0);
    if (qty > left) throw conflict(`超过可询价数量${left}`);
  }
}

/** Writes the differences of a save on the turn lines, which are locked. */
export async function moveInquired(
  c: RuleContext,
  before: readonly Values[],
  after: readonly Values[],
): Promise<void> {
  const delta = inquiredBy(after);
  for (const [id, n] of inquiredBy(before)) delta.set(id, (delta.get(id) ?? 0) - n);
  await lockTurnLines(c, delta.keys());
  await addToTurnLines(c, "inquired_qty", delta);
}

/** Price of the newest approved order of each SKU in this currency, tax-exclusive. */
async function lastPrices({ sql, tenantId }: RuleContext, skuIds: string[], currency: unknown) {
  const rows = await sql.query<{ skuId: string; price: string }>(
    `select distinct on (l.sku_id) l.sku_id as "skuId", l.price::text as price
     from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
     where l.sku_id = any($1) and o.currency = $2 and o.tenant_id = $3 and l.del_flag = 0
       and o.del_flag = 0 and o.status in ('approved', 'executing', 'completed', 'closed')
     order by l.sku_id, o.approve_time desc nulls last, l.id desc`,
    [skuIds, currency, tenantId],
  );
  return new Map(rows.map((r) => [r.skuId, r.price]));
}

/** Names, last prices and the estimate in CNY: Σ R2(qty × (target price, else purchase price)). */
export async function fillItems(c: RuleContext, lines: Values[], currency: string) {
  const skus = await skusOf(c, lines);
  requireSkus(lines, skus, (l) => l.turnLineId);
  const last = await lastPrices(c, [...skus.keys()], currency);
  const priced = lines.some((l) => l.targetPrice);
  const rate = priced ? await rateOf(c.sql, c.tenantId, currency) : "1";
  const amounts = lines.map((line) => {
    const sku = skus.get(String(line.skuId));
    Object.assign(line, {
      ...wordsOf(skus, line.skuId),
      lastPrice: last.get(String(line.skuId)) ?? null,
    });
    const price = line.targetPrice
      ? dec(line.targetPrice as string).times(dec(rate))
      : dec(sku?.purchasePrice);
    return r2(price.times(Number(line.qty)));
  });
  const codes = [...skus.values()].map((s) => s.skuCode);
  return { estAmount: sum(amounts), skuCount: skus.size, skuCodes: codes.join(" ") };
}

/** Suppliers are approved and come once. */
export async function requireSuppliers(c: RuleContext, rows: readonly Values[]) {
  const seen = new Set<string>();
  const order = rows.map((r, i) => ({ id: String(r.supplierId), i }));
  for (const { id, i } of order.sort((a, b) => Number(a.id) - Number(b.id))) {
    const found = await requireApprovedSupplier(c, id, `suppliers.${i}.supplierId`);
    if (seen.has(id)) throw at(`suppliers.${i}.supplierId`, `供应商 ${found.name} 重复`);
    seen.add(id);
  }
}
