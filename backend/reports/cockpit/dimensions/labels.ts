import { site } from "#documents/base/site";
import type { Option } from "#documents/kit";
import type { Sql } from "../../../db/sql";

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

/** Region code → name. */
export const REGIONS: Readonly<Record<string, Option>> = site.fields.regionCode.options;

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
  return (key) => ({ name: REGIONS[key]?.label ?? key, ...found.get(key) });
}
