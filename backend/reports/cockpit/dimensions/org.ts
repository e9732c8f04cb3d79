import { groupScope } from "../../../facts/scope";
import type { Source } from "./source";

/** Divisions, departments and operating groups, as they are today. */
export const ORG: Source = (caller) => {
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
