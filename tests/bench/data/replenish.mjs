// SKUs that four stores sell every third day, two of them out of one warehouse, with stock of all sizes.
const SKUS = 2_500;

export async function fill(db) {
  const { rows } = await db.query("select 1 from sku where sku_code like 'RPB%' limit 1");
  if (rows.length) return;
  for (const statement of [
    `insert into sku (sku_code, name, status, sale_status, sku_type, unit, lead_days, moq, pcs_per_carton)
     select 'RPB' || lpad(n::text, 5, '0'), '补货量测' || n, 'approved', 'onSale', 'normal', 'pcs',
       10 + n % 20, 50, 24
     from generate_series(1, ${SKUS}) n`,
    `insert into sku_listing (sku_id, line_no, store_id, msku, fulfillment_channel, listing_status, group_id)
     select k.id, s.n, s.id, 'RPB-' || k.id || '-' || s.id,
       case when s.n % 2 = 0 then 'AFN' else 'MFN' end, 'active', 1
     from sku k cross join (select id, row_number() over (order by id) as n from store limit 4) s
     where k.sku_code like 'RPB%'`,
    "select ensure_fact_partitions(current_date - 95, current_date)",
    `insert into fact_trade_daily (biz_date, store_id, seller_sku, site_code, region_code, group_id,
       dept_id, division_id, sku_code, model_code, currency, units)
     select current_date - d, l.store_id, l.msku, 'US', 'NA', 1, 1, 1, k.sku_code, 'M', 'USD',
       1 + (k.id + d) % 7
     from sku k join sku_listing l on l.sku_id = k.id, generate_series(1, 90, 3) d
     where k.sku_code like 'RPB%'`,
    `insert into stock (warehouse_id, sku_id, good_qty, stock_value)
     select w.id, k.id, k.id % 500, k.id % 500 from sku k, warehouse w
     where k.sku_code like 'RPB%' and k.id % 500 > 0 and w.code in ('WH-SZ', 'FBA-US')`,
    "analyze",
  ])
    await db.query(statement);
}
