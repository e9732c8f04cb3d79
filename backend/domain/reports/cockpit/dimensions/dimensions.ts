import { STORE_GROUP, STORE_ROW } from "#backend/ledgers/facts/apply";
import { groupScope } from "#backend/ledgers/facts/scope";
import type { Sql } from "#backend/platform/db";
import type { Caller } from "#backend/platform/http";
import { site } from "#documents/base/site";
import type { Option } from "#documents/kit";
import { FORMULAS } from "../sums/measures";
import { visible } from "../sums/sums";

type Labels = Record<string, unknown>;

// $1 keys, $2 tenant. Masters that are gone keep their names; a key without one is its own name.
const SQL: Record<string, string> = {
  division: `select id::text as key, name from sys_dept where id = any ($1::bigint[]) and tenant_id = $2`,
  dept: `select d.id::text as key, d.name, v.name as "divisionName" from sys_dept d
    left join sys_dept v on v.id = d.division_id where d.id = any ($1::bigint[]) and d.tenant_id = $2`,
  group: `select id::text as key, group_name as name from ops_group
    where id = any ($1::bigint[]) and tenant_id = $2`,
  site: "select site_code as key, site_name as name from site where site_code = any ($1) and tenant_id = $2",
  model: `select p.model_code as key, min(p.name) as name, count(k.id)::int as "skuCount",
      min(p.images[1]) as "imageUrl"
    from spu p left join sku k on k.spu_id = p.id and k.del_flag = 0
    where p.model_code = any ($1) and p.tenant_id = $2 and p.del_flag = 0 group by 1`,
};

/** Group, department and model of what a store pays or gets besides its goods. */
const UNALLOCATED: ReadonlySet<string> = new Set([STORE_GROUP, STORE_ROW]);
const NOT_ALLOCATED = "未分配";

/** Region code → name. */
export const REGIONS: Readonly<Record<string, Option>> = site.fields.regionCode.options;

const nameOf = (key: string) => (UNALLOCATED.has(key) ? NOT_ALLOCATED : (REGIONS[key]?.label ?? key));

/** What people call the keys of a dimension: key → name and what else belongs to it. */
export async function labelsOf(
  sql: Sql,
  tenantId: string,
  dimension: string,
  keys: string[],
): Promise<(key: string) => Labels & { name: string }> {
  const text = SQL[dimension];
  const rows = text ? await sql.query<Labels>(text, [keys, tenantId]) : [];
  const found = new Map(rows.map(({ key, ...labels }) => [key, labels]));
  return (key) => ({ name: nameOf(key), ...found.get(key) });
}

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

/** A row of a dimension before it is named and numbered. */
type DimensionFound = Omit<Dim, "id" | "dimTypeName" | "sort">;
/** Statement that reads the rows which the caller may see. */
type DimensionSource = (caller: Caller) => { text: string; values: unknown[] };

const FOUND = `"dimType", "dimCode", "dimName", "parentCode", enabled`;

/** Regions, sites and stores that have facts. */
const PLACES: DimensionSource = (caller) => {
  const where = visible(caller, {});
  return {
    text: `with f as materialized (
      select distinct store_id, site_code, region_code from fact_trade_month f where ${where})
    select ${FOUND} from (
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
const MODELS: DimensionSource = (caller) => {
  const where = visible(caller, {});
  return {
    text: `select 'MODEL' as "dimType", f.model_code as "dimCode", null as "parentCode", true as enabled,
      (select min(p.name) from spu p where p.model_code = f.model_code and p.tenant_id = $1
        and p.del_flag = 0) as "dimName"
    from (select distinct model_code from fact_trade_month f where ${where}) f order by 2`,
    values: where.values,
  };
};

/** Divisions, departments and operating groups, as they are today. */
const ORG: DimensionSource = (caller) => {
  const where = groupScope(caller, "g").and("g.del_flag = 0");
  return {
    text: `with g as (select g.*, d.name as dept, d.division_id, v.name as division,
        d.sort_order as dept_sort, v.sort_order as division_sort
      from ops_group g join sys_dept d on d.id = g.dept_id left join sys_dept v on v.id = d.division_id
      where ${where})
    select ${FOUND} from (
      select distinct 1 as level, 'DIVISION' as "dimType", division_id::text as "dimCode",
        division as "dimName", null as "parentCode", true as enabled, division_sort as sort, division_id as id
      from g where division_id is not null
      union all select distinct 2, 'DEPT', dept_id::text, dept, division_id::text, true, dept_sort, dept_id from g
      union all select 3, 'GROUP', id::text, group_name, dept_id::text, true, 0, id from g
    ) t order by level, sort, id`,
    values: where.values,
  };
};

const CURRENCIES: DimensionSource = ({ tenantId }) => ({
  text: `select 'CURRENCY' as "dimType", value as "dimCode", label as "dimName", null as "parentCode",
      not disabled as enabled
    from sys_dict_item where dict_type = 'currency' and tenant_id = $1 and del_flag = 0
    order by sort_order, id`,
  values: [tenantId],
});

const SOURCES: [DimType[], DimensionSource][] = [
  [["DIVISION", "DEPT", "GROUP"], ORG],
  [["REGION", "SITE", "STORE"], PLACES],
  [["MODEL"], MODELS],
  [["CURRENCY"], CURRENCIES],
];

const metrics = (): DimensionFound[] =>
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
      return sql.query<DimensionFound>(text, values);
    }),
  );
  const rows = [...found.flat(), ...metrics()].filter((row) => types.includes(row.dimType));
  return rows.map(({ dimType, dimCode, dimName, parentCode, enabled }, i) => ({
    id: dimCode,
    dimType,
    dimTypeName: DIM_TYPES[dimType],
    dimCode,
    dimName: dimName ?? nameOf(dimCode),
    parentCode,
    sort: i + 1,
    enabled,
  }));
}
