import type { Sql } from "#backend/platform/db";
import { cockpitReckoned } from "#documents/cockpit";
import { platUnsettled } from "#documents/finance/receivable/plat-unsettled";
import type { Field } from "#documents/kit";
import { castOf, snake } from "../names";
import { adViews, LIST_COMMON } from "./ad-views";
import { financeViews } from "./finance-views";

const stockViewsTODAY = "stock_day(now())";

/** Where each class of age ends, in days; the last one has no end. */
const AGES = [30, 60, 90, 180, 365];
const CLASSES = [...AGES.map((days) => `d${days}`), "over365"];

/** Pieces up to each age, then those of each class, and their share of what the pool is worth. */
const upTo = AGES.map((days) => `coalesce(sum(l.remain) filter (where l.day >= n.today - ${days}), 0) as c${days}`);
const ends = ["0", ...AGES.map((days) => `a.c${days}`), "t.on_hand_qty"];
const share = (end?: string) => `round(t.stock_value * ${end} / t.on_hand_qty, 2)`;
const classes = CLASSES.flatMap((name, i) => [
  `(${ends[i + 1]} - ${ends[i]})::int as ${name}_qty`,
  `${share(ends[i + 1])} - ${share(ends[i])} as ${name}_value`,
]);

const onOrder = (where: string) => `
  (select coalesce(sum(l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty), 0)::int
    from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
    where l.del_flag = 0 and o.del_flag = 0 and o.status in ('approved', 'executing')
      and ${where}) as on_order_qty`;

/** Orders in force of which something is to come. */
const ORDERED = `
  select o.tenant_id, o.warehouse_id, l.sku_id, min(l.id) as id, min(o.create_time) as create_time
  from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
  where l.del_flag = 0 and o.del_flag = 0 and o.status in ('approved', 'executing')
    and o.warehouse_id is not null and l.open_qty + l.owed_replenish_qty + l.owed_exchange_qty > 0
  group by 1, 2, 3`;

/**
 * Pools, and what is ordered into warehouses where none of it ever lay: a pool of nothing, numbered
 * beyond those that there are.
 */
const POOLS = `(
  select id, tenant_id, version, warehouse_id, sku_id, qc_qty, good_qty, bad_qty, reserved_qty,
    reserved_bad_qty, transit_qty, stock_value, transit_value, first_leg_value, first_in_time, on_hand_qty,
    available_qty, available_bad_qty, avg_cost, create_by, create_time, update_by, update_time, del_flag
  from stock
  union all
  select 900000000000000000 + x.id, x.tenant_id, 0, x.warehouse_id, x.sku_id, 0, 0, 0, 0, 0, 0, 0, 0, 0, null,
    0, 0, 0, 0, null, x.create_time, null, null, 0::smallint
  from (${ORDERED}) x
  where not exists (select 1 from stock s where s.tenant_id = x.tenant_id
    and s.warehouse_id = x.warehouse_id and s.sku_id = x.sku_id))`;

const stockViewsSums = ["qc", "good", "bad", "reserved", "reserved_bad", "available", "available_bad"]
  .concat(["transit", "on_hand"])
  .map((name) => `sum(t.${name}_qty)::int as ${name}_qty`)
  .join(", ");

