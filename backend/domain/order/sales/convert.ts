import { grouped } from "#backend/domain/group-by";
import { skusOf, wordsOf } from "#backend/domain/sku-lines";
import { linkAll, type RuleContext } from "#backend/engine/documents";
import { insertMany } from "#backend/engine/documents/writing/many";
import { lockAllAdvisory } from "#backend/platform/db";
import { conflict, missing } from "#backend/platform/http";
import { addressColumns } from "#backend/platform/personal/address";
import { dec, r4 } from "#backend/platform/values";
import { salesOrder } from "#documents/order/sales-order";

interface ConvertHead {
  platformOrderId: string;
  platformOrderNo: string;
  storeId: string;
  siteId: string | null;
  deptId: string | null;
  status: string;
  fulfillmentChannel: string;
  currency: string;
  orderDate: string;
  latestShipTime: string | null;
}

interface ConvertItem {
  platformOrderId: string;
  platformLineNo: string;
  skuId: string | null;
  qty: number;
  itemPrice: string;
  shippingPrice: string;
  tax: string;
  promo: string;
}

const OPEN = new Set(["Unshipped", "PartiallyShipped"]);

const headsOf = ({ sql, tenantId }: RuleContext, ids: readonly string[]) =>
  sql.query<ConvertHead>(
    `select p.id as "platformOrderId", p.platform_order_no as "platformOrderNo",
       p.store_id as "storeId", p.site_id as "siteId", s.dept_id as "deptId", p.status,
       p.fulfillment_channel as "fulfillmentChannel", p.currency, p.purchase_day as "orderDate",
       to_char(p.latest_ship_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')
         as "latestShipTime"
     from platform_order p join store s on s.id = p.store_id
     where p.id = any($1::bigint[]) and p.tenant_id = $2 and p.del_flag = 0 order by p.id`,
    [ids, tenantId],
  );

const itemsOf = ({ sql }: RuleContext, ids: readonly string[]) =>
  sql.query<ConvertItem>(
    `select platform_order_id as "platformOrderId", platform_line_no as "platformLineNo", sku_id as "skuId", qty,
       item_price::text as "itemPrice", shipping_price::text as "shippingPrice",
       (item_tax + shipping_tax)::text as tax,
       (promotion_discount + shipping_discount)::text as promo
     from platform_order_line where platform_order_id = any($1::bigint[]) and del_flag = 0 and qty > 0
     order by platform_order_id, platform_line_no`,
    [ids],
  );

/** Why an order of a platform is not ours to send, as it is now. */
export function notOurs(order: {
  status: string;
  fulfillmentChannel: string | null;
  unpaired: boolean | null;
}): string | undefined {
  if (order.fulfillmentChannel !== "MFN") return "FBA订单无需生成发货订单";
  if (!OPEN.has(order.status)) return "平台订单不是待发货状态";
  return order.unpaired ? "存在未配对SKU" : undefined;
}

/** Orders go where their platform orders do: the address is never opened on the way. */
async function addressed({ sql }: RuleContext, ids: readonly string[]) {
  const theirs = addressColumns("shipping_address");
  const sets = addressColumns("receiver").map((own, i) => `${own} = p.${theirs[i]}`);
  await sql.query(
    `update sales_order t set ${sets.join(", ")} from platform_order p
     where t.id = any($1::bigint[]) and p.id = t.platform_order_id`,
    [ids],
  );
}

/**
 * Makes the orders of platform orders that we ship ourselves; those that are there already stay. Their
 * maker has locked the platform orders.
 * @returns the order of each
 * @throws Refusal 409 FBA, not to be sent, a SKU that is not paired, no rate of its currency: none is made then
 */
export async function convertOrders(c: RuleContext, platformIds: readonly string[]): Promise<Map<string, string>> {
  await lockAllAdvisory(
    c.sql,
    "salesOfPlatform",
    platformIds.map((id) => `${c.tenantId}/${id}`),
  );
  const known = await c.sql.query<{ id: string; of: string }>(
    `select id, platform_order_id as of from sales_order
     where tenant_id = $1 and platform_order_id = any($2::bigint[]) and del_flag = 0`,
    [c.tenantId, platformIds],
  );
  const made = new Map(known.map(({ id, of }) => [of, id]));
  const ids = [...new Set(platformIds)].filter((id) => !made.has(id));
  if (!ids.length) return made;
  const heads = await headsOf(c, ids);
  if (heads.length < ids.length) throw missing();
  const items = await itemsOf(c, ids);
  const of = grouped(items, (l) => l.platformOrderId);
  for (const head of heads) {
    const own = of.get(head.platformOrderId) ?? [];
    const reason = notOurs({ ...head, unpaired: !own.length || own.some((l) => !l.skuId) });
    if (reason) throw conflict(reason);
  }
  const skus = await skusOf(c, items);
  const written = await insertMany(
    c,
    salesOrder,
    c.book.get(salesOrder.name)?.rules ?? {},
    heads.map(({ status: _status, fulfillmentChannel: _channel, ...own }) => ({
      ...own,
      orderSource: "platform",
      items: (of.get(own.platformOrderId) ?? []).map((l) => ({
        skuId: l.skuId,
        ...wordsOf(skus, l.skuId),
        platformLineNo: l.platformLineNo,
        qty: l.qty,
        unitPrice: r4(dec(l.itemPrice).div(l.qty)),
        itemAmount: l.itemPrice,
        shippingAmount: l.shippingPrice,
        promo: l.promo,
        tax: l.tax,
      })),
    })),
    { workedOut: true },
  );
  for (const [i, { platformOrderId }] of heads.entries()) made.set(platformOrderId, written[i]?.id ?? "");
  await addressed(
    c,
    written.map(({ id }) => id),
  );
  await linkAll(
    c,
    heads.map(({ platformOrderId: id }) => ({
      from: { type: "platform_order", id },
      to: { type: "sales_order", id: made.get(id) ?? "" },
    })),
  );
  return made;
}

/** The same of one. @returns its order */
export const convertOrder = async (c: RuleContext, platformOrderId: string): Promise<string> =>
  (await convertOrders(c, [platformOrderId])).get(platformOrderId) ?? "";
