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

/** The packages of an order, oldest first, cancelled ones too; in a transaction nobody changes them. */
export async function packagesOf(c: RuleContext, orderId: string): Promise<PackageOf[]> {
  const { sql, tenantId } = c;
  if (sql.held)
    await sql.query(
      `select id from package_order where tenant_id = $1 and del_flag = 0 and id in (
         select package_order_id from package_order_line where order_id = $2 and del_flag = 0)
       order by id ${keep(sql, "package_order")}`,
      [tenantId, orderId],
    );
  return sql.query<PackageOf>(
    `select p.id, p.no, p.status, p.warehouse_id as "warehouseId",
       p.logistics_channel_id as "channelId", p.tracking_no as "trackingNo",
       exists (select 1 from package_order_line o where o.package_order_id = p.id
         and o.del_flag = 0 and o.order_id <> $2) as shared,
       (select jsonb_agg(jsonb_build_object('id', l.id::text, 'orderId', l.order_id::text,
            'orderLineId', l.order_line_id::text, 'skuId', l.sku_id::text, 'qty', l.qty)
          order by l.line_no, l.id)
        from package_order_line l
        where l.package_order_id = p.id and l.order_id = $2 and l.del_flag = 0) as lines
     from package_order p
     where p.tenant_id = $1 and p.del_flag = 0 and exists (select 1 from package_order_line l
       where l.package_order_id = p.id and l.order_id = $2 and l.del_flag = 0)
     order by p.id`,
    [tenantId, orderId],
  );
}
