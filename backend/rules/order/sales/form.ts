import type { DraftOf, RowOf } from "#documents/kit";
import type { salesOrder } from "#documents/order/sales-order";
import type { RuleContext } from "../../../documents/rules";
import { conflict, invalidAt } from "../../../http/refusal";
import { today } from "../../../values/calendar";
import { dec, r2 } from "../../../values/money";
import { skusOf, wordsOf } from "../../sku-lines";
import { rebuildDrafts } from "../package/drafts";
import { readdress } from "../package/lines";
import { packagesOf } from "../package/packages";
import { writeFigures } from "../state/figures";
import { explode } from "./explode";
import { summed } from "./summed";

type Draft = DraftOf<typeof salesOrder>;
type Row = RowOf<typeof salesOrder>;

const wordOf = (lines: readonly { skuId?: unknown; qty?: unknown; unitPrice?: unknown }[]) =>
  JSON.stringify(lines.map((l) => [l.skuId, l.qty, dec(String(l.unitPrice ?? 0)).toFixed(4)]));

/** Lines as they were typed, with names and amounts. @throws Refusal 409 for a SKU that is not sold */
async function worked(c: RuleContext, items: NonNullable<Draft["items"]>) {
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
async function ofStore({ sql, tenantId }: RuleContext, next: Draft) {
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
export async function complete(c: RuleContext, next: Draft, before?: Row): Promise<boolean> {
  if (!before) {
    const ofPlatform = next.orderSource === "platform";
    if (ofPlatform && !next.platformOrderId)
      throw invalidAt("orderSource", "平台订单由同步生成，不能手工新建");
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
  const apart = drafts.map(({ warehouseId, channelId, lines }) => ({
    ...{ warehouseId, channelId, lines },
  }));
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
  _next: Draft,
  before: Row | undefined,
  changed: boolean,
): Promise<void> {
  if (before && changed) await rebuildDrafts(c, id, []);
  if (changed) {
    await explode(c, id);
    await writeFigures(c, id);
  }
  if (before && !changed) await follow(c, id);
}