/** Lists over the ledgers of stock and of payables, which hand-written migrations make. */
const stockViews: Record<string, string> = {
  stock_list: `
    select t.*, w.kind, s.sku_code, s.name as sku_name, s.images, s.safety_qty, u.category_id,
      ${onOrder("l.sku_id = t.sku_id and o.warehouse_id = t.warehouse_id")},
      stock_age_days(t.tenant_id, t.warehouse_id, t.sku_id, t.on_hand_qty) as avg_age_days
    from ${POOLS} t
      join warehouse w on w.id = t.warehouse_id
      join sku s on s.id = t.sku_id
      left join spu u on u.id = s.spu_id`,
  stock_warehouse_list: `
    select w.id, w.tenant_id, w.create_time, ${LIST_COMMON}, w.id as warehouse_id, w.kind, t.*,
      ${onOrder("o.warehouse_id = w.id")}
    from warehouse w
      join (
        select t.warehouse_id as at, count(*) filter (where t.on_hand_qty > 0)::int as sku_count,
          ${stockViewsSums}, sum(t.stock_value) as stock_value, sum(t.transit_value) as transit_value
        from ${POOLS} t group by t.warehouse_id) t on t.at = w.id
    where w.del_flag = 0`,
  stock_age_list: `
    select t.id, t.tenant_id, t.create_time, ${LIST_COMMON}, t.warehouse_id, t.sku_id, w.kind, s.sku_code,
      s.name as sku_name, s.images, s.safety_qty, t.available_qty, u.category_id, t.on_hand_qty,
      t.stock_value, t.avg_cost, a.oldest_days, a.avg_age_days, ${classes.join(", ")}
    from stock t
      join warehouse w on w.id = t.warehouse_id
      join sku s on s.id = t.sku_id
      left join spu u on u.id = s.spu_id
      cross join (select ${stockViewsTODAY} as today offset 0) n
      cross join lateral (
        select n.today - min(l.day) as oldest_days,
          round(sum((n.today - l.day) * l.remain::numeric) / sum(l.remain))::int as avg_age_days,
          ${upTo.join(", ")}
        from stock_layer l
        where l.warehouse_id = t.warehouse_id and l.sku_id = t.sku_id and l.remain > 0) a
    where t.on_hand_qty > 0`,
  stock_transit_list: `
    select t.id, t.tenant_id, t.since as create_time, ${LIST_COMMON}, t.biz_document, t.biz_id::text as biz_id,
      t.biz_no, t.warehouse_id, t.from_warehouse_id, s.sku_code, s.name as sku_name, s.images,
      t.qty, t.value, t.since, ${stockViewsTODAY} - stock_day(t.since) as days, x.expect_arrive_date,
      greatest(${stockViewsTODAY} - x.expect_arrive_date, 0) as late_days
    from stock_transit t
      join sku s on s.id = t.sku_id
      left join transfer x on t.biz_document = 'transfer' and x.id = t.biz_id
    where t.qty > 0`,
  stock_move_list: `
    select m.*, s.sku_code, s.name as sku_name
    from stock_move m left join sku s on s.id = m.sku_id`,
  // One table and no join: rows of it can be locked and released.
  stock_reservation_list: `
    select r.*, (select s.sku_code from sku s where s.id = r.sku_id) as sku_code
    from stock_reservation r`,
  ap_entry_list: `
    select e.*, o.no as po_no, p.name as supplier_text, p.buyer_id
    from ap_entry e
      left join purchase_order o on o.id = e.po_id
      left join supplier p on p.id = e.supplier_id`,
};

const TODAY = "(now() at time zone 'Asia/Shanghai')::date";

/** Columns of every list, of rows that nobody writes. */
export const VIEW_COLUMNS = `0 as version, null::bigint as create_by, null::timestamptz as create_time,
  null::bigint as update_by, null::timestamptz as update_time, 0::smallint as del_flag`;

/** Today as a row: worked out once, not for each row that is compared with it. */
const NOW = `(select ${TODAY} as today offset 0) n`;

/** How long what is open is overdue; the day that has not come yet is `infinity`. */
const BUCKET = `case when d.open < 0 then 'prepaid'
  when d.due_date >= n.today then 'notDue'
  when d.due_date >= n.today - 30 then 'd30'
  when d.due_date >= n.today - 60 then 'd60'
  when d.due_date >= n.today - 90 then 'd90'
  else 'over90' end`;

const OPEN = "(d.open <> 0 or d.base_open <> 0)";

const sums = ["notDue", "d30", "d60", "d90", "over90", "prepaid"].map((name) => {
  const column = name.replace(/[A-Z]/, (c) => `_${c.toLowerCase()}`);
  return `coalesce(sum(d.open) filter (where d.bucket = '${name}'), 0.00) as ${column}`;
});

