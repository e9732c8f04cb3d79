import type { DraftOf, RowOf } from "#documents/kit";
import type { voc } from "#documents/service/voc";
import type { RuleContext } from "../../../documents/rules";
import { invalidAt } from "../../../http/refusal";

type Draft = DraftOf<typeof voc>;
type Row = RowOf<typeof voc>;

/** Sources that speak of one order. */
const OF_ORDERS: readonly (string | null | undefined)[] = ["message", "return"];

/** What an order says of a complaint about it. */
const orderOf = ({ sql, tenantId }: RuleContext, id: string | null | undefined) =>
  id
    ? sql.one<Record<"no" | "storeId", string> & Record<"siteId" | "buyerKey", string | null>>(
        `select platform_order_no as no, store_id as "storeId", site_id as "siteId", buyer_key as "buyerKey"
         from platform_order where id = $1 and tenant_id = $2 and del_flag = 0`,
        [id, tenantId],
      )
    : undefined;

/** By which ASIN a store sells a SKU. */
const listed = ({ sql }: RuleContext, storeId: string | null, skuId: string | null | undefined) =>
  sql.one<{ siteId: string; asin: string | null }>(
    `select s.site_id as "siteId", (select l.asin from sku_listing l where l.store_id = s.id
        and l.sku_id = $2 and l.del_flag = 0 and l.asin is not null order by l.line_no limit 1) as asin
     from store s where s.id = $1`,
    [storeId, skuId ?? null],
  );

/** Who makes a SKU: the first supplier of its prices. */
export const supplierOf = async ({ sql }: RuleContext, skuId: string | null | undefined) =>
  (
    await sql.one<{ id: string }>(
      `select supplier_id as id from sku_supplier_price where sku_id = $1 and del_flag = 0
       order by is_default desc nulls last, line_no limit 1`,
      [skuId ?? null],
    )
  )?.id ?? null;

/** The large category to which a small one belongs. */
async function categoryOf({ sql, tenantId }: RuleContext, small: string | null | undefined) {
  const item = await sql.one<{ parent: string | null }>(
    `select parent_value as parent from sys_dict_item where tenant_id = $1
       and dict_type = 'voc_category' and value = $2 and del_flag = 0`,
    [tenantId, small],
  );
  if (!item?.parent) throw invalidAt("category2", "请选择问题小类");
  return item.parent;
}

/** Orders of which something was said; what nobody counted is unknown. */
function ncx({ source, ncxOrders, totalOrders, cxHealth }: Draft) {
  if (source !== "ncx") return { ncxOrders: null, totalOrders: null, cxHealth: null };
  if (typeof ncxOrders !== "number") throw invalidAt("ncxOrders", "请输入NCX订单");
  if (typeof totalOrders !== "number") throw invalidAt("totalOrders", "请输入总订单");
  if (ncxOrders > totalOrders) throw invalidAt("ncxOrders", "NCX订单不能多于总订单");
  if (!cxHealth) throw invalidAt("cxHealth", "请选择CX健康度");
  return {};
}

/** Completes a complaint before it is written. */
export async function complete(c: RuleContext, next: Draft, before?: Row): Promise<void> {
  const whole = { ...before, ...next };
  if (OF_ORDERS.includes(whole.source) && !whole.platformOrderId)
    throw invalidAt("platformOrderId", "请选择关联订单");
  next.category1 = await categoryOf(c, whole.category2);
  if (whole.severity === "safety" && !whole.images?.length)
    throw invalidAt("images", "安全问题至少上传一张图片");
  const order = await orderOf(c, whole.platformOrderId);
  const storeId = order?.storeId ?? whole.storeId ?? null;
  const at = await listed(c, storeId, whole.skuId);
  Object.assign(next, ncx(whole), {
    ...{ storeId, siteId: order?.siteId ?? at?.siteId ?? null, asin: at?.asin ?? null },
    ...{ platformOrderNo: order?.no ?? null, buyerKey: order?.buyerKey ?? null },
    supplierId: await supplierOf(c, whole.skuId),
  });
}
