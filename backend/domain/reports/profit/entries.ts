import { lineAmount, lineSku, linesPosted } from "#backend/domain/intake/lines";
import { STORAGE_KINDS } from "#backend/domain/intake/storage/post";
import { DAY_SOURCE, RETURN_SOURCE } from "#backend/domain/wms/costs/estimate";
import { MOVE_SOURCE, MOVERS } from "#backend/domain/wms/costs/moves";
import { VIEW_COLUMNS } from "#backend/engine/documents/tables/views";
import { monthRates, rateJoin, rateOf } from "#backend/ledgers/facts/rates";
import { factScopeSql } from "#backend/ledgers/facts/scope";
import type { Caller } from "#backend/platform/http";
import type { ListQuery } from "#documents/kit";
import { isEstimate } from "./facts";
import { CNY, filtered, idOf, idsIn, PARTS, type ProfitBind, profitDays } from "./rows";

/** Sources whose number is an order's. */
const OF_ORDERS = `'platformOrder', 'settlementOrder', '${RETURN_SOURCE}'`;

/** Where an entry comes from: its declaration and its row. */
const SOURCES = `
  left join lateral (
    select 'platform_order' as document, o.id::text as id from platform_order o
    where e.source_type in (${OF_ORDERS}) and o.tenant_id = w.tenant_id
      and o.store_id = e.store_id and lower(o.platform_order_no) = lower(e.source_no) and o.del_flag = 0
    union all
    select 'settlement', h.id::text from settlement h
    where e.source_type = 'settlement' and h.no = e.source_no and h.tenant_id = w.tenant_id and h.del_flag = 0
    union all
    select 'cs_refund', r.id::text from cs_refund r
    where e.source_type = 'csRefund' and r.no = e.source_no and r.tenant_id = w.tenant_id and r.del_flag = 0
    union all
    select 'package_order', p.id::text from package_order p
    where e.source_type = 'package' and p.no = e.source_no and p.tenant_id = w.tenant_id and p.del_flag = 0
    union all
    select 'fba_sale', d.id::text from fba_sale d
    where e.source_type = '${DAY_SOURCE}' and d.no = e.source_no and d.store_id = e.store_id and d.del_flag = 0
    ${MOVERS.map(
      (name) => `union all select '${name}', m.id::text from ${name} m
        where e.source_type = '${MOVE_SOURCE}' and m.no = e.source_no and m.tenant_id = w.tenant_id and m.del_flag = 0`,
    ).join(" ")}
    ${Object.values(STORAGE_KINDS)
      .map(
        ({ table, expected }) => `union all select 'report_file', s.report_file_id::text from ${table} s
        where e.source_type = '${expected}' and s.store_id = e.store_id and s.month = e.source_no
          and s.fact_sku = e.seller_sku and s.del_flag = 0`,
      )
      .join(" ")}
    limit 1) o on true`;

/** Order of an entry, where it has one: a settlement says it by line, so its entries stand by day and goods. */
const ORDER_OF = `case when e.source_type in (${OF_ORDERS}) then e.source_no
  when e.source_type = 'csRefund' then (select o.platform_order_no from cs_refund r
    join platform_order o on o.id = r.platform_order_id where r.no = e.source_no and r.store_id = e.store_id limit 1)
  when e.source_type = 'package' then (select min(o.platform_order_no) from package_order p
    join package_order_line l on l.package_order_id = p.id and l.del_flag = 0 join sales_order o on o.id = l.order_id
    where p.no = e.source_no and p.store_id = e.store_id having count(distinct o.platform_order_no) = 1) end`;

/** Parts that the lists show to those alone who may see what goods cost. */
const COSTS = ["product_cost", "first_leg_cost", "stock_loss"];

/**
 * Entries of figures: what documents and settlements brought. Those of an order come from the lines of its
 * settlements, all others from the source of the facts.
 */
