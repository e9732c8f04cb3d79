import { STORE_ROW } from "#backend/ledgers/facts/apply";
import { addTradeFacts, type TradeEntry } from "#backend/ledgers/facts/post";
import type { Database, Sql } from "#backend/platform/db";

/** Source of losses and late costs; its number is that of the document that moved the goods. */
export const MOVE_SOURCE = "stockMove";
/** Documents that it may be. */
export const MOVERS = ["transfer", "fba_return", "fba_disposal", "other_in", "other_out"] as const;

/** Moves that one transaction brings to the figures. */
const MOST = 500;

/**
 * Takes moves that wait, each once, as amounts of the trade facts: what was lost, what a count found, and what of a
 * late cost has left with sales. They are the store's, on the platform SKU that it sells these goods by.
 */
const TAKEN = `
  with taken as (
    delete from stock_cost_due d using (select move_id from stock_cost_due order by move_id limit ${MOST}) x
    where x.move_id = d.move_id returning d.move_id),
  move as (
    select m.biz_no, m.biz_date, w.store_id, m.biz_type, m.amount, m.first_leg,
      coalesce((select l.msku from sku_listing l where l.store_id = w.store_id and l.sku_id = m.sku_id and l.msku is not null
        order by l.del_flag, l.fulfillment_channel is distinct from 'AFN', l.id limit 1), '${STORE_ROW}') as msku
    from taken t join stock_move m on m.id = t.move_id join warehouse w on w.id = m.warehouse_id
    where m.biz_type not in ('otherIn', 'otherInReverse', 'otherOut', 'otherOutReverse')
      or exists (select 1 from other_in o where m.biz_document = 'other_in' and o.id = m.biz_id and o.in_type = 'adjust')
      or exists (select 1 from other_out o where m.biz_document = 'other_out' and o.id = m.biz_id and o.out_type = 'adjust'))
  select '${MOVE_SOURCE}' as "sourceType", biz_no as "sourceNo", biz_date::text as "bizDate", store_id as "storeId",
    msku as "sellerSku", v.name as "column", (-sum(v.amount))::text as amount
  from move cross join lateral (values
    ('stock_loss', case when biz_type <> 'costOfSales' then amount end),
    ('product_cost', case when biz_type = 'costOfSales' then amount - first_leg end),
    ('first_leg_cost', case when biz_type = 'costOfSales' then first_leg end)) v(name, amount)
  group by 1, 2, 3, 4, 5, 6 having sum(v.amount) <> 0 order by 3, 4, 5, 6`;

const waiting = (sql: Pick<Sql, "query">) => sql.query("select 1 from stock_cost_due limit 1");

/** Brings losses and late costs of the platform's warehouses to the trade facts (figures.md C.2), as they come. */
export async function postMoveCosts(db: Database): Promise<void> {
  while ((await waiting(db)).length) await db.tx(async (sql) => addTradeFacts(sql, await sql.query<TradeEntry>(TAKEN)));
}
