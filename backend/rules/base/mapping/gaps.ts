import type { MappingSystem } from "#documents/base/mapping/words";
import type { GapsFound } from "#documents/kit";
import type { RuleContext } from "../../../documents/rules";

/** Warehouses that the mappings of a system are for: `overseas` serves those that no other one does. */
const PLACES = `select w.id, w.name from warehouse w
  where w.tenant_id = $1 and w.del_flag = 0 and case when $2 = 'overseas'
    then w.kind = 'thirdParty' and coalesce(w.provider, '') not in ('xy', 'hs', 'gc', 'winit', 'sf')
    else w.provider = $2 end`;

/** What lies in them or is promised from them, and nothing there is called by. */
const MISSING = `
  with places as (${PLACES}), wanted as (
    select k.warehouse_id, k.sku_id, k.on_hand_qty as qty, 0 as waits
    from stock k where k.warehouse_id in (select id from places) and k.on_hand_qty > 0
    union all
    select p.warehouse_id, l.sku_id, 0, count(distinct p.id)::int
    from package_order p join package_order_line l on l.package_order_id = p.id and l.del_flag = 0
    where p.warehouse_id in (select id from places) and p.status in ('reserved', 'failed')
      and p.del_flag = 0 group by 1, 2
  ), missing as (
    select warehouse_id, sku_id, sum(qty)::int as qty, sum(waits)::int as waits from wanted n
    where not exists (
      select 1 from goods_mapping m where m.sku_id = n.sku_id and m.tenant_id = $1
        and m.del_flag = 0 and m.status <> 'disabled'
        and ((m.system = $2 and $2 <> 'overseas')
          or (m.system = 'overseas' and m.warehouse_id = n.warehouse_id)))
    group by 1, 2
  )`;

/**
 * SKUs in the warehouses of a system that it has no code for: packages that wait for one come first, then
 * what most lies there of.
 */
export async function unmappedOf(
  { sql, tenantId }: RuleContext,
  system: MappingSystem,
  most: number,
): Promise<GapsFound> {
  const rows = await sql.query<Record<"code" | "name" | "place" | "said", string> & { n: number }>(
    `${MISSING}
     select s.sku_code as code, s.name, min(m.warehouse_id)::text as place, count(*) over ()::int as n,
       string_agg(p.name || ' 在库' || m.qty || case when m.waits > 0
         then '，待发包裹' || m.waits else '' end, '；' order by p.name) as said
     from missing m join sku s on s.id = m.sku_id join places p on p.id = m.warehouse_id
     group by s.id, case when $2 = 'overseas' then m.warehouse_id end
     order by sum(m.waits) desc, sum(m.qty) desc, s.sku_code limit $3`,
    [tenantId, system, most],
  );
  return {
    total: rows[0]?.n ?? 0,
    rows: rows.map(({ code, name, place, said }) => ({
      texts: [code, name, said],
      values: { skuId: code, ...(system === "overseas" && { warehouseId: place }) },
    })),
  };
}
