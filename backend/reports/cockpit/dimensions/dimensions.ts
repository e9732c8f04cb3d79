import type { Sql } from "../../../db/sql";
import type { Caller } from "../../../http/caller";
import { FORMULAS } from "../sums/formulas";
import { REGIONS } from "./labels";
import { ORG } from "./org";
import { MODELS, PLACES } from "./sold";
import type { Found, Source } from "./source";
import { DIM_TYPES, type Dim, type DimType } from "./types";

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