/** Lists over what is owed, which backend/ledgers keeps beside the entries. */
const payableViews: Record<string, string> = {
  ap_supplier_list: `
    select p.*, p.supplier_name as supplier_text from ap_period(date_trunc('month', ${TODAY})::date,
      (date_trunc('month', ${TODAY}) + interval '1 month')::date - 1) p`,
  plat_receivable_list: `
    select p.*, null::numeric as coming from plat_period(date_trunc('month', ${TODAY})::date,
      (date_trunc('month', ${TODAY}) + interval '1 month')::date - 1) p`,
  ap_order_list: `
    select o.id, o.tenant_id, o.version, o.create_by, o.create_time, o.update_by, o.update_time,
      o.del_flag, o.no as po_no, 'purchase_order' as purchase_order, o.id::text as po_id,
      o.supplier_id, p.name as supplier_text, p.buyer_id, o.currency, o.order_amount,
      o.receipt_amount, o.return_amount, o.payable_amount, o.requested_amount, o.paid_amount,
      coalesce(d.open, 0.00) as open_amount, d.due_date,
      case when d.due_date < ${TODAY} then ${TODAY} - d.due_date end as overdue_days,
      case when d.due_date < ${TODAY} then 'overdue' when d.due_date is not null then 'open'
        when d.open > 0 then 'waiting' when d.open < 0 then 'prepaid' else 'clear' end as due_state
    from purchase_order o
      join supplier p on p.id = o.supplier_id
      left join lateral (
        select sum(d.open) as open,
          nullif(min(d.due_date) filter (where d.open > 0), 'infinity') as due_date
        from ap_due d where d.po_id = o.id and d.po_id <> 0 and ${OPEN}) d on true
    where o.status in ('approved', 'executing', 'completed', 'closed')`,
  ap_ageing_list: `
    select a.id, a.tenant_id, ${VIEW_COLUMNS}, a.supplier_id, p.name as supplier_text, p.buyer_id,
      a.currency, d.*
    from ap_account a
      join supplier p on p.id = a.supplier_id
      join (
        select d.account_id, ${sums.join(", ")}, sum(d.open) as total, sum(d.base_open) as base_total
        from (
          select d.account_id, d.open, d.base_open, ${BUCKET} as bucket
          from ap_due d cross join ${NOW} where ${OPEN} offset 0) d
        group by d.account_id) d on d.account_id = a.id`,
  ap_open_list: `
    select d.id, a.tenant_id, 0 as version, null::bigint as create_by,
      case when d.due_date = 'infinity' then now()
        else d.due_date::timestamp at time zone 'Asia/Shanghai' end as create_time,
      null::bigint as update_by, null::timestamptz as update_time, 0::smallint as del_flag,
      coalesce(o.no, '无采购单') as po_no,
      case when o.id is not null then 'purchase_order' end as purchase_order, o.id::text as po_id,
      a.supplier_id, p.name as supplier_text, p.buyer_id, a.currency,
      nullif(d.due_date, 'infinity') as due_date,
      case when d.open > 0 and d.due_date < n.today then n.today - d.due_date end as overdue_days,
      ${BUCKET} as bucket, d.open as open_amount, d.base_open
    from ap_due d
      cross join ${NOW}
      join ap_account a on a.id = d.account_id
      join supplier p on p.id = a.supplier_id
      left join purchase_order o on o.id = d.po_id
    where ${OPEN}`,
};

/** Lists whose rows are made of what is asked for (`from` of their rules): the view only says what they have. */
const askedViews = Object.fromEntries(
  [...cockpitReckoned, platUnsettled].map((document) => {
    const columns = Object.entries<Field>(document.fields).map(([name, f]) => `null::${castOf(f)} as ${snake(name)}`);
    return [
      document.table,
      `select null::bigint as id, null::bigint as tenant_id, ${VIEW_COLUMNS}, ${columns} where false`,
    ];
  }),
);

/**
 * Lists that read other documents' lines, by the table name of their declaration. A declaration of such
 * a list has no table of its own and can be neither added nor edited.
 */
export const views: Record<string, string> = {
  ...askedViews,
  requisition_pool: `
    select l.id, l.tenant_id, l.version, r.create_by, r.approve_time as create_time, l.update_by,
      l.update_time, l.del_flag, r.no || '-' || l.line_no as line_code, r.id as req_id, r.dept_id,
      l.sku_id, l.sku_code, l.sku_name, r.warehouse_id, r.req_type, r.applicant_id, l.expect_date,
      l.qty, l.turned_qty, l.cancel_qty, l.qty - l.turned_qty - l.cancel_qty as remain_qty
    from purchase_requisition_line l
      join purchase_requisition r on r.id = l.purchase_requisition_id
    where l.del_flag = 0 and r.del_flag = 0 and r.status in ('approved', 'partTurned')
      and l.qty > l.turned_qty + l.cancel_qty`,
  delivery_to_sign: `
    select h.id, h.tenant_id, h.version, h.create_by, h.create_time, h.update_by, h.update_time,
      h.del_flag, h.dept_id, h.no as delivery_no, h.po_nos, h.sku_codes, h.supplier_id,
      h.supplier_text, h.warehouse_id, h.delivery_type, h.total_qty, h.carton_qty, h.signed_qty,
      h.expect_arrive_date, h.tracking_no, h.status as sign_state
    from delivery h where h.del_flag = 0 and h.status in ('shipped', 'partSigned')`,
  ...stockViews,
  ...payableViews,
  ...financeViews,
  ...adViews,
};

/** Tables that have a row for each row of a view, or more: whether it is a large one they tell. */
export const sizedBy: Partial<Record<string, string>> = {
  ad_campaign_list: "ad_campaign",
  ad_keyword_list: "ad_keyword",
  ad_term_list: "ad_term",
  ap_entry_list: "ap_entry",
  ap_open_list: "ap_due",
  ap_order_list: "purchase_order",
  stock_list: "stock",
  stock_age_list: "stock_layer",
  stock_move_list: "stock_move",
  stock_transit_list: "stock_transit",
};

/** Makes the views of these tables anew. */
export async function makeViews(sql: Sql, tables: ReadonlySet<string>): Promise<void> {
  for (const [name, select] of Object.entries(views)) {
    if (!tables.has(name)) continue;
    await sql.query(`drop view if exists ${name}`);
    await sql.query(`create view ${name} as ${select}`);
  }
}
