import type { RuleContext } from "#backend/engine/documents";
import type { matchStates } from "#documents/promotion/words";

export type MatchState = keyof typeof matchStates;

/** Amounts may differ by so much: what participants see is rounded elsewhere. */
const TOLERANCE = "0.05";

/** The goods came back: its parcel, or what the platform refunded of it. */
const RETURNED = `(exists (select 1 from sales_order s join package_order_line pl on pl.order_id = s.id
      join package_order g on g.id = pl.package_order_id
    where s.tenant_id = t.tenant_id and s.platform_order_id = p.id and g.status = 'returned')
  or exists (select 1 from fact_source f where f.source_type = 'platformRefund'
    and f.source_no = p.platform_order_no and f.store_id = p.store_id
    and f.column_name = 'refund_units' and f.amount > 0))`;

/**
 * Compares orders with what the platform says of them (market.md 1): same number, store and SKU, amounts
 * within 0.05. Rows that stay as they are are not written. `$1` is the tenant; `which`: a condition on `t`.
 */
const matching = (which: string) => `
  with told as (
    select t.id, p.id as order_id, case
        when p.id is null or p.store_id <> t.store_id or goods.paid is null then 'unmatched'
        when p.status = 'Canceled' then 'cancelled'
        when ${RETURNED} then 'returned'
        when abs(goods.paid - t.paid_amount) > ${TOLERANCE} then 'amountDiff'
        else 'matched' end as state,
      case when p.id is null then '没有该平台订单' when p.store_id <> t.store_id then '店铺不一致'
        when goods.paid is null then '平台订单中没有该SKU'
        when abs(goods.paid - t.paid_amount) > ${TOLERANCE}
          then '平台金额' || round(goods.paid, 2) end as note
    from evaluation_order t
      left join lateral (select * from platform_order p where p.tenant_id = t.tenant_id
        and p.platform_order_no = t.platform_order_no
        order by p.store_id = t.store_id desc limit 1) p on true
      left join lateral (select sum(l.item_price + l.item_tax - l.promotion_discount) as paid
        from platform_order_line l where l.platform_order_id = p.id and l.sku_id = t.sku_id
          and l.del_flag = 0) goods on true
    where t.tenant_id = $1 and t.del_flag = 0 and ${which})
  update evaluation_order t set match_state = m.state, match_note = m.note,
    platform_order_id = m.order_id
  from told m where m.id = t.id
    and (t.match_state, t.match_note, t.platform_order_id)
      is distinct from (m.state, m.note, m.order_id)`;

/** Compares these orders, which the caller has locked, anew. */
export async function matchOrders(c: RuleContext, ids: readonly string[]): Promise<void> {
  await c.sql.query(matching("t.id = any($2::bigint[])"), [c.tenantId, ids]);
}

/** The platform told something of orders: what was registered of them is compared anew. */
export async function matchPlatformOrders(c: RuleContext, platformOrderIds: readonly string[]): Promise<void> {
  await c.sql.query(
    matching(`t.platform_order_no in (select platform_order_no from platform_order where id = any($2::bigint[]))
      and t.status <> 'cancelled'`),
    [c.tenantId, platformOrderIds],
  );
}

/**
 * Compares orders anew, locked, before a 返款单 is verified: those that are not 已匹配 any more.
 * @returns number of the 测评订单 and its state, in the order of their ids
 */
export async function strayed(
  c: RuleContext,
  ids: readonly string[],
): Promise<{ no: string; platformOrderNo: string; state: MatchState }[]> {
  await matchOrders(c, ids);
  return c.sql.query(
    `select no, platform_order_no as "platformOrderNo", match_state as state from evaluation_order
     where id = any($1::bigint[]) and match_state <> 'matched' order by id`,
    [ids],
  );
}
