import type { Row, RuleContext, Values } from "../../../documents/rules";
import { conflict } from "../../../http/refusal";
import { dec } from "../../../values/money";
import { param } from "../../../values/params";

/**
 * A price well above the last approved one needs a remark on its line.
 * @throws Refusal 409 SKU {code} 单价较上次上涨超过10%，请填写原因
 */
export async function requirePriceReasons(c: RuleContext, lines: readonly Row[], header: Values) {
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
