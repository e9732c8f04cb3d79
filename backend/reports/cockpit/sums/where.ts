import type { Where } from "../../../db/page";
import { factScope } from "../../../facts/scope";
import type { Caller } from "../../../http/caller";
import { FILTERS, type FilterName } from "../asked/filters";
import type { Asked } from "../asked/query";

/** Dimension → column of the facts; ids were stamped when the row was loaded. */
export const COLUMNS = {
  division: "f.division_id",
  dept: "f.dept_id",
  group: "f.group_id",
  region: "f.region_code",
  site: "f.site_code",
  model: "f.model_code",
};
export type Dimension = keyof typeof COLUMNS;

const FILTER_COLUMNS: Record<FilterName, string> = {
  divisionId: COLUMNS.division,
  deptId: COLUMNS.dept,
  groupId: COLUMNS.group,
  storeId: "f.store_id",
  regionCode: COLUMNS.region,
  siteCode: COLUMNS.site,
  modelCode: COLUMNS.model,
};

/** Facts that the caller may see and the filters let through. */
export function visible(caller: Caller, asked: Partial<Asked>): Where {
  const where = factScope(caller, "f");
  for (const name of FILTERS) {
    const values = asked[name];
    if (values) where.and(`${FILTER_COLUMNS[name]} = any (?)`, values);
  }
  return where;
}
