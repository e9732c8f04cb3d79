import { packageOrder } from "#documents/order/package-order";
import { Refused } from "../../../../connect/words";
import type { Sql } from "../../../../db/sql";
import { openAddress } from "../../../../personal/open";

/** A package as systems outside are told of it. */
export interface Told {
  id: string;
  no: string;
  status: string;
  task: string | null;
  externalOrderNo: string | null;
  trackingNo: string | null;
  channelCode: string;
  weightKg: string;
  lines: {
    code: string | null;
    sku: string;
    qty: number;
    declareName: string;
    declarePrice: string;
    externalQty: number | null;
  }[];
}

/** @throws Refused when there is no such package */
export async function toldOf(sql: Sql, id: unknown): Promise<Told> {
  const found = await sql.one<Told>(
    `select t.id, t.no, t.status, t.task, t.external_order_no as "externalOrderNo",
       t.tracking_no as "trackingNo", coalesce(h.code, '') as "channelCode",
       t.package_weight_kg::text as "weightKg",
       (select jsonb_agg(jsonb_build_object('code', l.external_sku, 
            'sku', l.sku_code, 'qty', l.qty, 'externalQty', l.external_qty, 'declareName', coalesce(l.declare_name_en, l.sku_name),
            'declarePrice', coalesce(l.declare_price, 0)::text) order by l.line_no, l.id)
        from package_order_line l where l.package_order_id = t.id and l.del_flag = 0) as lines
     from package_order t left join logistics_channel h on h.id = t.logistics_channel_id
     where t.id = $1 and t.del_flag = 0`,
    [String(id)],
  );
  if (!found) throw new Refused("包裹不存在");
  return found;
}

/** Who gets a package. @throws Refused when it is not kept any more, or not whole */
export async function receiverOf(sql: Sql, id: string) {
  const address = await openAddress(sql, packageOrder, id, "receiver");
  const { name, line1, country } = address ?? {};
  if (!address || !name || !line1 || !country) throw new Refused("收件信息不完整或已清除");
  return { ...address, name, line1, country: country.toUpperCase() };
}