export function profitEntries(query: ListQuery, bind: ProfitBind, caller: Caller): string {
  const days = { dayFrom: query.bizDateFrom, dayTo: query.bizDateTo };
  const { first, last } = profitDays(days);
  const month = "date_trunc('month', e.biz_date)::date";
  const parts = caller.permissions.has("stock_cost_view") ? PARTS : PARTS.filter((part) => !COSTS.includes(part));
  const order = String(query.orderNo ?? "");
  const lines = () => `
    select 'settlement' as source_type, h.no as source_no, l.store_id, ${lineSku("l")} as seller_sku, l.landing_date as biz_date,
      l.measure as column_name, nullif(l.natural_date, l.landing_date) as ref_date,
      ${lineAmount("l")} as amount, l.order_no, 'l' || l.id as key
    from settlement_line l join settlement h on h.id = l.settlement_id
    where l.order_no = ${bind(order)} and ${linesPosted("l")}`;
  const stores = idsIn(query.storeId);
  const msku = String(query.msku ?? "");
  // What was loaded by the day has no documents: it is what they leave of the figure.
  const loaded = () => `
    select 'loaded', '日数据汇入', f.store_id, f.seller_sku, f.biz_date, v.name, null::date, v.amount - coalesce(p.amount, 0),
      null, concat_ws(' ', f.biz_date, f.store_id, f.seller_sku, v.name)
    from fact_trade_daily f
      cross join lateral (values ${PARTS.map((c) => `('${c}', f.${c})`).join(", ")}) v(name, amount)
      left join lateral (select sum(s.amount) as amount from fact_source s where s.biz_date = f.biz_date
        and s.store_id = f.store_id and s.seller_sku = f.seller_sku and s.column_name = v.name) p on true
    where f.store_id = any(${bind(stores)}::bigint[]) and f.seller_sku = ${bind(msku)}
      and f.biz_date between ${bind(first)}::date and ${bind(last)}::date and v.amount <> coalesce(p.amount, 0)`;
  const posted = `
    select e.source_type, e.source_no, e.store_id, e.seller_sku, e.biz_date, e.column_name, e.ref_date, e.amount,
      ${ORDER_OF} as order_no, concat_ws(' ', e.source_type, e.source_no, e.biz_date, e.store_id, e.seller_sku, e.column_name)
    from fact_source e where e.amount <> 0 ${order ? "and e.source_type <> 'settlement'" : ""}`;
  return `(with ${monthRates({ bind }, caller.tenantId, first, last)}
    select ${idOf("e.key")} as id, w.tenant_id, ${VIEW_COLUMNS}, e.biz_date, e.ref_date, e.store_id, e.seller_sku as msku,
      e.column_name as part, round(e.amount, 2) as amount, d.currency_shown as currency, d.rate,
      e.amount * d.rate as cny, e.source_no, o.document as source_document, o.id as source_id, e.order_no,
      null::bigint as group_id, null::text as late,
      case when ${isEstimate("e")} then 'estimated' else 'settled' end as phase
    from (${[...(order ? [lines()] : []), posted, ...(stores.length && msku ? [loaded()] : [])].join(" union all ")}) e(source_type, source_no, store_id, seller_sku, biz_date,
        column_name, ref_date, amount, order_no, key)
      join store w on w.id = e.store_id
      join fact_trade_daily f on f.biz_date = e.biz_date and f.store_id = e.store_id and f.seller_sku = e.seller_sku
      ${rateJoin(month, "f.currency")}
      cross join lateral (select
        case when e.column_name = any(${bind(CNY)}) then 'CNY' else f.currency end as currency_shown,
        case when e.column_name = any(${bind(CNY)}) then 1 else ${rateOf(month, "f.currency")} end as rate) d
      ${SOURCES}
    where e.biz_date between ${bind(first)}::date and ${bind(last)}::date and ${factScopeSql(caller, "f", bind)}
      and e.column_name = any(${bind(parts)})
      ${filtered(query, "f", bind)})`;
}
