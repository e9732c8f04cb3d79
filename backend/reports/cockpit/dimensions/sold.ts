import { visible } from "../sums/where";
import type { Source } from "./source";

/** Regions, sites and stores that have facts. */
export const PLACES: Source = (caller) => {
  const where = visible(caller, {});
  return {
    text: `with f as materialized (
      select distinct store_id, site_code, region_code from fact_trade_month f where ${where})
    select * from (
      select distinct 1 as level, 'REGION' as "dimType", region_code as "dimCode", null as "dimName",
        null as "parentCode", true as enabled, 0 as id from f
      union all select distinct 2, 'SITE', f.site_code, s.site_name, f.region_code, true, s.id from f
        left join site s on s.site_code = f.site_code and s.tenant_id = $1 and s.del_flag = 0
      union all select 3, 'STORE', f.store_id::text, t.store_name, f.site_code, t.state = 'enabled', t.id
        from f join store t on t.id = f.store_id
    ) t order by level, id, "dimCode"`,
    values: where.values,
  };
};

/** Models that have facts. */
export const MODELS: Source = (caller) => {
  const where = visible(caller, {});
  return {
    text: `select 'MODEL' as "dimType", f.model_code as "dimCode", null as "parentCode", true as enabled,
      (select min(p.name) from spu p where p.model_code = f.model_code and p.tenant_id = $1
        and p.del_flag = 0) as "dimName"
    from (select distinct model_code from fact_trade_month f where ${where}) f order by 2`,
    values: where.values,
  };
};
