import type { Sql } from "#backend/platform/db";

/** Mappings of each system (market.md 13). */
const MOST = 250;
const LEAST = 40;

const APPS = `
  insert into external_app (tenant_id, app_code, app_name, state, create_by)
  select 1, x.code, x.name, x.state, 1
  from (values ('xy-main', 'XY主应用', 'enabled'), ('xy-eu', 'XY欧洲应用', 'enabled'),
    ('xy-old', 'XY旧应用', 'disabled')) x(code, name, state)`;

/**
 * SKUs of each system: what lies at its warehouses comes first, then what we ship ourselves. Of a hundred
 * 88 are active; 4 were refused there.
 */
const CHOSEN = `
  create temp table demo_mapping on commit drop as
  with place as (
    select 'overseas' as system, id, row_number() over (order by code) as nth from warehouse
    where tenant_id = 1 and code in ('OS-LA', 'TP-DE-WINIT')),
  sys(system) as (values ('overseas'), ('xy'), ('hs'), ('gc'), ('winit'), ('sf')),
  own as (
    select s.system, k.id as sku_id, k.sku_code, k.name, k.name_en, k.gross_weight_g as grams,
      k.pkg_length_cm as long, k.pkg_width_cm as wide, k.pkg_height_cm as high,
      coalesce((select sum(t.on_hand_qty) from stock t join warehouse w on w.id = t.warehouse_id
        where t.sku_id = k.id and w.provider = s.system), 0)::int as lies,
      exists (select 1 from sku_listing l where l.sku_id = k.id and l.fulfillment_channel = 'MFN'
        and l.del_flag = 0) as shipped,
      pg_temp.u('map:' || s.system || k.sku_code) as chance
    from sys s cross join sku k
    where k.tenant_id = 1 and k.sku_type = 'normal' and k.status = 'approved' and k.del_flag = 0),
  ranked as (
    select o.*, row_number() over (partition by system order by lies > 0 desc, shipped desc, chance, sku_id)
      as nth
    from own o
    -- Some of what lies there has no code yet.
    where not (o.system = 'gc' and o.lies > 0 and o.chance < 0.06))
  select r.*, case when nth % 25 = 13 then 'failed' when nth % 33 = 8 then 'draft'
      when nth % 33 = 20 then 'pushed' when nth % 50 = 31 then 'disabled' else 'active' end as state,
    (select p.id from place p where p.system = r.system and p.nth = 1 + r.nth % 2) as warehouse_id
  from ranked r where nth <= $1`;

const ROWS = `
  insert into goods_mapping (tenant_id, create_by, create_time, update_time, system, sku_id, external_code,
    external_name, warehouse_id, app_id, ratio, effective_date, status, external_state, external_barcode,
    label_type, reference_no, product_id, category, external_spec, external_unit, temperature,
    external_weight_g, external_length_cm, external_width_cm, external_height_cm, external_qty,
    last_push_time, last_pull_time, sync_msg)
  select 1, 1, at, at + interval '2 hours', system, sku_id,
    case system when 'gc' then 'GC-' || sku_code when 'winit' then 'WIN-' || sku_code
      when 'hs' then 'HS' || lpad((100000 + sku_id)::text, 8, '0') when 'xy' then 'XY-' || sku_code
      when 'sf' then 'SF' || lpad((500000 + sku_id)::text, 9, '0') else sku_code end,
    case when system in ('gc', 'winit', 'overseas') then coalesce(name_en, name) else name end,
    warehouse_id,
    case when system = 'xy' then (select a.id from external_app a where a.tenant_id = 1
      and a.app_code = case when nth % 5 < 3 then 'xy-main' else 'xy-eu' end) end,
    ratio, (at at time zone 'Asia/Shanghai')::date, state,
    case when not known then null when state = 'pushed' then 'review' else 'approved' end,
    case when system in ('gc', 'sf', 'overseas') then 'X' || lpad((700000 + sku_id)::text, 9, '0') end,
    case when system = 'overseas' then (array['FNSKU', 'UPC', 'self'])[1 + nth % 3] end,
    case when system = 'gc' then 'REF' || lpad(sku_id::text, 6, '0') end,
    case when system = 'xy' then 'P' || lpad(sku_id::text, 7, '0') end,
    case when system = 'xy' then (array['家居', '照明', '户外', '宠物'])[1 + nth % 4] end,
    case when system in ('hs', 'winit') then '标准' end, case when system = 'hs' then '件' end,
    case when system = 'sf' then 'normal' end,
    case when known and system in ('gc', 'winit') then round(grams * ratio
      * case when nth % 19 = 6 then 1.15 + chance * 0.2 else 0.985 + chance * 0.03 end::numeric, 2) end,
    case when known and system in ('gc', 'winit') then long end,
    case when known and system in ('gc', 'winit') then wide end,
    case when known and system in ('gc', 'winit') then high end,
    case when known and system in ('gc', 'winit') then greatest(lies / ratio - case when nth % 17 = 5
      then 2 else 0 end, 0) end,
    case when state <> 'draft' then at + interval '1 hour' end,
    case when known and state <> 'pushed' then at + interval '2 hours' end,
    case state when 'failed' then (array['商品尺寸与实测不符', '带电商品缺少备案', '申报品名不规范'])[1 + nth % 3]
      when 'pushed' then '对方已收到，审核中' when 'active' then '对方已通过' end
  from (
    select d.*, state in ('pushed', 'active', 'disabled') as known,
      case when system in ('hs', 'sf') and nth % 12 = 4 then 6 else 1 end as ratio,
      ($1::date - (5 + (chance * 300)::int)) + interval '9 hours' as at
    from demo_mapping d) d
  order by at, system, sku_id`;

/** Mappings of six systems, and the applications of one of them. */
export async function insertMappings(sql: Sql, today: string, scale: number): Promise<number> {
  await sql.query(APPS);
  await sql.query(CHOSEN, [Math.max(LEAST, Math.round(MOST * scale))]);
  await sql.query(ROWS, [today]);
  const made = await sql.one<{ n: string }>("select count(*) as n from demo_mapping");
  return Number(made?.n);
}
