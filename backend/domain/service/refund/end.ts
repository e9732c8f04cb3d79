import { recountCustomers } from "#backend/domain/buyers/keep";
import { orderPaidBack } from "#backend/domain/kol/cooperation/attribution";
import { NOW, patch, pick, type RuleContext } from "#backend/engine/documents";
import { listingNames } from "#backend/ledgers/facts/listing-names";
import { postTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import type { Sql } from "#backend/platform/db";
import { csRefund } from "#documents/service/cs-refund";

/**
 * What a refund takes away from the figures of the day of its execution, at the site: goods and freight
 * without tax, and pieces (market.md 8). Once, however often it is said.
 */
async function postRefundFacts(sql: Sql, id: string): Promise<number> {
  const entries = await sql.query<TradeEntry>(
    `with refund as (
       select r.id, r.no, r.store_id, (r.executed_time at time zone t.time_zone)::date as day
       from cs_refund r join platform_order t on t.id = r.platform_order_id where r.id = $1),
     name as (${listingNames("select store_id from refund")})
     select 'csRefund' as "sourceType", r.no as "sourceNo", r.day::text as "bizDate",
       r.store_id as "storeId", coalesce(n.msku, l.seller_sku) as "sellerSku", v.name as "column",
       sum(v.amount)::text as amount
     from refund r join cs_refund_line l on l.cs_refund_id = r.id and l.del_flag = 0
       left join name n on n.store_id = r.store_id and n.lower = lower(l.seller_sku)
       cross join lateral (values ('refund_amt', l.principal + l.shipping),
         ('refund_units', l.qty::numeric)) v(name, amount)
     where l.sku_id is not null group by 1, 2, 3, 4, 5, 6 having sum(v.amount) <> 0 order by 5, 6`,
    [id],
  );
  return postTradeFacts(sql, entries);
}

/**
 * What follows once the money is back: figures of the day, what is known of the buyer, and what the star
 * is owed whose code the order bears.
 */
export async function moneyBack(
  c: RuleContext,
  id: string,
  told: { platformRefundId: string; executedTime?: string | null; registerOnly?: boolean },
): Promise<void> {
  await patch(c, csRefund, id, {
    platformRefundId: told.platformRefundId,
    sendMessage: null,
    doubtful: false,
    registerOnly: told.registerOnly ?? false,
    executedTime: told.executedTime ?? NOW,
  });
  await postRefundFacts(c.sql, id);
  const row = await pick(c, csRefund, id, ["buyerKey", "platformOrderId"]);
  await recountCustomers(c.sql, c.tenantId, row?.buyerKey ? [row.buyerKey] : []);
  if (row) await orderPaidBack(c, row.platformOrderId);
}
