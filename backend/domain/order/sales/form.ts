import { PIECES } from "#backend/domain/pieces";
import { skusOf, wordsOf } from "#backend/domain/sku-lines";
import type { RuleContext } from "#backend/engine/documents";
import { conflict, invalidAt } from "#backend/platform/http";
import { dec, r2, sum, today } from "#backend/platform/values";
import type { DraftOf, LineDraft, RowOf } from "#documents/kit";
import type { salesOrder } from "#documents/order/sales-order";
import { rebuildDrafts } from "../package/drafts";
import { readdress } from "../package/lines";
import { packagesOf } from "../package/packages";
import { writeFigures } from "../state/figures";

type SaleItem = LineDraft<typeof salesOrder, "items">;

/** What the header of an order says of its lines; total = goods + shipping + tax − discount. */
function summed(items: readonly SaleItem[]) {
  const goodsAmount = sum(items.map((l) => l.itemAmount));
  const shippingAmount = sum(items.map((l) => l.shippingAmount));
  const discountAmount = sum(items.map((l) => l.promo));
  const taxAmount = sum(items.map((l) => l.tax));
  const totalAmount = dec(goodsAmount).plus(shippingAmount).plus(taxAmount).minus(discountAmount);
  return {
    goodsAmount,
    shippingAmount,
    discountAmount,
    taxAmount,
    totalAmount: totalAmount.toFixed(2),
    skuQtys: items
      .map((l) => `${l.skuCode}×${l.qty}`)
      .join(" ")
      .slice(0, 500),
  };
}

/**
 * Writes anew what is packed of orders that have no packages: each line itself, or the parts of a
 * combination as often as it was ordered (market.md 17.12).
 */
async function explode({ sql, tenantId, caller }: RuleContext, orderIds: readonly string[]) {
  // Packages that are gone still name what lay in them.
  await sql.query("update sales_order_line set del_flag = 1 where sales_order_id = any($1::bigint[])", [orderIds]);
  await sql.query(
    `insert into sales_order_line (tenant_id, create_by, sales_order_id, line_no, item_id, sku_id,
       sku_name, per_set, qty, attributes)
     select $2, $3, i.sales_order_id,
       row_number() over (partition by i.sales_order_id order by i.line_no, i.id, x.part_id), i.id, k.id, k.name, x.per, i.qty * x.per, coalesce(p.special_attrs, '{}')
     from sales_order_item i
       join (${PIECES}) x on x.sku_id = i.sku_id
       join sku k on k.id = x.piece_id
       left join spu p on p.id = k.spu_id
     where i.sales_order_id = any($1::bigint[]) and i.del_flag = 0
     order by i.sales_order_id, i.line_no, i.id, x.part_id`,
    [orderIds, tenantId, caller.userId],
  );
}

type SaleDraft = DraftOf<typeof salesOrder>;
type SaleFormRow = RowOf<typeof salesOrder>;

const wordOf = (lines: readonly { skuId?: unknown; qty?: unknown; unitPrice?: unknown }[]) =>
  JSON.stringify(lines.map((l) => [l.skuId, l.qty, dec(String(l.unitPrice ?? 0)).toFixed(4)]));

/** Lines as they were typed, with names and amounts. @throws Refusal 409 for a SKU that is not sold */
async function worked(c: RuleContext, items: NonNullable<SaleDraft["items"]>) {
  const skus = await skusOf(c, items);
  return items.map((line) => {
    const sku = skus.get(String(line.skuId));
    if (!sku) throw conflict("SKU不存在");
    if (sku.status !== "approved") throw conflict(`SKU ${sku.skuCode} 未启用`);
    const itemAmount = r2(dec(line.unitPrice ?? 0).times(line.qty ?? 1));
    return { ...line, ...wordsOf(skus, line.skuId), itemAmount };
  });
}

/** What its store says of an order that is written by hand. */
async function ofStore({ sql, tenantId }: RuleContext, next: SaleDraft) {
  const store = await sql.one<{ siteId: string; currency: string; deptId: string | null }>(
    `select t.site_id as "siteId", i.currency, t.dept_id as "deptId"
     from store t join site i on i.id = t.site_id
     where t.id = $1 and t.tenant_id = $2 and t.del_flag = 0`,
    [next.storeId, tenantId],
  );
  if (!store) throw invalidAt("storeId", "请选择店铺");
  Object.assign(next, store, { orderDate: today() });
}

/** Completes an order before it is written; answers whether its lines change. */
export async function complete(c: RuleContext, next: SaleDraft, before?: SaleFormRow): Promise<boolean> {
  if (!before) {
    const ofPlatform = next.orderSource === "platform";
    if (ofPlatform && !next.platformOrderId) throw invalidAt("orderSource", "平台订单由同步生成，不能手工新建");
    if (!ofPlatform) {
      await ofStore(c, next);
      next.items = await worked(c, next.items ?? []);
    }
    Object.assign(next, summed(next.items ?? []));
    return true;
  }
  if (!next.items || wordOf(next.items) === wordOf(before.items)) {
    next.items = undefined;
    return false;
  }
  if (before.orderSource === "platform") throw conflict("平台订单的明细以平台为准，不能修改");
  await packagesOf(c, before.id); // locked before the SKUs
  next.items = await worked(c, next.items);
  Object.assign(next, summed(next.items));
  return true;
}

/** Packages that are drafts go where the order goes now, apart from orders that go elsewhere. */
async function follow(c: RuleContext, id: string) {
  const drafts = (await packagesOf(c, id)).filter((p) => p.status === "draft");
  const apart = drafts.map(({ warehouseId, channelId, lines }) => ({ warehouseId, channelId, lines }));
  const stranger = await c.sql.one(
    `select 1 from package_order p join sales_order o on o.id = $1
     where p.id = any($2::bigint[]) and p.receiver_hash is distinct from o.receiver_hash limit 1`,
    [id, drafts.filter((p) => p.shared).map((p) => p.id)],
  );
  if (stranger) await rebuildDrafts(c, id, apart);
  else
    await readdress(
      c,
      drafts.map((p) => p.id),
    );
}

/** What an order is packed of, its figures, and where its drafts go, once it is written. */
export async function settleOrder(
  c: RuleContext,
  id: string,
  _next: SaleDraft,
  before: SaleFormRow | undefined,
  changed: boolean,
): Promise<void> {
  if (before && changed) await rebuildDrafts(c, id, []);
  if (changed) {
    await explode(c, [id]);
    await writeFigures(c, [id]);
  }
  if (before && !changed) await follow(c, id);
}

/** The same of many: new ones by a few statements. */
export async function settleOrders(
  c: RuleContext,
  rows: readonly { id: string; next: SaleDraft; before?: SaleFormRow }[],
): Promise<void> {
  const fresh = rows.flatMap(({ id, before }) => (before ? [] : id));
  await explode(c, fresh);
  await writeFigures(c, fresh);
  // Lines that are as they were are no part of what is saved.
  for (const { id, next, before } of rows) if (before) await settleOrder(c, id, next, before, next.items !== undefined);
}
