import type { RuleContext } from "#backend/engine/documents";
import { keep } from "#backend/platform/db";
import type { StateOf } from "#documents/kit";
import type { packageOrder } from "#documents/order/package-order";
import type { Packed } from "./lines";

export type PackageState = StateOf<typeof packageOrder>;

/** A package that serves an order. */
export interface PackageOf {
  id: string;
  no: string;
  status: PackageState;
  warehouseId: string | null;
  channelId: string | null;
  trackingNo: string | null;
  /** Other orders lie in it too. */
  shared: boolean;
  /** Pieces of this order alone. */
  lines: Packed[];
}

/**
 * The packages of orders by the order, oldest first, cancelled ones too; in a transaction nobody changes
 * them. One that several of the orders share stands with each of them.
 */
export async function packagesOfAll(c: RuleContext, orderIds: readonly string[]): Promise<Map<string, PackageOf[]>> {
  const { sql, tenantId } = c;
  if (sql.held)
    await sql.query(
      `select id from package_order where tenant_id = $1 and del_flag = 0 and id in (
         select package_order_id from package_order_line where order_id = any($2::bigint[]) and del_flag = 0)
       order by id ${keep(sql, "package_order")}`,
      [tenantId, orderIds],
    );
  const rows = await sql.query<PackageOf & { orderId: string }>(
    `select l.order_id as "orderId", p.id, p.no, p.status, p.warehouse_id as "warehouseId",
       p.logistics_channel_id as "channelId", p.tracking_no as "trackingNo",
       exists (select 1 from package_order_line o where o.package_order_id = p.id
         and o.del_flag = 0 and o.order_id <> l.order_id) as shared,
       jsonb_agg(jsonb_build_object('id', l.id::text, 'orderId', l.order_id::text,
         'orderLineId', l.order_line_id::text, 'skuId', l.sku_id::text, 'qty', l.qty)
         order by l.line_no, l.id) as lines
     from package_order_line l join package_order p on p.id = l.package_order_id
     where l.order_id = any($2::bigint[]) and l.del_flag = 0 and p.tenant_id = $1 and p.del_flag = 0
     group by l.order_id, p.id order by p.id`,
    [tenantId, orderIds],
  );
  const found = new Map(orderIds.map((id): [string, PackageOf[]] => [id, []]));
  for (const { orderId, ...row } of rows) found.get(orderId)?.push(row);
  return found;
}

/** Those of one order. */
export const packagesOf = async (c: RuleContext, orderId: string): Promise<PackageOf[]> =>
  (await packagesOfAll(c, [orderId])).get(orderId) ?? [];
