import type { Sql } from "../../db/sql";
import { groupScope } from "../../facts/scope";
import type { Caller } from "../../http/caller";
import { REGIONS } from "./labels";
import { FORMULAS } from "./measures";
import { visible } from "./sums";

/** What can be filtered or shown, with its name; `dimCode` is what the filter takes. */
export const DIM_TYPES = {
  DIVISION: "事业部",
  DEPT: "部门",
  GROUP: "小组",
  REGION: "大区",
  SITE: "站点",
  STORE: "店铺",
  MODEL: "型号",
  CURRENCY: "币种",
  METRIC: "指标",
} as const;
export type DimType = keyof typeof DIM_TYPES;

export interface Dim {
  id: string;
  dimType: DimType;
  dimTypeName: string;
  dimCode: string;
  dimName: string;
  parentCode: string | null;
  sort: number;
  enabled: boolean;
}

type Found = Omit<Dim, "id" | "dimTypeName" | "sort">;
type Source = (caller: Caller) => { text: string; values: unknown[] };

const ORG: Source = (caller) => {
  const where = groupScope(caller, "g").and("g.del_flag = 0");
  return {
    text: `with g as (select g.*, d.name as dept, d.division_id, v.name as division,
        d.sort_order as dept_sort, v.sort_order as division_sort
      from ops_group g join sys_dept d on d.id = g.dept_id left join sys_dept v on v.id = d.division_id
      where ${where})
    select * from (
      select distinct 1 as level, 'DIVISION' as "dimType", division_id::text as "dimCode",
        division as "dimName", null as "parentCode", true as enabled, division_sort as sort, division_id as id
      from g where division_id is not null
      union all select distinct 2, 'DEPT', dept_id::text, dept, division_id::text, true, dept_sort, dept_id from g
      union all select 3, 'GROUP', id::text, group_name, dept_id::text, true, 0, id from g
    ) t order by level, sort, id`,
    values: where.values,
  };
};

const PLACES: Source = (caller) => {
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

const MODELS: Source = (caller) => {
  const where = visible(caller, {});
  return {
    text: `select 'MODEL' as "dimType", f.model_code as "dimCode", null as "parentCode", true as enabled,
      (select min(p.name) from spu p where p.model_code = f.model_code and p.tenant_id = $1
        and p.del_flag = 0) as "dimName"
    from (select distinct model_code from fact_trade_month f where ${where}) f order by 2`,
    values: where.values,
  };
};

const CURRENCIES: Source = ({ tenantId }) => ({
  text: `select 'CURRENCY' as "dimType", value as "dimCode", label as "dimName", null as "parentCode",
      not disabled as enabled
    from sys_dict_item where dict_type = 'currency' and tenant_id = $1 and del_flag = 0
    order by sort_order, id`,
  values: [tenantId],
});

const SOURCES: [DimType[], Source][] = [
  [["DIVISION", "DEPT", "GROUP"], ORG],
  [["REGION", "SITE", "STORE"], PLACES],
  [["MODEL"], MODELS],
  [["CURRENCY"], CURRENCIES],
];

const metrics = (): Found[] =>
  FORMULAS.map(({ key, name }) => ({
    dimType: "METRIC",
    dimCode: key,
    dimName: name,
    parentCode: null,
    enabled: true,
  }));

/** Values of the dimensions that the caller may see, each type in its order. */
export async function dimensionsOf(sql: Sql, caller: Caller, types: DimType[]): Promise<Dim[]> {
  const sources = SOURCES.filter(([of]) => of.some((type) => types.includes(type)));
  const found = await Promise.all(
    sources.map(([, source]) => {
      const { text, values } = source(caller);
      return sql.query<Found>(text, values);
    }),
  );
  const rows = [...found.flat(), ...metrics()].filter((row) => types.includes(row.dimType));
  return rows.map(({ dimType, dimCode, dimName, parentCode, enabled }, i) => ({
    id: dimCode,
    dimType,
    dimTypeName: DIM_TYPES[dimType],
    dimCode,
    dimName: dimName ?? REGIONS[dimCode]?.label ?? dimCode,
    parentCode,
    sort: i + 1,
    enabled,
  }));
}
