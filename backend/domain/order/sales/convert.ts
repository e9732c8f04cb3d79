import { skusOf, wordsOf } from "#backend/domain/sku-lines";
import { link, type RuleContext } from "#backend/engine/documents";
import { insert } from "#backend/engine/documents/writing/write";
import { lockAdvisory } from "#backend/platform/db";
import { conflict, missing } from "#backend/platform/http";
import { copyAddress } from "#backend/platform/personal/address";
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
  platformLineNo: string;
  skuId: string | null;
  qty: number;
  itemPrice: string;
  shippingPrice: string;
  tax: string;
  promo: string;
}

const OPEN = new Set(["Unshipped", "PartiallyShipped"]);

const headOf = ({ sql, tenantId }: RuleContext, id: string) =>
  sql.one<ConvertHead>(
    `select p.id as "platformOrderId", p.platform_order_no as "platformOrderNo",
       p.store_id as "storeId", p.site_id as "siteId", s.dept_id as "deptId", p.status,
       p.fulfillment_channel as "fulfillmentChannel", p.currency, p.purchase_day as "orderDate",
       to_char(p.latest_ship_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')
         as "latestShipTime"
     from platform_order p join store s on s.id = p.store_id
     where p.id = $1 and p.tenant_id = $2 and p.del_flag = 0`,
    [id, tenantId],
  );

const itemsOf = ({ sql }: RuleContext, id: string) =>
  sql.query<ConvertItem>(
    `select platform_line_no as "platformLineNo", sku_id as "skuId", qty,
       item_price::text as "itemPrice", shipping_price::text as "shippingPrice",
       (item_tax + shipping_tax)::text as tax,
       (promotion_discount + shipping_discount)::text as promo
     from platform_order_line where platform_order_id = $1 and del_flag = 0 and qty > 0
     order by platform_line_no`,
    [id],
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

/**
 * Makes the order of a platform order that we ship ourselves; the one that is there already, if any.
 * Its maker has locked the platform order.
 * @throws Refusal 409 FBA, not to be sent, a SKU that is not paired, no rate of its currency
 */
export async function convertOrder(c: RuleContext, platformOrderId: string): Promise<string> {
  await lockAdvisory(c.sql, "salesOfPlatform", `${c.tenantId}/${platformOrderId}`);
  const known = await c.sql.one<{ id: string }>(
    "select id from sales_order where tenant_id = $1 and platform_order_id = $2 and del_flag = 0",
    [c.tenantId, platformOrderId],
  );
  if (known) return known.id;
  const head = await headOf(c, platformOrderId);
  if (!head) throw missing();
  const items = await itemsOf(c, platformOrderId);
  const unpaired = !items.length || items.some((l) => !l.skuId);
  const reason = notOurs({ ...head, unpaired });
  if (reason) throw conflict(reason);
  const skus = await skusOf(c, items);
  const { status: _status, fulfillmentChannel: _channel, ...own } = head;
  const { id } = await insert(
    c,
    salesOrder,
    c.book.get(salesOrder.name)?.rules ?? {},
    {
      ...own,
      orderSource: "platform",
      items: items.map((l) => ({
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
    },
    { workedOut: true },
  );
  await copyAddress(c.sql, {
    from: { table: "platform_order", column: "shipping_address", id: platformOrderId },
    to: { table: "sales_order", column: "receiver", id },
  });
  await link(c, { type: "platform_order", id: platformOrderId }, { type: "sales_order", id });
  return id;
}
