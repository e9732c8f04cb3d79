import type { Sql } from "../../../../db/sql";
import type { RuleContext } from "../../../../documents/rules";

/** Days back that new trade facts are looked for. */
const DAYS = 62;

/**
 * Stock at the platform with the day that it began on: what sold before was never counted in. A SKU
 * that never lay in the store's FBA warehouse is not sold from it.
 */
const POOLS = `
  select s.tenant_id, s.warehouse_id, w.store_id, s.sku_id, k.sku_code, s.good_qty - s.reserved_qty as free,
    i.timezone,
    (select m.biz_date from stock_move m
     where m.tenant_id = s.tenant_id and m.warehouse_id = s.warehouse_id and m.sku_id = s.sku_id
       and m.bucket <> 'transit' order by m.id limit 1) as first
  from stock s
    join warehouse w on w.id = s.warehouse_id and w.kind = 'fba' and w.enabled and w.del_flag = 0
    join store t on t.id = w.store_id and t.del_flag = 0
    join site i on i.id = t.site_id
    join sku k on k.id = s.sku_id`;

/** What these pools sold and got back by day; only what the platform itself ships. */
const SOLD = `
  select p.tenant_id, p.store_id, p.warehouse_id, t.biz_date, p.sku_id, p.sku_code, p.free,
    string_agg(distinct t.seller_sku, ' ') as msku, greatest(sum(t.units), 0)::int as sold,
    greatest(sum(t.refund_units), 0)::int as returned
  from pool p
    join fact_trade_daily t on t.store_id = p.store_id and t.sku_code = p.sku_code
      and t.biz_date > p.first and t.biz_date < (now() at time zone p.timezone)::date
  where exists (select 1 from sku_listing l
    where l.store_id = t.store_id and l.msku = t.seller_sku and l.fulfillment_channel = 'AFN')`;

/** One SKU of a store's day. */
export interface Sold {
  skuId: string;
  msku: string;
  sold: number;
  returned: number;
}

/** What the trade facts say now of a store's day. */
export const soldOn = (
  { sql, tenantId }: RuleContext,
  day: { fbaWarehouseId: string | null; bizDate: string | null },
) =>
  sql.query<Sold>(
    `with pool as (${POOLS} where s.tenant_id = $1 and s.warehouse_id = $2)
     select sku_id as "skuId", msku, sold, returned from (
       ${SOLD} and t.biz_date = $3
       group by p.tenant_id, p.store_id, p.warehouse_id, t.biz_date, p.sku_id, p.sku_code, p.free) x
     where sold > 0 or returned > 0 order by sku_id`,
    [tenantId, day.fbaWarehouseId, day.bizDate],
  );

/** A day of a store whose stock does not follow its sales yet; `id`: its document, where it has one. */
export interface DueDay {
  tenantId: string;
  storeId: string;
  fbaWarehouseId: string;
  bizDate: string;
  id: string | null;
}

/**
 * The days whose facts differ from what is posted, and those that wait for stock that is there now,
 * earliest first. What a person took back stays so.
 */
export const dueDays = (sql: Pick<Sql, "query">, most: number) =>
  sql.query<DueDay>(
    `with pool as (${POOLS}),
     sold as (${SOLD} and t.biz_date >= current_date - ${DAYS}
       group by p.tenant_id, p.store_id, p.warehouse_id, t.biz_date, p.sku_id, p.sku_code, p.free)
     select f.tenant_id as "tenantId", f.store_id as "storeId", f.warehouse_id as "fbaWarehouseId",
       f.biz_date as "bizDate", h.id
     from sold f
       left join fba_sale h on h.tenant_id = f.tenant_id and h.store_id = f.store_id
         and h.biz_date = f.biz_date and h.del_flag = 0
       left join fba_sale_line l on l.fba_sale_id = h.id and l.sku_id = f.sku_id and l.del_flag = 0
     where h.status is distinct from 'reversed'
       and (f.sold <> coalesce(l.sold_qty, 0) or f.returned <> coalesce(l.return_qty, 0)
         or (l.pending_qty > 0 and f.free > 0))
     group by 1, 2, 3, 4, 5 order by f.biz_date, f.store_id limit $1`,
    [most],
  );
