const TODAY = "stock_day(now())";

/** Columns of every list, of rows that nobody writes. */
const COMMON = `0 as version, null::bigint as create_by, null::bigint as update_by,
  null::timestamptz as update_time, 0::smallint as del_flag`;

/** Where each class of age ends, in days; the last one has no end. */
const AGES = [30, 60, 90, 180, 365];
const CLASSES = [...AGES.map((days) => `d${days}`), "over365"];

/** Pieces up to each age, then those of each class, and their share of what the pool is worth. */
const upTo = AGES.map(
  (days) => `coalesce(sum(l.remain) filter (where l.day >= n.today - ${days}), 0) as c${days}`,
);
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
    reserved_bad_qty, transit_qty, stock_value, transit_value, first_in_time, on_hand_qty,
    available_qty, available_bad_qty, avg_cost, create_by, create_time, update_by, update_time, del_flag
  from stock
  union all
  select 900000000000000000 + x.id, x.tenant_id, 0, x.warehouse_id, x.sku_id, 0, 0, 0, 0, 0, 0, 0, 0, null,
    0, 0, 0, 0, null, x.create_time, null, null, 0::smallint
  from (${ORDERED}) x
  where not exists (select 1 from stock s where s.tenant_id = x.tenant_id
    and s.warehouse_id = x.warehouse_id and s.sku_id = x.sku_id))`;

const sums = ["qc", "good", "bad", "reserved", "reserved_bad", "available", "available_bad"]
  .concat(["transit", "on_hand"])
  .map((name) => `sum(t.${name}_qty)::int as ${name}_qty`)
  .join(", ");

/** Lists over the ledgers of stock and of payables, which hand-written migrations make. */
export const stockViews: Record<string, string> = {
  stock_list: `
    select t.*, w.kind, s.sku_code, s.name as sku_name, s.images, s.safety_qty, u.category_id,
      ${onOrder("l.sku_id = t.sku_id and o.warehouse_id = t.warehouse_id")},
      stock_age_days(t.tenant_id, t.warehouse_id, t.sku_id, t.on_hand_qty) as avg_age_days
    from ${POOLS} t
      join warehouse w on w.id = t.warehouse_id
      join sku s on s.id = t.sku_id
      left join spu u on u.id = s.spu_id`,
  stock_warehouse_list: `
    select w.id, w.tenant_id, w.create_time, ${COMMON}, w.id as warehouse_id, w.kind, t.*,
      ${onOrder("o.warehouse_id = w.id")}
    from warehouse w
      join (
        select t.warehouse_id as at, count(*) filter (where t.on_hand_qty > 0)::int as sku_count,
          ${sums}, sum(t.stock_value) as stock_value, sum(t.transit_value) as transit_value
        from ${POOLS} t group by t.warehouse_id) t on t.at = w.id
    where w.del_flag = 0`,
  stock_age_list: `
    select t.id, t.tenant_id, t.create_time, ${COMMON}, t.warehouse_id, t.sku_id, w.kind, s.sku_code,
      s.name as sku_name, s.images, s.safety_qty, t.available_qty, u.category_id, t.on_hand_qty,
      t.stock_value, t.avg_cost, a.oldest_days, a.avg_age_days, ${classes.join(", ")}
    from stock t
      join warehouse w on w.id = t.warehouse_id
      join sku s on s.id = t.sku_id
      left join spu u on u.id = s.spu_id
      cross join (select ${TODAY} as today offset 0) n
      cross join lateral (
        select n.today - min(l.day) as oldest_days,
          round(sum((n.today - l.day) * l.remain::numeric) / sum(l.remain))::int as avg_age_days,
          ${upTo.join(", ")}
        from stock_layer l
        where l.warehouse_id = t.warehouse_id and l.sku_id = t.sku_id and l.remain > 0) a
    where t.on_hand_qty > 0`,
  stock_transit_list: `
    select t.id, t.tenant_id, t.since as create_time, ${COMMON}, t.biz_document, t.biz_id::text as biz_id,
      t.biz_no, t.warehouse_id, t.from_warehouse_id, s.sku_code, s.name as sku_name, s.images,
      t.qty, t.value, t.since, ${TODAY} - stock_day(t.since) as days, x.expect_arrive_date,
      greatest(${TODAY} - x.expect_arrive_date, 0) as late_days
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
