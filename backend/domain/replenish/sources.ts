import type { RuleContext } from "#backend/engine/documents";
import { today } from "#backend/platform/values";
import { PIECES } from "../pieces";

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

/**
 * What stores sell now: approved SKUs on sale, a combination as its parts, with the terms of their first
 * supplier.
 */
export const listed = ({ sql, tenantId }: Where, only: Only): Promise<Listed[]> =>
  sql.query<Listed>(
    `select g.sku_id as "skuId", g.store_id as "storeId", k.sku_code as "skuCode", k.name as "skuName",
       p.category_id as "categoryId", k.buyer_id as "buyerId", g.group_id as "groupId", g.fba,
       coalesce(q.lead_days, k.lead_days, s.lead_days) as "leadDays",
       greatest(k.moq, q.min_qty) as moq, k.pcs_per_carton as pack
     from (
         select x.piece_id as sku_id, l.store_id, min(l.group_id) as group_id,
           bool_or(l.fulfillment_channel = 'AFN') as fba
         from sku_listing l join sku o on o.id = l.sku_id and o.status = 'approved'
             and o.sale_status in ('onSale', 'developing')
           join (${PIECES}) x on x.sku_id = l.sku_id
         where l.tenant_id = $1 and l.del_flag = 0 and l.listing_status = 'active'
           and ($2::bigint[] is null or x.piece_id = any($2))
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

/** A warehouse that goods lie in. */
export interface SourcePlace {
  id: string;
  name: string;
  /** domestic, overseas, thirdParty or fba. */
  kind: string;
  /** Whose it is, where it belongs to one. */
  storeId: string | null;
  /** Stores whose site it serves. */
  stores: string[];
}

/** Warehouses that can serve buyers, or what serves them, in the order of their ids. */
export const places = ({ sql, tenantId }: Where) =>
  sql.query<SourcePlace>(
    `select w.id, w.name, w.kind, w.store_id as "storeId", array(
         select t.id::text from store t join site i on i.id = t.site_id
         where t.tenant_id = $1 and t.del_flag = 0 and i.site_code = any(w.site_codes)
       ) as stores
     from warehouse w
     where w.tenant_id = $1 and w.del_flag = 0 and w.enabled
       and w.kind in ('domestic', 'overseas', 'thirdParty', 'fba')
     order by w.id`,
    [tenantId],
  );

/**
 * What lies in each warehouse and can be taken; what a transfer that is still written will take is not
 * there for another one.
 */
export const stocks = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<{ skuId: string; warehouseId: string; qty: number }>(
    `select s.sku_id as "skuId", s.warehouse_id as "warehouseId",
       greatest(s.available_qty - coalesce(d.qty, 0), 0)::int as qty
     from stock s left join (
         select l.sku_id, h.from_warehouse_id, sum(l.good_qty) as qty
         from transfer_line l join transfer h on h.id = l.transfer_id
         where h.tenant_id = $1 and h.del_flag = 0 and l.del_flag = 0 and h.status = 'draft'
         group by 1, 2) d on d.sku_id = s.sku_id and d.from_warehouse_id = s.warehouse_id
     where s.tenant_id = $1 and s.available_qty > 0 and ($2::bigint[] is null or s.sku_id = any($2))`,
    [tenantId, only],
  );

/** What is to come: `moving` is somewhere already, the rest is ordered. */
export interface SourceComing {
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
  sql.query<SourceComing>(
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
  sql.query<SourceComing>(
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

/** Orders in force that nobody asked for by a requisition, and what suppliers owe of any of them. */
const purchases = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<SourceComing>(
    `select l.sku_id as "skuId", h.warehouse_id as "warehouseId", null as "storeId",
       coalesce(l.expect_date, h.expect_date) - $3::date as day, false as moving,
       sum(case when d.id is null then l.open_qty else 0 end
         + l.owed_replenish_qty + l.owed_exchange_qty)::int as qty
     from purchase_order_line l join purchase_order h on h.id = l.purchase_order_id
       left join inquiry_quote q on q.id = l.award_id
       left join inquiry_order_line i on i.id = q.line_id
       left join turn_requisition_line d on d.id = coalesce(i.turn_line_id, l.turn_line_id)
         and d.req_line_id is not null
     where h.tenant_id = $1 and h.del_flag = 0 and l.del_flag = 0
       and h.status in ('approved', 'executing') and ($2::bigint[] is null or l.sku_id = any($2))
     group by 1, 2, 4`,
    [tenantId, only, today()],
  );

/** What was signed and is not inspected yet lies there from tomorrow on. */
const inspected = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<SourceComing>(
    `select sku_id as "skuId", warehouse_id as "warehouseId", null as "storeId", 1 as day,
       true as moving, qc_qty as qty
     from stock where tenant_id = $1 and qc_qty > 0 and ($2::bigint[] is null or sku_id = any($2))`,
    [tenantId, only],
  );

export async function comings(c: Where, only: Only): Promise<SourceComing[]> {
  const all: SourceComing[] = [];
  for (const of of [transfers, requisitions, purchases, inspected]) all.push(...(await of(c, only)));
  return all.filter((one) => one.qty > 0);
}

/** Season factors of categories and SKUs, January first. */
export const seasons = ({ sql, tenantId }: Where) =>
  sql.query<{ name: string; categoryId: string | null; skuId: string | null; months: string[] }>(
    `select name, category_id as "categoryId", sku_id as "skuId",
       array[m01, m02, m03, m04, m05, m06, m07, m08, m09, m10, m11, m12]::text[] as months
     from replenish_season where tenant_id = $1 and del_flag = 0 order by id`,
    [tenantId],
  );

/** How strong the weeks of last year were; the first one begins on a day, and again every 52 weeks. */
export interface YearKept {
  begins: string;
  weeks: number[];
}

/** Rows that there are, with what somebody set or changed in them. */
export interface Standing {
  id: string;
  skuId: string;
  storeId: string;
  ownMode: string | null;
  ownSafety: number | null;
  gone: boolean;
  /** Of rows of some SKUs alone: the rest is worked out anew. */
  year: YearKept | null;
}

export const standing = ({ sql, tenantId }: Where, only: Only) =>
  sql.query<Standing>(
    `select id, sku_id as "skuId", store_id as "storeId", own_mode as "ownMode",
       own_safety as "ownSafety", del_flag = 1 as gone, case when $2::bigint[] is not null then year_weeks end as year
     from replenish where tenant_id = $1 and ($2::bigint[] is null or sku_id = any($2))
     order by del_flag, id`,
    [tenantId, only],
  );
