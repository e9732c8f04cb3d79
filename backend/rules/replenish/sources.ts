import type { RuleContext } from "../../documents/rules";
import { today } from "../../values/calendar";

type Where = Pick<RuleContext, "sql" | "tenantId">;

/** SKUs of which rows are asked for; none: all. */
export type Only = readonly string[] | null;

/** A SKU that a store sells, and what is known of it. */
export interface Listed {
  skuId: string;
  storeId: string;
  skuCode: string;
  skuName: string;
  categoryId: string | null;
  buyerId: string | null;
  groupId: string | null;
  fba: boolean;
  leadDays: number | null;
  moq: number | null;
  pack: number | null;
}

/** What stores sell now: approved SKUs on sale, with the terms of their first supplier. */
export const listed = ({ sql, tenantId }: Where, only: Only): Promise<Listed[]> =>
  sql.query<Listed>(
    `select g.sku_id as "skuId", g.store_id as "storeId", k.sku_code as "skuCode", k.name as "skuName",
       p.category_id as "categoryId", k.buyer_id as "buyerId", g.group_id as "groupId", g.fba,
       coalesce(q.lead_days, k.lead_days, s.lead_days) as "leadDays",
       greatest(k.moq, q.min_qty) as moq, k.pcs_per_carton as pack
     from (
         select sku_id, store_id, min(group_id) as group_id, bool_or(fulfillment_channel = 'AFN') as fba
         from sku_listing
         where tenant_id = $1 and del_flag = 0 and listing_status = 'active'
           and ($2::bigint[] is null or sku_id = any($2))
         group by 1, 2) g
       join sku k on k.id = g.sku_id
       left join spu p on p.id = k.spu_id
       left join lateral (
         select o.supplier_id, o.lead_days, o.min_qty from sku_supplier_price o
         where o.sku_id = k.id and o.del_flag = 0 order by o.is_default desc, o.id limit 1) q on true
       left join supplier s on s.id = q.supplier_id
     where k.del_flag = 0 and k.status = 'approved' and k.sale_status in ('onSale', 'developing')
     order by g.sku_id, g.store_id`,
    [tenantId, only],
  );

/** Pieces that stores sold in the 7, 30 and 90 days before today. */
export const sales = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<{ skuId: string; storeId: string; d7: number; d30: number; d90: number }>(
    `select k.id as "skuId", f.store_id as "storeId",
       coalesce(sum(f.units) filter (where f.biz_date >= $3::date - 7), 0)::int as d7,
       coalesce(sum(f.units) filter (where f.biz_date >= $3::date - 30), 0)::int as d30,
       sum(f.units)::int as d90
     from fact_trade_daily f join sku k on k.sku_code = f.sku_code and k.tenant_id = $1 and k.del_flag = 0
     where f.biz_date between $3::date - 90 and $3::date - 1
       and ($2::bigint[] is null or k.id = any($2))
     group by 1, 2`,
    [tenantId, only, today()],
  );

/** Where a store's goods lie: its FBA warehouse, one abroad for its site, else one at home. */
export const places = ({ sql, tenantId }: Where) =>
  sql.query<{ storeId: string; fba: string | null; own: string | null; ownAbroad: boolean }>(
    `with w as (select * from warehouse where tenant_id = $1 and del_flag = 0 and enabled)
     select t.id as "storeId",
       (select min(w.id)::text from w where w.kind = 'fba' and w.store_id = t.id) as fba,
       coalesce(a.id, h.id)::text as own, a.id is not null as "ownAbroad"
     from store t
       left join site i on i.id = t.site_id
       left join lateral (select min(w.id) as id from w
         where w.kind in ('overseas', 'thirdParty') and i.site_code = any(w.site_codes)) a on true
       cross join (select min(w.id) as id from w where w.kind = 'domestic') h
     where t.tenant_id = $1 and t.del_flag = 0`,
    [tenantId],
  );

/** What lies in each warehouse and can be taken. */
export const stocks = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<{ skuId: string; warehouseId: string; qty: number }>(
    `select sku_id as "skuId", warehouse_id as "warehouseId", available_qty as qty from stock
     where tenant_id = $1 and available_qty <> 0 and ($2::bigint[] is null or sku_id = any($2))`,
    [tenantId, only],
  );

/** What is to come: `moving` has left another warehouse, the rest is ordered. */
export interface Coming {
  skuId: string;
  warehouseId: string | null;
  storeId: string | null;
  qty: number;
  /** Days from today. */
  day: number | null;
  moving: boolean;
}

/** Transfers that are not finished: those under way, and those that are still made ready. */
const transfers = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<Coming>(
    `select l.sku_id as "skuId", h.to_warehouse_id as "warehouseId", null as "storeId",
       h.expect_arrive_date - $3::date as day, h.status in ('shipped', 'partReceived') as moving,
       sum(case when h.status in ('shipped', 'partReceived')
         then l.shipped_qty - l.received_good_qty - l.received_bad_qty - l.lost_qty
         else l.good_qty end)::int as qty
     from transfer_line l join transfer h on h.id = l.transfer_id
     where h.tenant_id = $1 and h.del_flag = 0 and l.del_flag = 0
       and h.status in ('draft', 'auditing', 'approved', 'packed', 'shipped', 'partReceived')
       and ($2::bigint[] is null or l.sku_id = any($2))
     group by 1, 2, 4, 5`,
    [tenantId, only, today()],
  );

/** Requisitions of which not everything came in: what is asked for is as good as ordered. */
const requisitions = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<Coming>(
    `select l.sku_id as "skuId", h.warehouse_id as "warehouseId", h.store_id as "storeId",
       coalesce(l.expect_date, h.expect_date) - $3::date as day, false as moving,
       sum(l.qty - l.cancel_qty - l.received_qty - l.lost_qty - l.transfer_qty)::int as qty
     from purchase_requisition_line l
       join purchase_requisition h on h.id = l.purchase_requisition_id
     where h.tenant_id = $1 and h.del_flag = 0 and l.del_flag = 0
       and h.status in ('draft', 'auditing', 'approved', 'partTurned', 'turned')
       and ($2::bigint[] is null or l.sku_id = any($2))
     group by 1, 2, 3, 4`,
    [tenantId, only, today()],
  );

export async function comings(c: Where, only: Only): Promise<Coming[]> {
  const all = [...(await transfers(c, only)), ...(await requisitions(c, only))];
  return all.filter((one) => one.qty > 0);
}

/** Season factors of categories and SKUs, January first. */
export const seasons = ({ sql, tenantId }: Where) =>
  sql.query<{ categoryId: string | null; skuId: string | null; months: string[] }>(
    `select category_id as "categoryId", sku_id as "skuId",
       array[m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12]::text[] as months
     from replenish_season where tenant_id = $1 and del_flag = 0 order by id`,
    [tenantId],
  );

/** Rows that there are, with what somebody set or changed in them. */
export interface Standing {
  id: string;
  skuId: string;
  storeId: string;
  ownMode: string | null;
  ownSafety: number | null;
  gone: boolean;
}

export const standing = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<Standing>(
    `select id, sku_id as "skuId", store_id as "storeId", own_mode as "ownMode",
       own_safety as "ownSafety", del_flag = 1 as gone
     from replenish where tenant_id = $1 and ($2::bigint[] is null or sku_id = any($2))
     order by del_flag, id`,
    [tenantId, only],
  );
