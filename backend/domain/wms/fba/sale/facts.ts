import { PIECES } from "#backend/domain/pieces";
import { piecesBack, returnsFrom } from "#backend/domain/wms/costs/estimate";
import type { RuleContext } from "#backend/engine/documents";
import { LATE_DAYS } from "#backend/ledgers/facts/apply";
import { requireFacts } from "#backend/ledgers/facts/months";
import type { Sql } from "#backend/platform/db";

/** Days back that every day is compared; of longer ago, those whose facts changed and those that wait. */
const DAYS = 2 * LATE_DAYS;

/**
 * Stock at the platform with the day that it began on: what sold before was never counted in. A SKU
 * that never lay in the store's FBA warehouse is not sold from it.
 */
const POOLS = `
  select s.tenant_id, s.warehouse_id, w.store_id, s.sku_id, k.sku_code, s.good_qty - s.reserved_qty as free,
    i.timezone, ${returnsFrom("w.store_id")} as returns_from,
    (select m.biz_date from stock_move m
     where m.tenant_id = s.tenant_id and m.warehouse_id = s.warehouse_id and m.sku_id = s.sku_id
       and m.bucket <> 'transit' order by m.id limit 1) as first
  from stock s
    join warehouse w on w.id = s.warehouse_id and w.kind = 'fba' and w.enabled and w.del_flag = 0
    join store t on t.id = w.store_id and t.del_flag = 0
    join site i on i.id = t.site_id
    join sku k on k.id = s.sku_id`;

/** What must be sold for a piece of a pool to leave: the SKU itself, or a combination that it is part of. */
const PARTS = `
  select p.*, x.sku_code as sold_code, x.per from pool p join (${PIECES}) x on x.piece_id = p.sku_id`;

const BY = "p.tenant_id, p.store_id, p.warehouse_id, t.biz_date, p.sku_id, p.sku_code, p.free";

/**
 * What these pools sold and got back by day; only what the platform itself ships.
 * @param facts relation of trade facts, `t`
 */
const sold = (facts: string, where: string) => `
  select ${BY}, string_agg(distinct t.seller_sku, ' ') as msku,
    greatest(sum(t.units * p.per), 0)::int as sold,
    greatest(sum(${piecesBack("t", "p.returns_from")} * p.per), 0)::int as returned
  from ${facts}
    join part p on t.store_id = p.store_id and t.sku_code = p.sold_code
      and t.biz_date > p.first and t.biz_date < (now() at time zone p.timezone)::date
  where ${where} and exists (select 1 from sku_listing l
    where l.store_id = t.store_id and l.msku = t.seller_sku and l.fulfillment_channel = 'AFN')
  group by ${BY}`;

/** One SKU of a store's day. */
export interface Sold {
  skuId: string;
  msku: string;
  sold: number;
  returned: number;
}

/**
 * What the trade facts say now of a store's day.
 * @throws Refusal 409 when they were moved into a file
 */
export async function soldOn(
  { sql, tenantId }: RuleContext,
  day: { fbaWarehouseId: string | null; bizDate: string | null },
): Promise<Sold[]> {
  const found = await sql.query<Sold>(
    `with pool as (${POOLS} where s.tenant_id = $1 and s.warehouse_id = $2), part as (${PARTS})
     select sku_id as "skuId", msku, sold, returned
     from (${sold("fact_trade_daily t", "t.biz_date = $3")}) x
     where sold > 0 or returned > 0 order by sku_id`,
    [tenantId, day.fbaWarehouseId, day.bizDate],
  );
  if (!found.length && day.bizDate) await requireFacts(sql, "fact_trade_daily", day.bizDate);
  return found;
}

/** A day of a store whose stock does not follow its sales yet; `id`: its document, where it has one. */
export interface DueDay {
  tenantId: string;
  storeId: string;
  fbaWarehouseId: string;
  bizDate: string;
  id: string | null;
}

/** Facts of the late days alone, found day by day. */
const LATE = `late d cross join lateral (
  select * from fact_trade_daily f
  where f.biz_date = d.biz_date and f.store_id = d.store_id offset 0) t`;

/**
 * The days whose facts differ from what is posted, and those that wait for stock that is there now,
 * earliest first. What a person took back stays so.
 */
export const dueDays = (sql: Pick<Sql, "query">, most: number) =>
  sql.query<DueDay>(
    `with pool as (${POOLS}), part as (${PARTS}),
     late as (
       select store_id, biz_date from fact_trade_late where biz_date < now()::date - ${DAYS}
       union
       select store_id, biz_date from fba_sale
       where status = 'pending' and del_flag = 0 and biz_date < now()::date - ${DAYS}),
     sold as (
       ${sold("fact_trade_daily t", `t.biz_date >= now()::date - ${DAYS}`)}
       union all
       ${sold(LATE, "true")})
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
